// Shares at an all-in: which street is shown, when none is, and what is said.
import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';

import type { Hint, Shares } from '../src/lib/protocol';
import PracticeHint from '../src/lib/table/PracticeHint.svelte';
import { hintNow, outsText, percent, sharesNow, spoken } from '../src/lib/table/shares';
import { handView, seatView } from './samples';

const FLOP = ['Js', '7d', '4s'];
const OPEN = [seatView({ seat: 1, down: ['As', 'Ks'] }), seatView({ seat: 2, down: ['Qh', 'Qc'] })];
const TOLD: Shares = {
  type: 'shares', table: 'A', hand_id: 'A/1',
  streets: [
    { board: 3, shares: [{ seat: 1, per_mille: 540 }, { seat: 2, per_mille: 460 }] },
    { board: 4, shares: [{ seat: 1, per_mille: 341 }, { seat: 2, per_mille: 659 }], behind: 1, outs: 15, unseen: 44 },
  ],
};
const shown = (changes = {}) => handView({ hand_id: 'A/1', phase: 'betting', board: FLOP, seats: OPEN, ...changes });
const name = (seat: number) => (seat === 1 ? 'Phoebe' : 'Grace');

describe('shares', () => {
  it('change with each street that is shown', () => {
    expect(sharesNow(TOLD, shown())?.shares[0]?.per_mille).toBe(540);
    expect(sharesNow(TOLD, shown({ board: [...FLOP, '2h'] }))?.shares[0]?.per_mille).toBe(341);
    expect(sharesNow(TOLD, shown({ board: [...FLOP, '2h', '9c'] }))).toBeNull();
  });

  it('are none of another hand, of a hand that is over, and while a hand in play lies closed', () => {
    expect(sharesNow(TOLD, shown({ hand_id: 'A/2' }))).toBeNull();
    expect(sharesNow(TOLD, shown({ phase: 'over' }))).toBeNull();
    expect(sharesNow(TOLD, shown({ seats: [OPEN[0], seatView({ seat: 2, down: ['??', '??'] })] }))).toBeNull();
    expect(sharesNow(null, shown())).toBeNull();
    expect(sharesNow(TOLD, shown({ second: ['2c'] }))).toBeNull();
  });

  it('leave a folded hand out, which lies closed', () => {
    expect(sharesNow(TOLD, shown({ seats: [...OPEN, seatView({ seat: 3, down: ['??', '??'], status: 'folded' })] }))).not.toBeNull();
  });

  it('say how many cards turn it round, and are spoken in whole percents', () => {
    expect(outsText(TOLD.streets[1]!, name)).toBe('15 of 44 cards win for Phoebe');
    expect(outsText(TOLD.streets[0]!, name)).toBe('');
    expect(spoken(TOLD.streets[1]!, name)).toBe('Phoebe 34 percent, Grace 66 percent');
    expect(percent(341)).toBe('34 %');
  });
});

describe('a practice hint', () => {
  const HINT: Hint = { type: 'hint', table: 'A', hand_id: 'A/1', turn: 7, against: 2, per_mille: 412, margin: 7, outs: 9, unseen: 47, needs: 250 };
  const said = (changes: Partial<Hint> = {}) => {
    render(PracticeHint, { hint: { ...HINT, ...changes } });
    return [...screen.getByRole('note').querySelectorAll('p')].map((one) => one.textContent);
  };

  it('belongs to one turn of one hand', () => {
    expect(hintNow(HINT, shown({ turn: 7 }))).toBe(HINT);
    expect(hintNow(HINT, shown({ turn: 8 }))).toBeNull();
    expect(hintNow(HINT, shown({ turn: 7, hand_id: 'A/2' }))).toBeNull();
    expect(hintNow(undefined, shown())).toBeNull();
  });

  it('says how sure it is, the outs and the price', () => expect(said()).toEqual(['41 % against 2 random hands within 0.7 points', '9 of 47 cards better your hand', 'a call pays from 25 %']));

  it('leaves out what is not counted', () => expect(said({ against: 1, margin: 0, unseen: 0, needs: 0 })).toEqual(['41 % against a random hand']));
});
