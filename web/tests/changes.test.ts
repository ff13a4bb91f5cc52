// An update of a table leaves its reader with the whole state.
import { describe, expect, it } from 'vitest';
import { applied } from '../src/lib/changes';
import type { TableState } from '../src/lib/protocol';
import { place } from './samples';

const known = { button: 1, number: 4, your_seat: 1, places: [place({ seat: 1 }), place({ seat: 2, name: 'Bob' })], hand: { hand_id: 'T/4/1', pot: 300, seats: [{ seat: 1, bet: 100 }, { seat: 2, bet: 200 }], offers: [{ action: 'fold' }] } } as unknown as TableState;

describe('an update', () => {
  it('leaves as it was what it does not name', () => {
    const now = applied(known, { clock: null, your_seat: 1 });
    expect({ ...now, clock: undefined }).toEqual({ ...known, clock: undefined });
    expect(now.hand).toBe(known.hand);
  });

  it('replaces seats by their number, and the fields of the hand that it names', () => {
    const now = applied(known, { in_hand: { pot: 400, offers: [], some_seats: [{ seat: 2, bet: 300 }] }, some_places: [place({ seat: 1, stack: 7 })] } as never);
    expect(now.hand).toMatchObject({ hand_id: 'T/4/1', pot: 400, offers: [], seats: [{ seat: 1, bet: 100 }, { seat: 2, bet: 300 }] });
    expect(now.places.map((one) => [one.seat, one.stack])).toEqual([[1, 7], [2, known.places[1]!.stack]]);
    expect(known.hand?.pot).toBe(300);
  });

  it('takes another hand, none and other places whole', () => {
    expect(applied(known, { hand: null }).hand).toBeNull();
    expect(applied(known, { places: [place({ seat: 3 })] }).places.map((one) => one.seat)).toEqual([3]);
  });
});
