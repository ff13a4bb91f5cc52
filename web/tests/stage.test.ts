// Where things lie on the felt: seats that never cover each other, chips that add up, the last act of each seat.
import { describe, expect, it } from 'vitest';

import { CHIPS, columns } from '../src/lib/table/chips';
import { lastActs } from '../src/lib/table/lastActs';
import { puckAt, spot, stepsFrom, type Stage } from '../src/lib/table/places';

const STAGES: Record<Stage, { wide: number; high: number; plate: [number, number]; own: [number, number] }> = {
  screen: { wide: 1280, high: 852, plate: [172, 56], own: [214, 60] },
  upright: { wide: 390, high: 558, plate: [112, 42], own: [180, 46] },
  sideways: { wide: 588, high: 390, plate: [112, 42], own: [170, 46] },
};
const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const CASES = (Object.keys(STAGES) as Stage[]).flatMap((stage) => COUNTS.map((count) => [stage, count] as const));

function box(stage: Stage, steps: number, count: number): [number, number, number, number] {
  const { x, y } = spot(stage, steps, count);
  const [wide, high] = STAGES[stage][steps ? 'plate' : 'own'];
  return [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
}

describe('seats', () => {
  it.each(CASES)('lie apart from each other: %s, %i', (stage, count) => {
    const boxes = Array.from({ length: count }, (_, steps) => box(stage, steps, count));
    for (const [at, a] of boxes.entries()) {
      for (const b of boxes.slice(at + 1)) {
        const touch = Math.min(a[2], b[2]) > Math.max(a[0], b[0]) && Math.min(a[3], b[3]) > Math.max(a[1], b[1]);
        expect(touch, `${a} and ${b}`).toBe(false);
      }
    }
  });

  it.each(CASES)('lie on the stage: %s, %i', (stage, count) => {
    const { wide, high } = STAGES[stage];
    for (let steps = 0; steps < count; steps += 1) {
      const [left, top, right, bottom] = box(stage, steps, count);
      expect([left >= -wide / 2 - 8, right <= wide / 2 + 8, top >= 0, bottom <= high]).toEqual([true, true, true, true]);
    }
  });

  it.each(CASES)('go clockwise from the hero, and the right side mirrors the left: %s, %i', (stage, count) => {
    for (let steps = 1; steps < count; steps += 1) {
      const left = spot(stage, steps, count);
      const right = spot(stage, count - steps, count);
      expect(left.x).toBeCloseTo(-right.x);
      expect(left.y).toBeCloseTo(right.y);
    }
    if (count > 2) expect(spot(stage, 1, count).x).toBeLessThan(0);
  });

  it('keeps the band of the board free on a phone held upright', () => {
    for (const count of COUNTS) {
      for (let steps = 1; steps < count; steps += 1) {
        const [, top, , bottom] = box('upright', steps, count);
        expect(bottom <= 195 || top >= 270, `${count} seats, ${steps}`).toBe(true);
      }
    }
  });

  it('count from the seat at the bottom', () => {
    expect([stepsFrom(3, 3, 6), stepsFrom(3, 4, 6), stepsFrom(3, 2, 6)]).toEqual([0, 1, 5]);
  });

  it.each(CASES)('have the button beside their plate, not on it: %s, %i', (stage, count) => {
    for (let steps = 0; steps < count; steps += 1) {
      const { x, y } = puckAt(stage, steps, count);
      const [left, top, right, bottom] = box(stage, steps, count);
      expect(x > left && x < right && y > top && y < bottom, `${steps}`).toBe(false);
    }
  });
});

describe('the button', () => {
  // One's own cards may be as wide as four or five are: they stand over the plate's edge by 14.
  it.each([['screen', 17], ['upright', 12], ['sideways', 12]] as const)('lies below one’s own cards: %s', (stage, half) => {
    const [, top] = box(stage, 0, 6);
    expect(puckAt(stage, 0, 6).y - half).toBeGreaterThanOrEqual(top + 14);
  });
});

describe('chips', () => {
  const worth = (found: [number, number][]) => found.reduce((sum, [chip, count]) => sum + chip * count, 0);

  it('are the fewest, the largest first', () => {
    expect(columns(7_350, 9)).toEqual([[2_500, 2], [500, 4], [100, 3], [50, 1]]);
  });

  it.each([50, 100, 650, 2_400, 49_950, 123_450])('add up to %i where there is room', (amount) => {
    expect(worth(columns(amount, 99))).toBe(amount);
  });

  it('stand five high at most, and in as many columns as there is room', () => {
    const found = columns(2_500_000 * 23, 3);
    expect(found).toEqual([[2_500_000, 5], [2_500_000, 5], [2_500_000, 5]]);
  });

  it('are none for less than the smallest chip', () => {
    expect(columns(Math.min(...CHIPS) - 1, 3)).toEqual([]);
  });
});

describe('the last act of a seat', () => {
  let seq = 0;
  const line = (kind: string, seat = 0, undone: number[] = []) => ({ kind, seat, seq: (seq += 1), undone });

  it('is the one of this street', () => {
    const found = lastActs([line('HandStarted'), line('Called', 1), line('StreetDealt'), line('Checked', 1), line('BetMade', 2), line('Raised', 1)]);
    expect([...found]).toEqual([[1, 'raises'], [2, 'bets']]);
  });

  it('is the earlier one where the last entry was taken back, also when that had dealt a street', () => {
    const lines = [line('HandStarted'), line('Called', 1), line('Raised', 2)];
    const back = lines.at(-1)!.seq;
    expect([...lastActs([...lines, line('EntryTakenBack', 2, [back, back])])]).toEqual([[1, 'calls']]);
    const dealt = line('StreetDealt');
    expect([...lastActs([...lines, dealt, line('EntryTakenBack', 0, [dealt.seq, dealt.seq])])]).toEqual([[1, 'calls'], [2, 'raises']]);
  });

  it('is gone with the next street', () => {
    expect(lastActs([line('Raised', 1), line('StreetDealt')]).size).toBe(0);
  });
});
