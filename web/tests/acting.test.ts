// Which amounts the buttons propose, and how the choices are spoken.
import { describe, expect, it } from 'vitest';

import { money } from '../src/lib/words';
import { choices, owed, presets, snap, wagerWord } from '../src/lib/table/acting';
import { CALL, FOLD, handView, offer, RAISE, seatView } from './samples';

describe('proposed amounts', () => {
  it.each([[0, 400], [410, 400], [430, 450], [19_990, 20_000], [99_999, 20_000]])('%d becomes the nearest legal one, %d', (wanted, to) => expect(snap(RAISE, wanted)).toBe(to));

  it('keep an all-in that lies between two steps', () => {
    const short = offer('raise', { least: 400, most: 1925, step: 50, all_in: 1925 });
    expect(snap(short, 1920)).toBe(1925);
    expect(snap(short, 1890)).toBe(1900);
  });

  it('are left out where they are not legal', () => {
    const hand = handView({ offers: [FOLD, CALL, offer('raise', { least: 400, most: 450, step: 50 })] });
    expect(presets(hand, hand.offers[2]!, 1, 200).map((one) => one.label)).toEqual(['Min', '½ pot']);
  });

  it('count the call into the pot', () => {
    const hand = handView({ high: 200, pot: 300, board: ['As', 'Kd', '2c'] });
    expect(presets(hand, RAISE, 1, 200).map((one) => [one.label, one.to])).toEqual([['Min', 400], ['½ pot', 450], ['⅔ pot', 550], ['Pot', 700], ['All-in', 20_000]]);
  });
});

describe('words', () => {
  it('complete a bring-in', () => {
    expect(wagerWord(handView({ high: 100 }), offer('raise', { least: 200, most: 200 }), 200)).toBe('Complete to');
    expect(wagerWord(handView(), RAISE, 200)).toBe('Raise to');
    expect(wagerWord(handView(), offer('bet'), 200)).toBe('Bet');
  });

  it('tell the choices as they are said, not by the names of orders', () => {
    expect(choices([offer('bring-in', { amount: 50 }), offer('run-twice'), offer('run-once'), offer('muck')], money)).toBe('bring in $0.50, run it twice, run it once, muck');
  });

  it('tell the choices', () => {
    expect(choices([FOLD, CALL, RAISE, offer('draw', { most: 4 }), offer('time', { most: 20, amount: 200 })], money)).toBe('fold, call $2, raise from $4 to $200, draw up to 4, 20 more seconds for $2');
  });
});

describe('more time', () => {
  it('costs chips, or a card that an event gave out', () => {
    expect(choices([offer('time', { amount: 200, most: 20 })], money)).toBe('20 more seconds for $2');
    expect(choices([offer('time', { least: 3, most: 25 })], money)).toBe('25 more seconds for 1 of 3 cards');
    expect(choices([offer('time', { least: 1, most: 25 })], money)).toBe('25 more seconds for 1 of 1 card');
  });
});

describe('what is owed', () => {
  it('is never more than the stack, and nothing for a stranger', () => {
    expect(owed(handView(), 1)).toBe(200);
    expect(owed(handView({ seats: [seatView({ stack: 150 })] }), 1)).toBe(150);
    expect(owed(handView(), 9)).toBe(0);
  });
});
