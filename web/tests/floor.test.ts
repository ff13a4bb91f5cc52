// The floor desk: a refusal stands beside the button that was pressed, in its words, and only there.
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { room } from '../src/lib/room.svelte';
import Floor from '../src/views/Floor.svelte';
import { handView, tableState } from './samples';

const DESK = {
  table: 'Sydney', frozen: true, turn: 3, live: true, seats: { 1: 'Ann', 2: 'Bob' }, powers: [], record: [], excluded: [], directions: [], chat: [], muted: [],
  possible: [{ kind: 'exposed-by-player', words: 'A player exposed own cards.', facts: [{ name: 'seat', label: 'Seat', type: 'seat', required: true }] }],
};

const answers: Record<string, unknown> = {
  '/api/floor/Sydney': DESK,
  '/api/floor': { now_ms: 0, calls: [] },
  '/api/floor/Sydney/rule': { error: { code: 'facts', rule: ['nsw-poker 26.10'], message: 'exposed-by-player: needed: cards that this seat holds', legal: ['Cards'] } },
};

beforeEach(() => {
  room.me = { id: 'f1', name: 'Kim', roles: ['floor'], guest: false, purse: 0 };
  room.tables = { Sydney: { seq: 1, state: tableState({ your_seat: 0, hand: handView() }), lines: [], at: 0 } };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve({ json: () => Promise.resolve(answers[path]) }));
});
afterEach(() => {
  room.tables = {};
});

it('refuses a ruling right after the button, in words', async () => {
  render(Floor, { table: 'Sydney' });
  await userEvent.click(await screen.findByRole('button', { name: /^Exposed by player/ }));
  await userEvent.selectOptions(screen.getByLabelText('Seat'), '1');
  const go = screen.getByRole('button', { name: 'What is the ruling?' });
  await userEvent.click(go);
  const refusal = await waitFor(() => screen.getByRole('alert'));
  expect(go.nextElementSibling).toBe(refusal);
  expect(refusal.textContent).toContain('Exposed by player: needed: cards that this seat holds');
  expect(refusal.textContent).toContain('What helps: Cards');
});
