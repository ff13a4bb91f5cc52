// A home game, of which the room only keeps the clock: what the host types, what is noted, who owes what.
import { send } from '../asking';
import { wording } from '../language';
import type { Fault, HomePayment, HomePlayer } from '../protocol';
import { room } from '../room.svelte';
import { money } from '../words';
import { asAnswers, asTyped, type AnswerName, type Typed } from './newEvent';

/** Templates that need no table of the room, the usual one first. */
export const FITTING: readonly string[] = ['turbo', 'freeze-out', 'mixed'];
export const HOME_ANSWERS = ['name', 'buy_in_cents', 'starting_chips', 'level_minutes', 'prizes', 'seats'] as const;

/** The names in a list that was typed or pasted: one a line, or with commas between them. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((one) => one.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim().replace(/\s+/g, ' '))
    .filter(Boolean);

/** What is wrong with a list of names, or nothing. */
export function namesFault(names: readonly string[]): string {
  if (names.length < 2) return wording`Two players at least, each on a line or with commas between them.`;
  const seen = new Set<string>();
  for (const one of names) {
    if (seen.has(one.toLowerCase())) return wording`${one} stands there twice.`;
    seen.add(one.toLowerCase());
  }
  return '';
}

export interface Game { game: Record<string, unknown>; faults: Partial<Typed> & { rebuys?: string } }

/** What the host answers, as it is sent. */
export function asGame(template: string, typed: Typed, rebuys: string): Game {
  const wanted = asTyped({});
  for (const name of HOME_ANSWERS) wanted[name as AnswerName] = typed[name];
  const { answers, faults } = asAnswers(wanted);
  const levels = Number(rebuys.trim() || 0);
  const wrong = Number.isSafeInteger(levels) && levels >= 0 && levels <= 100 ? {} : { rebuys: wording`“${rebuys}” is no level.` };
  return { game: { template, ...answers, rebuy_levels: levels }, faults: { ...faults, ...wrong } };
}

/** Give an order to a game; why it was refused, or nothing. */
export async function note(event: string, order: Record<string, unknown>): Promise<Fault | null> {
  return (await send(`/api/tournaments/${encodeURIComponent(event)}/order`, { id: room.requestId(), order })).fault;
}

/** Where a player sits, in words. */
export const seatWords = (one: HomePlayer, several: boolean): string => (several ? wording`table ${one.table}, seat ${one.seat}` : wording`seat ${one.seat}`);

/** What was bought besides the entry. */
export const boughtWords = (one: HomePlayer): string =>
  [one.rebuys ? `${one.rebuys} ${one.rebuys === 1 ? wording`re-buy` : wording`re-buys`}` : '', one.add_ons ? wording`add-on` : ''].filter(Boolean).join(', ');

const nameOr = (name: string): string => name || wording`the bank`;

/** A payment that settles up, in words. */
export const paymentWords = (one: HomePayment): string => wording`${nameOr(one.payer)} pays ${nameOr(one.payee)} ${money(one.cents)}`;

/** What a player still has to hand over, or gets: in words. */
export function dueWords(one: HomePlayer): string {
  const left = one.balance_cents ?? 0;
  return left < 0 ? wording`owes ${money(-left)}` : left > 0 ? wording`gets ${money(left)}` : wording`even`;
}
