// The rulebook pages speak to people at the table: no names out of the program.
import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';

import { plainNote } from '../src/lib/clausewords';
import Rules from '../src/views/Rules.svelte';

const CLAUSES = [
  { number: '1.1/ante', kind: 'definition', text: 'A fixed contribution every player makes to the pot.', behaviour: 'cfg.ante amount collected as an AntePosted event.', note: 'An ante does not count toward a call.' },
  { number: '1.1/active', kind: 'engine', text: 'A player who has not folded.', behaviour: 'Derive player.active.', note: 'Keep a second property can_act.' },
];

beforeEach(() => void vi.stubGlobal('fetch', (path: string) => Promise.resolve({ json: () => Promise.resolve(path === '/api/conformance' ? { clauses: {} } : { title: 'Poker', clauses: CLAUSES }) })));

it('shows what a clause asks, what it is about, and notes in plain words', async () => {
  render(Rules, { book: 'nsw-poker' });
  await screen.findByText('A player who has not folded.');
  const said = document.body.textContent;
  expect(said).not.toMatch(/cfg|AntePosted|player\.active|can_act|engine/);
  expect(said).toContain('An ante does not count toward a call.');
  expect(said).toContain('meaning of a word');
});

it.each([['Some rooms rank three of a kind over a straight.', true], ['Resolve: no, 10.2 governs the rest.', true], ['model as ace_low_straights + game_mode', false], ['a HandStarted event', false], ['config pair on fourth', false]])('%j is for players: %j', (note, isPlain) =>
  expect(plainNote(note) !== '').toBe(isPlain));
