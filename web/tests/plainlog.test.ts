// A log is plain unless somebody wants every line.
import { describe, expect, it } from 'vitest';

import type { Line } from '../src/lib/protocol';
import { beginsWithWord, shownLines } from '../src/lib/table/plainLog';

const line = (kind: string, parts = {}): Line => ({ seq: 1, kind, phrase: kind, parts, cites: [] }) as unknown as Line;
const LINES = ['HandOpened', 'ShuffleCommitted', 'HandStarted', 'BlindPosted', 'StreetDealt', 'RoundOpened', 'Called', 'Burned', 'PotsCollected', 'PotAwarded', 'HandEnded'].map((kind) => line(kind));
const fee = (money: number) => line('CommissionTaken', { amount: { money } });
const kinds = (shown: readonly Line[]) => shown.map((one) => one.kind);

describe('the log', () => {
  it('tells what was done and what came of it', () => {
    expect(kinds(shownLines(LINES, {}))).toEqual(['HandOpened', 'BlindPosted', 'StreetDealt', 'Called', 'PotsCollected', 'PotAwarded', 'HandEnded']);
  });

  it('tells every line to whoever wants it, except that a round was opened, which the next act says', () => {
    expect(kinds(shownLines(LINES, { all: true }))).toEqual(kinds(LINES).filter((kind) => kind !== 'RoundOpened'));
  });

  it('tells a fee, and a fee of nothing only among every line', () => {
    expect(shownLines([fee(50), fee(0)], {})).toEqual([fee(50)]);
    expect(shownLines([fee(50), fee(0)], { all: true })).toEqual([fee(50), fee(0)]);
  });

  it('against the house begins each round with its heading', () => {
    expect(kinds(shownLines(LINES, { pit: true }))).toContain('RoundOpened');
  });

  it('leaves out what says nothing', () => expect(shownLines([{ ...line('Called'), phrase: '' }], { all: true })).toEqual([]));
});

describe('a line', () => {
  it.each([['a card is burnt', {}, true], ['{street}: board {cards}', { street: 'flop' }, true], ['{player} folds', { player: { seat: 1, name: 'ann' } }, false], ['{name} sits down', { name: { name: 'ann' } }, false]])('that is %j begins with a word of the room: %j, %j', (phrase, parts, begins) =>
    expect(beginsWithWord({ phrase, parts } as never)).toBe(begins));
});
