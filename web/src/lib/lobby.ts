// The lobby's list: which tables are shown, in which order and groups, and which seat is offered first.
import { wording } from './language';
import { say } from './phrases';
import type { LobbyTable } from './protocol';
import { amountIn } from './words';

export type Column = 'game' | 'table' | 'stakes' | 'seats' | 'waiting' | 'pot' | 'rules';

export interface Wish {
  family: string;
  book: string;
  free: boolean;
  sought: string;
}

export interface Group {
  /** Empty where the list is sorted across families. */
  family: LobbyTable['family'] | '';
  tables: LobbyTable[];
}

const ORDER: readonly LobbyTable['family'][] = ['board', 'stud', 'draw', 'other', 'banked'];
/** What players say that a game costs: its blinds or fixed bets, else its ante, else the words of its limit. */
export function stakesText(one: Pick<LobbyTable, 'stakes' | 'ante' | 'limit' | 'event' | 'kind'>): string {
  const currency = one.event ? 'chips' : 'cash';
  if (one.stakes?.length) return one.stakes.map((value) => amountIn(value, currency)).join(' / ');
  return one.ante ? wording`${amountIn(one.ante, currency)} ante` : one.kind === 'pit' ? '' : say(one.limit);
}

/** Seats around a small oval, in percent of its box: seat 1 at the bottom, then clockwise. */
export function around(seats: number): [x: number, y: number][] {
  return Array.from({ length: seats }, (_, at) => {
    const angle = Math.PI / 2 + (2 * Math.PI * at) / seats;
    return [Math.round(50 + 38 * Math.cos(angle)), Math.round(50 + 46 * Math.sin(angle))];
  });
}

const WORTH: Record<Column, (one: LobbyTable, waiting: (table: string) => number) => string | number> = {
  game: (one) => one.plain || one.title,
  table: (one) => one.table,
  stakes: (one) => one.stakes?.at(-1) ?? one.ante ?? 0,
  waiting: (one, waiting) => -waiting(one.table),
  seats: (one) => one.seats - one.taken,
  pot: (one) => -one.pot_average,
  rules: (one) => one.rulebook,
};

function fits(one: LobbyTable, wish: Wish): boolean {
  const words = wish.sought.trim().toLowerCase();
  if (wish.family && one.family !== wish.family) return false;
  if (wish.book && one.rulebook !== wish.book) return false;
  if (wish.free && one.taken >= one.seats) return false;
  return !words || [one.table, one.plain ?? '', one.title, say(one.limit), one.rulebook].some((text) => text.toLowerCase().includes(words));
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** What is asked for, sorted; by game in families, by anything else in one list. */
export function grouped(tables: readonly LobbyTable[], wish: Wish, by: Column, down: boolean, waiting: (table: string) => number = () => 0): Group[] {
  const worth = (one: LobbyTable) => WORTH[by](one, waiting);
  const shown = tables.filter((one) => fits(one, wish)).sort((a, b) => (down ? -1 : 1) * compare(worth(a), worth(b)) || compare(a.table, b.table));
  if (by !== 'game') return shown.length ? [{ family: '', tables: shown }] : [];
  return ORDER.map((family) => ({ family, tables: shown.filter((one) => one.family === family) })).filter((group) => group.tables.length > 0);
}

/** The best free seat: of the game last played, then among people, then where most play. Never at a table for others or with real cards. */
export function bestSeat(tables: readonly LobbyTable[], mine: readonly string[], lastGame: string): LobbyTable | null {
  const open = tables.filter((one) => one.kind === 'table' && one.taken < one.seats && !one.live && !one.event && !one.note && !mine.includes(one.table));
  const rank = (one: LobbyTable) => [lastGame && one.game === lastGame ? 0 : one.game === 'texas-holdem' ? 1 : 2, -(one.taken - one.bots), -one.taken];
  return [...open].sort((a, b) => rank(a).map((value, at) => value - rank(b)[at]!).find((one) => one !== 0) ?? compare(a.table, b.table))[0] ?? null;
}
