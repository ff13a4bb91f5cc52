// The lobby's list: groups, order, search, and the seat that *play now* offers.
import { describe, expect, it } from 'vitest';

import { bestSeat, grouped } from '../src/lib/lobby';
import type { LobbyTable } from '../src/lib/protocol';

const table = (name: string, changes: Partial<LobbyTable> = {}): LobbyTable => ({
  table: name, rulebook: 'nsw-poker', game: 'texas-holdem', title: "Texas Hold'em", limit: 'no limit, least bet $2', deck: '52 cards, 2-A', blinds: '100/200', seats: 6, taken: 3, bots: 2, pot_average: 1000,
  kind: 'table', family: 'board', live: false, ...changes,
});
const ALL = { family: '', book: '', free: false, sought: '' };
const names = (tables: readonly LobbyTable[]) => tables.map((one) => one.table);

describe('the list', () => {
  const tables = [table('Sydney'), table('Pyrmont', { family: 'stud', title: 'Seven Card Stud', game: 'seven-card-stud' }), table('Bondi', { title: 'Omaha', taken: 6 }), table('Civic', { kind: 'pit', family: 'banked', title: 'Casino Hold-em' })];

  it('is grouped by families while it is sorted by game', () => {
    expect(grouped(tables, ALL, 'game', false).map((one) => [one.family, names(one.tables)])).toEqual([['board', ['Bondi', 'Sydney']], ['stud', ['Pyrmont']], ['banked', ['Civic']]]);
  });

  it('is one list in any other order, both ways', () => {
    expect(grouped(tables, ALL, 'table', false).map((one) => names(one.tables))).toEqual([['Bondi', 'Civic', 'Pyrmont', 'Sydney']]);
    expect(names(grouped(tables, ALL, 'table', true)[0]!.tables)).toEqual(['Sydney', 'Pyrmont', 'Civic', 'Bondi']);
  });

  it('leaves out what was not asked for', () => {
    expect(grouped(tables, { ...ALL, free: true }, 'table', false).flatMap((one) => names(one.tables))).not.toContain('Bondi');
    expect(grouped(tables, { ...ALL, family: 'stud' }, 'table', false).flatMap((one) => names(one.tables))).toEqual(['Pyrmont']);
    expect(grouped(tables, { ...ALL, sought: ' omaha ' }, 'table', false).flatMap((one) => names(one.tables))).toEqual(['Bondi']);
    expect(grouped(tables, { ...ALL, sought: 'nothing' }, 'game', false)).toEqual([]);
  });
});

describe('play now', () => {
  it('prefers the game last played, then people, then company', () => {
    const tables = [table('Bots', { taken: 5, bots: 5 }), table('People', { taken: 3, bots: 1 }), table('Omaha', { game: 'omaha' })];
    expect(bestSeat(tables, [], '')?.table).toBe('People');
    expect(bestSeat(tables, [], 'omaha')?.table).toBe('Omaha');
    expect(bestSeat(tables.slice(0, 1), [], 'omaha')?.table).toBe('Bots');
  });

  it('offers no full, live, private, tournament or own table, and none against the house', () => {
    const none = [table('Full', { taken: 6 }), table('Live', { live: true }), table('Ours', { note: 'for Ann only' }), table('Event', { event: 'spring' }), table('Pit', { kind: 'pit' }), table('Mine')];
    expect(bestSeat(none, ['Mine'], '')).toBeNull();
  });
});
