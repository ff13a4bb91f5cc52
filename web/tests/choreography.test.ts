// What moves on the felt and when: a timeline is data. And which looks a run-out has before its result.
import { describe, expect, it } from 'vitest';

import type { HandView } from '../src/lib/protocol';
import { choreography, MOST, MS, sceneOf, type Motion } from '../src/lib/table/choreography';
import { looks } from '../src/lib/table/pacing';
import { handView, seatView } from './samples';

const HERO = 1;
const scene = (changes: Partial<HandView>, wins: { seat: number; amount: number }[] = []) => sceneOf(handView({ seats: [seatView(), seatView({ seat: 2, down: ['??', '??'], bet: 0 })], ...changes }), HERO, wins);
const kinds = (motions: readonly Motion[]) => motions.map((one) => one.kind);
const FLOP = ['Js', '7d', '4s'];

describe('a timeline', () => {
  it('is empty where nothing changed, and for whoever comes to a hand that goes on', () => {
    expect(choreography(scene({}), scene({}))).toEqual([]);
    expect(choreography(null, scene({ board: FLOP }))).toEqual([]);
    expect(choreography(scene({}), null)).toEqual([]);
  });

  it('deals one card after another, from the left of the button, and turns only one’s own', () => {
    const motions = choreography(scene({ hand_id: 'A/1' }), scene({ hand_id: 'A/2', button: 2 })).filter((one) => one.kind === 'deal');
    expect(motions.map((one) => [one.seat, one.place])).toEqual([[1, 0], [2, 0], [1, 1], [2, 1]]);
    expect(motions.map((one) => one.at)).toEqual([0, 70, 140, 210]);
    expect(motions.map((one) => one.turns)).toEqual([true, false, true, false]);
  });

  it('turns the flop together, after the last of its cards has arrived', () => {
    const motions = choreography(scene({}), scene({ board: FLOP })).filter((one) => one.kind === 'board');
    expect(motions.map((one) => one.place)).toEqual([0, 1, 2]);
    expect(new Set(motions.map((one) => one.turnsAt)).size).toBe(1);
    expect(motions[0]!.turnsAt).toBe(motions[2]!.at + MS.deal);
  });

  it('brings in the bets before the next street comes', () => {
    const before = scene({ seats: [seatView({ bet: 200 }), seatView({ seat: 2, down: ['??', '??'], bet: 200 })] });
    const motions = choreography(before, scene({ board: FLOP, seats: [seatView({ bet: 0 }), seatView({ seat: 2, down: ['??', '??'], bet: 0 })] }));
    const swept = motions.filter((one) => one.kind === 'collect');
    expect(swept.map((one) => [one.seat, one.amount])).toEqual([[1, 200], [2, 200]]);
    const first = motions.find((one) => one.kind === 'board');
    expect(first!.at).toBeGreaterThanOrEqual(swept[0]!.at + swept[0]!.ms);
  });

  it('throws a folded hand away once', () => {
    const folded = scene({ seats: [seatView(), seatView({ seat: 2, down: ['??', '??'], status: 'folded' })] });
    expect(kinds(choreography(scene({}), folded))).toContain('fold');
    expect(kinds(choreography(folded, folded))).toEqual([]);
  });

  it('pushes the pot to the winner when everything else has happened, and only once', () => {
    const over = scene({ phase: 'over', board: FLOP }, [{ seat: 2, amount: 500 }, { seat: 2, amount: 100 }]);
    const motions = choreography(scene({}), over);
    const award = motions.find((one) => one.kind === 'award');
    expect(award).toMatchObject({ seat: 2, amount: 600, ms: 520 });
    expect(Math.max(...motions.filter((one) => one.kind === 'board').map((one) => one.turnsAt + one.turnMs))).toBeLessThanOrEqual(award!.at);
    expect(kinds(choreography(over, over))).toEqual([]);
  });

  it('moves at most sixty things at once', () => {
    const many = (hand_id: string) => handView({ hand_id, seats: Array.from({ length: 10 }, (_, at) => seatView({ seat: at + 1, down: Array.from({ length: 9 }, () => '??') })) });
    expect(choreography(sceneOf(many('A/1'), 1, []), sceneOf(many('A/2'), 1, []))).toHaveLength(MOST);
  });
});

describe('a run-out', () => {
  const before = handView({ board: FLOP, pot: 1000, to_act: 1, high: 300, seats: [seatView({ stack: 300, bet: 0 }), seatView({ seat: 2, status: 'all-in' })] });
  const after = handView({ board: [...FLOP, 'Qd', '2c'], phase: 'over', seats: [seatView({ words: [{ phrase: 'a pair' }] }), seatView({ seat: 2, down: ['As', 'Ad'], words: [{ phrase: 'aces' }] })] });
  const lines = [{ kind: 'Called', seq: 10 }, { kind: 'StreetDealt', seq: 12 }, { kind: 'StreetDealt', seq: 15 }, { kind: 'PotAwarded', seq: 18 }];

  it('is shown street by street before its result', () => {
    const found = looks(before, after, lines);
    expect(found.map((one) => one.hand?.board.length)).toEqual([4, 5]);
    expect(found.map((one) => one.upto)).toEqual([12, 15]);
  });

  it('tells no hand, no words and no award before the end', () => {
    for (const { hand } of looks(before, after, lines)) {
      expect(hand?.phase).toBe('betting');
      expect(hand?.seats.find((one) => one.seat === 2)?.down).toEqual(before.seats[1]!.down);
      expect(hand?.seats.every((one) => !one.words.length)).toBe(true);
      expect(hand?.offers).toEqual([]);
    }
  });

  it('has the hands that were turned up before the board first, and open from then on; a folded one stays as it was', () => {
    const opened = [{ kind: 'Called', seq: 10 }, { kind: 'HandsOpened', seq: 11 }, ...lines.slice(1)];
    const found = looks(before, after, opened);
    expect(found.map((one) => one.hand?.board.length)).toEqual([3, 4, 5]);
    expect(found.map((one) => one.upto)).toEqual([11, 12, 15]);
    const told = after.seats.find((one) => one.seat === 2)!.down;
    expect(told).not.toContain('??');
    for (const { hand } of found) {
      expect(hand?.seats.find((one) => one.seat === 2)?.down).toEqual(told);
      expect(hand?.seats.every((one) => !one.words.length)).toBe(true);
    }
    const gone = { ...before, seats: before.seats.map((one) => (one.seat === 2 ? { ...one, status: 'folded' as const } : one)) };
    expect(looks(gone, after, opened)[0]!.hand?.seats.find((one) => one.seat === 2)?.down).toEqual(before.seats[1]!.down);
  });

  it('shows a board that was dealt twice one after the other: the second begins where the first did', () => {
    const twice = { ...after, second: [...FLOP, 'Kd', '4c'] };
    const found = looks(before, twice, [...lines.slice(0, 3), { kind: 'StreetDealt', seq: 16 }, { kind: 'StreetDealt', seq: 17 }, { kind: 'PotAwarded', seq: 18 }]);
    expect(found.map((one) => [one.hand?.board.length, one.hand?.second?.length ?? 0])).toEqual([[4, 0], [5, 0], [5, 4], [5, 5]]);
    expect(found.map((one) => one.upto)).toEqual([12, 15, 16, 17]);
    expect(found[2]!.hand?.second).toEqual([...FLOP, 'Kd']);
  });

  it('has the call in its pot and off the stack of whoever made it', () => {
    const { hand } = looks(before, after, lines)[0]!;
    expect(hand?.pot).toBe(1300);
    expect(hand?.seats.map((one) => [one.stack, one.status])).toEqual([[0, 'all-in'], [before.seats[1]!.stack, 'all-in']]);
    const rich = { ...before, seats: [seatView({ stack: 500, bet: 0 }), before.seats[1]!] };
    expect(looks(rich, after, lines)[0]!.hand?.seats[0]).toMatchObject({ stack: 200, status: 'in' });
  });

  it('is none where a street came alone, another hand began or the hand was over before', () => {
    expect(looks(before, { ...after, phase: 'betting', board: [...FLOP, 'Qd'] }, lines)).toEqual([]);
    expect(looks(before, { ...after, hand_id: 'other' }, lines)).toEqual([]);
    expect(looks({ ...before, phase: 'over' }, after, lines)).toEqual([]);
    expect(looks(null, after, lines)).toEqual([]);
    expect(looks(before, { ...after, board: FLOP }, lines)).toEqual([]);
  });
});
