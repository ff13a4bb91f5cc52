// What chips and words count as: the dealer types them, the room reads them, and the action is entered as it was read.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import GestureForm from '../src/lib/table/GestureForm.svelte';

const READ = { action: 'raise', amount: 3000, returned: 2500, added: 0, choices: [], rule_on: '', cites: ['nsw-poker 7.10'] };

async function form(answer: unknown) {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', (_path: string, how?: RequestInit) => {
    sent.push(JSON.parse(String(how?.body)) as Record<string, unknown>);
    return Promise.resolve({ json: () => Promise.resolve(answer) });
  });
  const onact = vi.fn();
  const { container } = render(GestureForm, { table: 'Live', turn: 4, seat: 3, name: 'Ruth', onact });
  container.querySelector('details')!.open = true;
  return { sent, onact, user: userEvent.setup() };
}

it('sends chips motion by motion in cents, and enters what they count as', async () => {
  const { sent, onact, user } = await form(READ);
  await user.type(screen.getByLabelText('Chips put in ($)'), '5 2.50 + 25');
  await user.type(screen.getByLabelText('Total said ($)'), '30');
  await user.click(screen.getByLabelText('the chips came first'));
  await user.click(screen.getByRole('button', { name: 'What counts?' }));
  expect(sent).toEqual([{ turn: 4, seat: 3, motions: [[500, 250], [2500]], says: '', amount: 3000, chips_first: true, unfinished: false, threw_cards: false }]);
  await user.click(await screen.findByRole('button', { name: 'Enter: raise to $30' }));
  expect(onact).toHaveBeenCalledWith('raise', 3000);
});

it('sends nothing that is no amount, and offers no entry where the player has a choice', async () => {
  const { sent, user } = await form({ ...READ, action: '', amount: 0, choices: ['call 500', 'fold'], returned: 0 });
  const chips = screen.getByLabelText('Chips put in ($)');
  await user.type(chips, '5 x');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'What counts?' }).disabled).toBe(true);
  await user.clear(chips);
  await user.type(chips, '3');
  await user.click(screen.getByRole('button', { name: 'What counts?' }));
  expect(await screen.findByText('call 500 or fold')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Enter/ })).toBeNull();
  expect(sent).toHaveLength(1);
});
