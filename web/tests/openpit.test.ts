// Opening a table against the house: only what differs from the usual sign is sent, in cents, and a refused sign opens nothing.
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import OpenPit from '../src/lib/OpenPit.svelte';

const GAME = {
  rulebook: 'act-holdem', title: 'Canberra Casino Hold-em',
  usual: { type: 'act-holdem', ante: { low: 1000, high: 50_000, step: 500 }, boxes: 7, max_payout: 5_000_000, auto_declare: false, ante_table: { table: 'ante', flush: 2 } },
  fields: [
    { name: 'ante', label: 'Ante', kind: 'limits', cites: [] }, { name: 'boxes', label: 'Boxes', kind: 'count', cites: [] }, { name: 'max_payout', label: 'Maximum payout', kind: 'money', cites: [] },
    { name: 'auto_declare', label: 'A bonus that nobody declares', kind: 'choice', choices: [{ value: false, label: 'is lost' }, { value: true, label: 'is paid' }], cites: ['act-holdem 10.4'] },
    { name: 'ante_table', label: 'Ante pays', kind: 'odds', cites: [] },
  ],
};
const SIGN = { lines: [{ text: 'layout of 7 boxes', cites: ['act-holdem 1.1'] }], faults: [] };
const BAD = { lines: [], faults: [{ code: 'sign-boxes', rule: ['act-holdem 1.1'], phrase: 'a layout has 1 to 12 boxes, not 13' }] };
const sent: [string, Record<string, unknown>][] = [];

beforeEach(async () => {
  sent.length = 0;
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    const body = how?.body ? (JSON.parse(String(how.body)) as { changes: Record<string, unknown> }) : null;
    if (body) sent.push([path, body as unknown as Record<string, unknown>]);
    const answer = path === '/api/games' ? { games: [], pits: [GAME] } : path === '/api/signs' ? (body?.changes.boxes === 13 ? BAD : SIGN) : { table: 'Civic' };
    return Promise.resolve({ json: () => Promise.resolve(answer) });
  });
  const { container } = render(OpenPit);
  const details = container.querySelector('details')!;
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  await screen.findByText('layout of 7 boxes');
});

async function put(label: string, text: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

it('sends only what differs, amounts in cents', async () => {
  expect(sent.at(-1)).toEqual(['/api/signs', { rulebook: 'act-holdem', game: 'act-holdem', changes: {} }]);
  await put('Ante, least $', '20');
  await put('Maximum payout $', '1000.50');
  await userEvent.selectOptions(screen.getByLabelText('A bonus that nobody declares'), 'is paid');
  await put('Flush', '3');
  await put('Name', 'Civic');
  const open = screen.getByRole<HTMLButtonElement>('button', { name: 'Open' });
  await waitFor(() => expect(sent.at(-1)?.[1].changes).toEqual({ ante: { low: 2000, high: 50_000, step: 500 }, max_payout: 100_050, auto_declare: true, ante_table: { table: 'ante', flush: 3 } }));
  await userEvent.click(open);
  await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/api/pits'));
  expect(sent.at(-1)?.[1]).toMatchObject({ name: 'Civic', rulebook: 'act-holdem', live: false });
});

it('opens nothing while the rulebook refuses the sign, or while a field cannot be read', async () => {
  await put('Boxes', '13');
  await screen.findByText(/1 to 12 boxes, not 13/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open' }).disabled).toBe(true);
  await put('Boxes', 'many');
  await screen.findByText(/Boxes cannot be read/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open' }).disabled).toBe(true);
});
