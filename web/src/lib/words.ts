// Words, money and cards as people read them.
import { wording } from './language';
import type { HandView, Phrase, Win } from './protocol';

export const SUITS: Record<string, { symbol: string; name: string }> = {
  c: { symbol: '♣', name: wording`clubs` },
  d: { symbol: '♦', name: wording`diamonds` },
  h: { symbol: '♥', name: wording`hearts` },
  s: { symbol: '♠', name: wording`spades` },
};

const RANKS: Record<string, string> = { T: wording`ten`, J: wording`jack`, Q: wording`queen`, K: wording`king`, A: wording`ace` };

export function money(cents: number): string {
  if (cents < 0) return `−${money(-cents)}`;
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString('en')}` : `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
}

/** What the amounts of a table are: money in cents, or the chips of a tournament, which are no money. */
export type Currency = 'cash' | 'chips';

/** The currency of a table: a table of a tournament plays with the tournament's chips. */
export const currencyOf = (table: { event?: unknown } | null | undefined): Currency => (table?.event ? 'chips' : 'cash');

/** A whole number with its thousands apart. */
export const count = (value: number): string => (value < 0 ? `−${count(-value)}` : value.toLocaleString('en'));

/** An amount as it is, in its currency. */
export const amountIn = (value: number, currency: Currency): string => (currency === 'cash' ? money(value) : count(value));

/** An amount at a table, in big blinds where the viewer wants it so. */
export function chips(value: number, big: number, inBlinds: boolean, currency: Currency = 'cash'): string {
  if (!inBlinds || !big) return amountIn(value, currency);
  return wording`${(value / big).toLocaleString('en', { maximumFractionDigits: 1 })} BB`;
}

/** Cents from what was typed, or null. A comma stands between thousands; elsewhere it is not guessed at. */
export function cents(typed: string): number | null {
  const plain = typed.trim().replace(/^\$\s*/, '');
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{0,2})?$/.test(plain)) return null;
  return Math.round(Number(plain.replaceAll(',', '')) * 100);
}

/** A part of an address in plain letters; one that is not well formed stays as it is. */
export function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A field of dollars: its form is not sent while it holds something else. */
export function inDollars(field: HTMLInputElement, value?: string): { update: (value?: string) => void } {
  const judge = (text = field.value) => field.setCustomValidity(text.trim() && cents(text) === null ? wording`“${text}” is no amount; write 200 or 2.50` : '');
  field.addEventListener('input', () => judge());
  judge(value);
  return { update: judge };
}

export function cardName(card: string): string {
  if (card === '??') return wording`a hidden card`;
  if (card === 'Jk') return wording`the joker`;
  const rank = card.charAt(0);
  return wording`${RANKS[rank] ?? rank} of ${SUITS[card.charAt(1)]?.name ?? ''}`;
}

export function cardNames(cards: readonly string[]): string {
  const hidden = cards.filter((card) => card === '??').length;
  const known = cards.filter((card) => card !== '??').map(cardName);
  if (hidden) known.push(hidden === 1 ? wording`one card face down` : wording`${hidden} cards face down`);
  return known.length ? known.join(', ') : wording`none`;
}

/** A card as it is printed: 10♦. */
export function cardSign(card: string): string {
  if (card === 'Jk') return '★';
  return `${card.charAt(0) === 'T' ? '10' : card.charAt(0)}${SUITS[card.charAt(1)]?.symbol ?? ''}`;
}

/** The cards that win, by seat: of the high hand, of the low hand, or of both for who takes both halves. */
export function winningCards(hand: HandView, wins: readonly Win[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const win of wins) {
    const seat = hand.seats.find((one) => one.seat === win.seat);
    const high = seat?.used ?? [];
    const low = seat?.used_low ?? [];
    const cards = win.part === 'low' || !high.length ? low : high;
    found.set(win.seat, new Set([...(found.get(win.seat) ?? []), ...cards]));
  }
  return found;
}

/** The winning hand in words: the half that won. */
export function winningWords(hand: HandView | null, win: Win): Phrase | null {
  const seat = hand?.seats.find((one) => one.seat === win.seat);
  const halves = seat?.words ?? [];
  return (win.part === 'low' ? halves.at(-1) : halves[0]) ?? null;
}

export function title(key: string): string {
  return key ? key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' ') : '';
}

/** A moment as a person reads it here: day and time. */
export const when = (ms: number): string => new Date(ms).toLocaleString('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The day before today by the calendar on the wall, as a field of a day holds it: by Greenwich it is another one for half of the morning in Sydney. */
export function yesterday(): string {
  const day = new Date();
  day.setDate(day.getDate() - 1);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((one) => String(one).padStart(2, '0')).join('-');
}

const ROLES: Record<string, string> = { player: wording`player`, dealer: wording`dealer`, floor: wording`floor`, operator: wording`operator`, inspector: wording`inspector` };

/** What somebody is here, in a word. */
export const roleWords = (role: string): string => ROLES[role] ?? role;
