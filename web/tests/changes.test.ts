// An update of a table leaves its reader with the whole state.
import { describe, expect, it } from 'vitest';
import { applied, appliedPit } from '../src/lib/changes';
import type { PitState, TableState } from '../src/lib/protocol';
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

const pit = { table: 'P', chips: 100, offers: [{ order: { type: 'Leave' } }], round: { number: 3, phase: 'betting', dealer: [], boxes: [{ no: 1, cards: ['??'] }, { no: 2, cards: [] }] } } as unknown as PitState;

describe('an update of a house-banked table', () => {
  it('leaves as it was what it does not name', () => {
    const now = appliedPit(pit, { clock: null });
    expect({ ...now, clock: undefined }).toEqual({ ...pit, clock: undefined });
    expect(now.round).toBe(pit.round);
  });

  it('replaces boxes by their number, and the fields of the round that it names', () => {
    const now = appliedPit(pit, { chips: 90, offers: [], in_round: { phase: 'decision', some_boxes: [{ no: 1, cards: ['Kh'] }] } } as never);
    expect(now).toMatchObject({ chips: 90, offers: [], round: { number: 3, phase: 'decision', boxes: [{ no: 1, cards: ['Kh'] }, { no: 2, cards: [] }] } });
    expect(pit.round?.boxes[0]?.cards).toEqual(['??']);
  });

  it('takes another round, and none, whole', () => {
    expect(appliedPit(pit, { round: null }).round).toBeNull();
    expect(appliedPit({ ...pit, round: null }, { round: pit.round }).round).toBe(pit.round);
  });
});
