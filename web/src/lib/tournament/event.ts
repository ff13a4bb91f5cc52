// A tournament in the words of its pages: places, standings, money, where it stands.
import { wording } from '../language';
import type { EntryRow, EventPlace, EventPlayer, EventSummary, EventView, MyEntry, PrizeView, Text } from '../protocol';
import { money } from '../words';

/** An account and its name. */
export type Named = readonly [string, string];
/** What is to be paid, and the cents. */
export type Due = readonly [string, number];

export const namesOf = (state: EventView): readonly Named[] => (state.players ?? []) as unknown as Named[];
export const dueOf = (entry: Pick<MyEntry | EntryRow, 'due'>): readonly Due[] => (entry.due ?? []) as unknown as Due[];

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** 1st, 2nd, 3rd, 11th. */
export function ordinal(place: number): string {
  switch (ordinals.select(place)) {
    case 'one': return wording`${place}st`;
    case 'two': return wording`${place}nd`;
    case 'few': return wording`${place}rd`;
    default: return wording`${place}th`;
  }
}

/** A place, or the places that are shared. */
export const placeWords = (one: Pick<EventPlace, 'place' | 'through'>): string => (one.through > one.place ? wording`${ordinal(one.place)} to ${ordinal(one.through)}` : ordinal(one.place));

/** What a place wins. */
export const prizeWords = (one: { cents?: number; prize_cents?: number; goods?: string }): string => {
  const cents = one.cents ?? one.prize_cents ?? 0;
  return [cents ? money(cents) : '', one.goods ?? ''].filter(Boolean).join(wording` and `);
};

/** What a player pays to enter, all of it. */
export const price = (one: Pick<EventView, 'fee_cents' | 'buy_in_cents'>): number => one.fee_cents + one.buy_in_cents;

/** The buy-in and the fee, apart: $20 + $2. */
export function priceWords(one: Pick<EventView, 'fee_cents' | 'buy_in_cents'>): string {
  if (!price(one)) return wording`free`;
  if (!one.fee_cents) return money(one.buy_in_cents);
  return one.buy_in_cents ? `${money(one.buy_in_cents)} + ${money(one.fee_cents)}` : money(one.fee_cents);
}

/** Where a tournament stands, in a word or two. */
export function statusWords(one: Pick<EventSummary, 'phase' | 'enters' | 'running' | 'level'>): string {
  if (one.phase === 'cancelled') return wording`cancelled`;
  if (one.phase === 'awarded') return wording`over`;
  if (one.phase === 'started') {
    const stands = one.running ? wording`level ${one.level}` : one.level ? wording`level ${one.level}, stopped` : wording`begins`;
    return one.enters ? wording`${stands}, late entry` : stands;
  }
  return one.enters ? wording`entries open` : wording`announced`;
}

/** When it starts, by the clock of the room: Sunday 19:30, with the date unless it is near. */
export function startWords(starts: string, today = new Date()): string {
  const when = new Date(starts.replace(' ', 'T'));
  if (!starts || Number.isNaN(when.getTime())) return wording`when it is called`;
  const time = starts.split(' ')[1] ?? '';
  const days = Math.round((new Date(when).setHours(0, 0, 0, 0) - new Date(today).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return wording`today ${time}`.trim();
  if (days === 1) return wording`tomorrow ${time}`.trim();
  const day = when.toLocaleDateString('en-GB', days > 0 && days < 7 ? { weekday: 'long' } : { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  return `${day} ${time}`.trim();
}

export interface Standing extends EventPlayer { table: string; number: number; label: Text; area: Text }

/** Everyone who plays, by chips; equal chips by name. */
export function standings(state: EventView): Standing[] {
  const all = (state.tables ?? []).flatMap((table) => table.players.map((one) => ({ ...one, table: table.table, number: table.number, label: table.label ?? '', area: table.area ?? '' })));
  return all.sort((a, b) => b.chips - a.chips || a.name.localeCompare(b.name));
}

/** The next rise of the prize: who goes out now wins so much, who outlasts so many more wins so much. */
export interface Jump { now: number; out: number; then: number }

/** What the next elimination that pays more is worth, for those who still play. */
export function payJump(prizes: readonly PrizeView[], remaining: number): Jump | null {
  const at = (place: number) => prizes.find((one) => one.place === place)?.cents ?? 0;
  if (remaining < 2) return null;
  const now = at(remaining);
  for (let place = remaining - 1; place >= 1; place--) if (at(place) > now) return { now, out: remaining - place, then: at(place) };
  return null;
}

/** How many places are paid. */
export const paidPlaces = (prizes: readonly PrizeView[]): number => prizes.filter((one) => one.cents || one.goods).length;

/** The QR code of a tournament’s page. */
export const codeOf = (name: string): string => `/api/tournaments/${encodeURIComponent(name)}/code.svg`;

/** The address of a page of a tournament. */
export const pageOf = (name: string, ...more: string[]): string => ['/tournament', encodeURIComponent(name), ...more].join('/');
