// A seat that several people want: names by where they come from are sent in order, with the cards that were drawn.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import SeatClaims from '../src/lib/table/SeatClaims.svelte';

it('sends everyone who wants the seat, and says who gets it', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    sent.push([path, JSON.parse(String(how?.body))]);
    return Promise.resolve({ json: () => Promise.resolve({ offered: ['Ann', 'Bob'], winner: 'Bob', rounds: [], cites: ['nsw-poker 6.4'] }) });
  });
  const { container } = render(SeatClaims, { table: 'Live' });
  container.querySelector('details')!.open = true;
  const user = userEvent.setup();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Who gets it?' });
  expect(button.disabled).toBe(true);
  await user.type(screen.getByLabelText('Players here'), 'Ann, Bob');
  await user.type(screen.getByLabelText('Waiting, in order'), 'Eve');
  await user.type(screen.getByLabelText('Cards drawn'), 'Kh As');
  await user.click(button);
  const claims = [{ name: 'Ann', standing: 'here' }, { name: 'Bob', standing: 'here' }, { name: 'Eve', standing: 'waiting' }];
  expect(sent).toEqual([['/api/dealer/Live/claims', { claims, cards: ['Kh', 'As'] }]]);
  expect(await screen.findByText('Bob')).toBeTruthy();
});
