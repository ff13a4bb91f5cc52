// The floor desk: a refusal stands beside the button that was pressed, in its words, and only there.
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { changes } from '../src/lib/floor/pictures';
import { room } from '../src/lib/room.svelte';
import Floor from '../src/views/Floor.svelte';
import { handView, seatView, tableState } from './samples';

const DESK = {
  table: 'Sydney', frozen: true, turn: 3, live: true, seats: { 1: 'Ann', 2: 'Bob' }, powers: [], record: [], excluded: [], directions: [], chat: [], muted: [],
  possible: [{ kind: 'exposed-by-player', words: 'A player exposed own cards.', facts: [{ name: 'seat', label: 'Seat', type: 'seat', required: true }] }],
};

const answers: Record<string, unknown> = {
  '/api/floor/Sydney': DESK,
  '/api/floor': { now_ms: 0, calls: [] },
  '/api/floor/Sydney/rule': { error: { code: 'facts', rule: ['nsw-poker 26.10'], phrase: 'exposed-by-player: needed: cards that this seat holds', legal: ['Cards'] } },
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

it('has a reason of its own for everybody who spoke, and mutes each once', async () => {
  const spoken = (seq: number, player: string, name: string, text: string) => ({ seq, player, name, text });
  const desk = { ...DESK, chat: [spoken(1, 'a', 'Ann', 'you play badly'), spoken(2, 'b', 'Bob', 'very badly'), spoken(3, 'a', 'Ann', 'so badly')] };
  const asked: [string, Record<string, unknown>][] = [];
  vi.stubGlobal('fetch', (path: string, how?: { body?: string }) => {
    if (how?.body) asked.push([path, JSON.parse(how.body) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(path === '/api/floor/Sydney' ? desk : path.endsWith('/mute') ? { done: true } : answers[path]) });
  });
  render(Floor, { table: 'Sydney' });
  const mutes = await screen.findAllByRole('button', { name: /^Mute/ });
  expect(mutes.map((one) => one.textContent)).toEqual(['Mute Bob', 'Mute Ann']);
  const fields = mutes.map((one) => one.closest('form')?.querySelector('input') as HTMLInputElement) as [HTMLInputElement, HTMLInputElement];
  await userEvent.type(fields[1], 'insults');
  expect(fields.map((one) => one.value)).toEqual(['', 'insults']);
  await userEvent.click(mutes[1]!);
  await waitFor(() => {
    expect(asked.filter(([path]) => path.endsWith('/mute')).map(([, body]) => [body.player, body.muted, body.reason])).toEqual([['a', true, 'insults']]);
  });
  await waitFor(() => {
    expect(fields[1].value).toBe('');
  });
});

it('says beside the chat why nobody was muted, and keeps the reason', async () => {
  const desk = { ...DESK, chat: [{ seq: 1, player: 'a', name: 'Ann', text: 'you play badly' }] };
  const refused = { error: { code: 'not-your-office', rule: ['nsw-poker 27.13'], phrase: 'another office mutes', legal: [] } };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve({ json: () => Promise.resolve(path === '/api/floor/Sydney' ? desk : path.endsWith('/mute') ? refused : answers[path]) }));
  render(Floor, { table: 'Sydney' });
  const mute = await screen.findByRole('button', { name: 'Mute Ann' });
  const field = mute.closest('form')?.querySelector('input') as HTMLInputElement;
  await userEvent.type(field, 'insults');
  await userEvent.click(mute);
  expect((await screen.findByRole('alert')).closest('.panel')?.textContent).toContain('Chat');
  expect(field.value).toBe('insults');
});

const AFTER = handView({ offers: [], pot: 0, phase: 'over', to_act: 0, seats: [seatView({ stack: 20_100 }), seatView({ seat: 2, down: ['??', '??'], stack: 20_200 })] });
const RULING = {
  cites: ['nsw-poker 26.10'], deadline: '', working: '', late: false, turn: 3,
  remedies: [
    { name: 'stand', words: 'The wager stands', by: ['supervisor'], cites: ['nsw-poker 26.10'], effects: [], money: [], after: { ...handView(), offers: [] } },
    { name: 'void', words: 'The round is void', by: ['supervisor'], cites: ['nsw-poker 26.14'], effects: [], money: [{ name: { phrase: '{name} (seat {seat})', parts: { name: { name: 'Bob' }, seat: 2 } }, amount: 20_000 }], after: AFTER },
  ],
};
const CLAUSE = { cite: 'nsw-poker 26.10', kind: 'irregularity', text: 'Cards that a player showed are shown to all.', note: '' };

async function ruled(): Promise<void> {
  vi.stubGlobal('fetch', (path: string) => Promise.resolve({ json: () => Promise.resolve(path.endsWith('/rule') ? RULING : path.startsWith('/api/rule?') ? CLAUSE : answers[path]) }));
  render(Floor, { table: 'Sydney' });
  await userEvent.click(await screen.findByRole('button', { name: /^Exposed by player/ }));
  await userEvent.selectOptions(screen.getByLabelText('Seat'), '1');
  await userEvent.click(screen.getByRole('button', { name: 'What is the ruling?' }));
}

it('shows what the rule says beside the question, and the table before and after what is chosen', async () => {
  await ruled();
  expect((await screen.findByRole('article', { name: 'What the rule says' })).textContent).toContain('Cards that a player showed are shown to all.');
  // The first remedy changes nothing: one picture is enough.
  expect(screen.getByText('The table stays as it stands')).toBeTruthy();
  expect(screen.queryByRole('figure', { name: 'The table after it' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /^The round is void/ }));
  const after = screen.getByRole('figure', { name: 'The table after it' });
  expect(after.textContent).toContain('$202');
  expect(screen.getByText('Now').closest('figure')?.textContent).toContain('$200');
});

it('counts in chips at a table of a tournament, and sends seats and chips to its director', async () => {
  const event = { name: 'friday', title: 'Friday', number: 1, level: 1, text: '' };
  room.tables = { Sydney: { seq: 1, state: tableState({ your_seat: 0, hand: handView(), event }), lines: [], at: 0 } };
  await ruled();
  expect((await screen.findByText(/Chips go back:/)).textContent).toContain('Bob (seat 2) 20,000');
  expect(screen.getByRole('link', { name: 'the director’s desk' }).getAttribute('href')).toBe('/tournament/friday/desk');
  expect(screen.queryByText('Money and moves')).toBeNull();
});

it('takes a card that would lie open for a change, and one that is hidden from whoever looks for none', () => {
  const shown = (down: string[]) => handView({ seats: [seatView({ down }), seatView({ seat: 2, down: ['??', '??'], bet: 200 })] });
  expect(changes(shown(['??', '??']), shown(['Kh', '??']))).toBe(true);
  expect(changes(shown(['Kh', 'Kd']), shown(['Kh', '??']))).toBe(false);
  expect(changes(shown(['??', '??']), { ...shown(['??', '??']), pot: 0 })).toBe(true);
});
