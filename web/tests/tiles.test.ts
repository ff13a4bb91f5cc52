// Several tables in one window: the layout, and at which table a key acts.
import { describe, expect, it } from 'vitest';

import { columnsFor, keysAt, LEAST_UNIT, neighbour, SEEN_MS, unit } from '../src/lib/table/tiles';

describe('the wall', () => {
  it.each([[1, 1280, 852, 1], [2, 1280, 852, 2], [2, 844, 1600, 1], [4, 1920, 1032, 2], [3, 2400, 700, 3]])('%i tiles in %ix%i stand in %i columns', (tiles, width, height, columns) => expect(columnsFor(tiles, width, height)).toBe(columns));

  it('has no room for the log below the least unit', () => {
    expect(unit(1280 * LEAST_UNIT, 852)).toBe(LEAST_UNIT);
    expect(unit(640, 852)).toBeLessThan(LEAST_UNIT);
    expect(unit(960, 1032)).toBeGreaterThan(LEAST_UNIT);
  });
});

describe('keys', () => {
  const turns = [{ table: 'B', since: 500 }, { table: 'C', since: 200 }];

  it('act in the chosen tile while nobody else waits, and while it waits itself', () => {
    expect(keysAt('A', [], 9000)).toBe('A');
    expect(keysAt('B', turns, 9000)).toBe('B');
  });

  it('act where one was waited for longest, once that could be seen, and nowhere before', () => {
    expect(keysAt('A', turns, 200 + SEEN_MS)).toBe('C');
    expect(keysAt('A', turns, 199 + SEEN_MS)).toBe('');
  });

  it('go round the tiles both ways', () => {
    expect(neighbour(['A', 'B', 'C'], 'C', 1)).toBe('A');
    expect(neighbour(['A', 'B', 'C'], 'A', -1)).toBe('C');
    expect(neighbour([], '', 1)).toBe('');
  });
});
