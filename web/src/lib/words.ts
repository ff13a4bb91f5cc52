// Words, money and cards as people read them.
import type { Line } from './protocol';

export const SUITS: Record<string, { symbol: string; name: string }> = {
  c: { symbol: '♣', name: 'clubs' },
  d: { symbol: '♦', name: 'diamonds' },
  h: { symbol: '♥', name: 'hearts' },
  s: { symbol: '♠', name: 'spades' },
};

const RANKS: Record<string, string> = { T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };

export function money(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString('en')}` : `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
}

export function chips(cents: number, big: number, inBlinds: boolean): string {
  if (!inBlinds || !big) return money(cents);
  return `${(cents / big).toLocaleString('en', { maximumFractionDigits: 1 })} BB`;
}

/** Cents from what was typed, or null. */
export function cents(typed: string): number | null {
  const plain = typed.replace(/[$,\s]/g, '');
  if (!/^\d+(\.\d{0,2})?$/.test(plain)) return null;
  return Math.round(Number(plain) * 100);
}

export function cardName(card: string): string {
  if (card === '??') return 'a hidden card';
  if (card === 'Jk') return 'the joker';
  const rank = card.charAt(0);
  return `${RANKS[rank] ?? rank} of ${SUITS[card.charAt(1)]?.name ?? ''}`;
}

export function cardNames(cards: readonly string[]): string {
  const hidden = cards.filter((card) => card === '??').length;
  const known = cards.filter((card) => card !== '??').map(cardName);
  if (hidden) known.push(hidden === 1 ? 'one card face down' : `${hidden} cards face down`);
  return known.length ? known.join(', ') : 'none';
}

// The journal speaks in cents; these are the words an amount follows or precedes.
const AFTER = /\b(calls|bets|raises|to|brings in|wins|pot is|with|adds|commission|paying|and|for|posts [a-z -]+?|antes:) (\d+)\b(?! (?:cards|seconds))/g;
const BEFORE = /(^|, )(\d+)( uncalled)/g;
const WITH_MONEY = new Set([
  'AntesPosted', 'BlindPosted', 'Folded', 'Called', 'BetMade', 'Raised', 'BroughtIn', 'TimeBought', 'UncalledReturned',
  'BetsCollected', 'CommissionTaken', 'PotAwarded', 'SeatTaken', 'SeatLeft', 'StakeAdded', 'StakeQueued',
]);

/** A line of the log with its amounts as money. */
export function lineText(line: Pick<Line, 'text' | 'kind'>, big = 0, inBlinds = false): string {
  if (!WITH_MONEY.has(line.kind)) return line.text;
  if (line.kind === 'CommissionTaken') return line.text.replace(/(?<!pot )\b\d+\b(?!%|\.\d)/g, (found) => money(Number(found)));
  return line.text
    .replace(AFTER, (_, before: string, amount: string) => `${before} ${chips(Number(amount), big, inBlinds)}`)
    .replace(BEFORE, (_, start: string, amount: string, end: string) => `${start}${chips(Number(amount), big, inBlinds)}${end}`);
}

export interface Win {
  name: string;
  amount: number;
}

/** Who wins what, from the line of an award. */
export function winsOf(text: string): Win[] {
  const shares = text.replace(/ from (the pot|side pot \d+)( \(.*\))?$/, '');
  return [...shares.matchAll(/(?:^|, )(.+?) wins (\d+)/g)].map((found) => ({ name: found[1] ?? '', amount: Number(found[2]) }));
}

export function title(key: string): string {
  return key ? key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' ') : '';
}
