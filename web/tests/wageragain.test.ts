// *Same again*: the same wagers or none.
import { describe, expect, it } from 'vitest';

import type { Choice } from '../src/lib/pitwords';
import type { BoxView } from '../src/lib/protocol';
import type { PrintedSpot } from '../src/lib/table/pitlayout';
import { laidBefore, laidTogether, outOfBounds } from '../src/lib/wageragain';

const offer = (spot: string, amounts: [number, number, number], changes: Partial<Choice> = {}) => ({ order: { type: 'Wager', box: 3, spot, amount: 0 }, cites: [], amounts, vary: ['amount'], ...changes }) as unknown as Choice;
const OFFERS = [offer('ante', [1000, 50_000, 500]), offer('super-aces', [500, 2000, 500])];
const LAST = [{ spot: 'ante', amount: 1500 }, { spot: 'super-aces', amount: 500 }];

const at = (box: number, chips: number, spots: PrintedSpot[] = []) => ({ box, chips, you: 'me', spots });
const BONUS: PrintedSpot[] = [{ spot: 'ante', limits: [1000, 50_000, 500] }, { spot: 'super-aces', limits: [500, 2000, 500] }];

describe('same again', () => {
  it('lays every wager of the last round, in its order', () => {
    expect(laidTogether(LAST, OFFERS, at(3, 2000))?.map((one) => [one.spot, one.amount])).toEqual([['ante', 1500], ['super-aces', 500]]);
  });

  it.each([
    ['the chips do not reach', LAST, OFFERS, 3, 1999],
    ['there was no wager', [], OFFERS, 3, 9000],
    ['one is not offered', LAST, OFFERS.slice(0, 1), 3, 9000],
    ['one is outside the limits', [{ spot: 'ante', amount: 500 }], OFFERS, 3, 9000],
    ['one is not of whole steps', [{ spot: 'ante', amount: 1250 }], OFFERS, 3, 9000],
    ['the box is another', LAST, OFFERS, 4, 9000],
    ['the sign allows less', LAST, [offer('ante', [1000, 50_000, 500], { usual: [1000, 1000] }), OFFERS[1]!], 3, 9000],
  ] as const)('lays nothing where %s', (_, last, offers, box, chips) => expect(laidTogether(last, offers, at(box, chips))).toBeNull());

  it('lays a bonus after the ante that it waits for, within what the sign states', () => {
    const bonusFirst = LAST.toReversed();
    expect(laidTogether(bonusFirst, OFFERS.slice(0, 1), at(3, 9000, BONUS))).toEqual([{ type: 'Wager', box: 3, spot: 'ante', amount: 1500 }, { type: 'Wager', player: 'me', box: 3, spot: 'super-aces', amount: 500 }]);
    expect(laidTogether([LAST[0]!, { spot: 'super-aces', amount: 2500 }], OFFERS.slice(0, 1), at(3, 9000, BONUS))).toBeNull();
    expect(laidTogether([LAST[1]!], OFFERS.slice(0, 1), at(3, 9000, BONUS))).toBeNull();
    expect(laidTogether(LAST, OFFERS.slice(1), at(3, 9000, BONUS))).toBeNull();
  });

  it.each([[500, 'at least 1000'], [50_500, 'at most 50000'], [1250, 'in steps of 500'], [1000, ''], [50_000, '']])('says why %d does not do', (amount, why) => expect(outOfBounds(amount, [1000, 50_000, 500], String)).toBe(why));

  it('remembers one’s own wagers on one’s own box only', () => {
    const box = (changes: Partial<BoxView>) => ({ no: 1, player: 'me', seated: 'me', stakes: [{ spot: 'ante', amount: 1000 }], ...changes }) as unknown as BoxView;
    expect(laidBefore([box({}), box({ no: 2, seated: 'other' }), box({ no: 3, player: 'other', seated: 'other' })], 'me')).toEqual([{ spot: 'ante', amount: 1000 }]);
  });
});
