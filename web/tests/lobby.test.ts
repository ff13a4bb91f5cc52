// The lobby's list: groups, order, search, and the seat that *play now* offers.
import { describe, expect, it } from 'vitest';

import { around, bestSeat, grouped, stakesText } from '../src/lib/lobby';
import type { LobbyTable } from '../src/lib/protocol';
import { pageTitle } from '../src/lib/titles';

const table = (name: string, changes: Partial<LobbyTable> = {}): LobbyTable => ({
  table: name, rulebook: 'nsw-poker', game: 'texas-holdem', title: "Texas Hold'em", limit: 'no limit, least bet $2', deck: '52 cards, 2-A', blinds: [100, 200], seats: 6, taken: 3, bots: 2, pot_average: 1000,
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

describe('a row', () => {
  it.each([
    [{ stakes: [100, 200] }, '$1 / $2'], [{ ante: 200 }, '$2 ante'], [{}, 'no limit, least bet $2'], [{ stakes: [100, 200], event: 'spring' }, '100 / 200'], [{ kind: 'pit' as const }, ''],
  ])('%j costs %j', (changes, words) => expect(stakesText(table('Sydney', changes))).toBe(words));

  it('is found by what players call the game, and sorted by what it costs and who waits', () => {
    const tables = [table('Dear', { stakes: [1000, 2000], plain: 'No limit Hold’em' }), table('Cheap', { stakes: [50, 100] })];
    expect(names(grouped(tables, { ...ALL, sought: 'no limit hold’em' }, 'table', false)[0]!.tables)).toEqual(['Dear']);
    expect(names(grouped(tables, ALL, 'stakes', false)[0]!.tables)).toEqual(['Cheap', 'Dear']);
    expect(names(grouped(tables, ALL, 'waiting', false, (one) => (one === 'Dear' ? 2 : 0))[0]!.tables)).toEqual(['Dear', 'Cheap']);
  });

  it('has its seats around an oval, the first at the bottom, clockwise', () => {
    const spots = around(4);
    expect(spots).toEqual([[50, 96], [12, 50], [50, 4], [88, 50]]);
  });
});

describe('the title', () => {
  it('says where one sits, except at that very table', () => {
    expect(pageTitle(['lab'], ['Sydney', 'Bondi'])).toBe('Lab · you sit at Sydney, Bondi · openfelt');
    expect(pageTitle(['table', 'Sydney'], ['Sydney', 'Bondi'])).toBe('Sydney · you sit at Bondi · openfelt');
    expect(pageTitle(['table', 'Sydney'], ['Sydney'])).toBe('Sydney · openfelt');
    expect(pageTitle(['lab'])).toBe('Lab · openfelt');
  });

  it('calls tables and tournaments as people do, not by their addresses', () => {
    const called = { table: (name: string) => (name === 'home-abc' ? 'Table of Ann' : name), event: () => 'Harbour Freeze Out' };
    expect(pageTitle(['table', 'home-abc'], ['home-abc', 'Bondi'], called)).toBe('Table of Ann · you sit at Bondi · openfelt');
    expect(pageTitle(['lab'], ['home-abc'], called)).toBe('Lab · you sit at Table of Ann · openfelt');
    expect(pageTitle(['tournament', 'harbour-freeze-out'], ['Harbour Freeze Out', 'Bondi'], called)).toBe('Harbour Freeze Out · you sit at Bondi · openfelt');
    expect(pageTitle(['tournament', 'harbour-freeze-out', 'wall'], [], called)).toBe('Harbour Freeze Out, wall screen · openfelt');
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
