// What the room says: templates with typed parts, written here as src/openfelt/phrases.py writes them there; a test compares the two.
import { filled, translated } from './language';
import type { ListedPart, Part, Phrase, Text } from './protocol';
import { cardName, cardSign, chips, count, money, type Currency } from './words';

/** How amounts and cards are written. */
export interface Writing {
  money: (cents: number) => string;
  cards: (cards: readonly string[]) => string;
}

const AS_PRINTED: Writing = { money, cards: (cards) => cards.map(cardSign).join(' ') };

/** A text or a part of one, as a person reads it. */
export function say(said: Part | Text, how: Writing = AS_PRINTED): string {
  if (typeof said === 'string') return translated(said);
  if (typeof said === 'number') return String(said);
  if (Array.isArray(said)) return said.map((one) => say(one, how)).join(', ');
  if ('phrase' in said) return sentence(said, how);
  if ('money' in said) return how.money(said.money);
  if ('seat' in said) return said.name || sentence({ phrase: 'seat {seat}', parts: { seat: said.seat } }, how);
  if ('cards' in said) return how.cards(said.cards);
  if ('count' in said) return count(said.count);
  if ('list' in said) return joined(said, said.list.map((one) => say(one, how)));
  return 'clause' in said ? said.clause : said.name;
}

function joined({ between = ', ', last }: ListedPart, several: string[]): string {
  if (!last || several.length < 2) return several.join(between);
  const parts: Record<string, string> = { first: several.slice(0, -1).join(between), more: several.at(-1)! };
  return filled(last, (name) => parts[name]);
}

function sentence({ phrase, parts = {} }: Phrase, how: Writing): string {
  return filled(phrase, (name) => (name in parts ? say(parts[name]!, how) : undefined));
}

/** Several texts in a row. */
export const sayAll = (several: readonly Text[] | undefined, between = ', '): string => (several ?? []).map((one) => say(one)).join(between);

/** A line of the log with its amounts in their currency and its cards as they are printed. */
export function lineText(line: Phrase, big = 0, inBlinds = false, currency: Currency = 'cash'): string {
  return say(line, { ...AS_PRINTED, money: (value) => chips(value, big, inBlinds, currency) });
}

/** A line of the result, and how its amount was worked out, which stands apart. */
export function resultLine(line: Phrase, big = 0, inBlinds = false, currency: Currency = 'cash'): [string, string] {
  const { working, ...parts } = line.parts ?? {};
  if (working === undefined) return [lineText(line, big, inBlinds, currency), ''];
  const written = (phrase: string, all: Phrase['parts']) => lineText({ phrase, parts: all }, big, inBlinds, currency);
  return [written('commission {amount}', parts), ` ${written('({working})', { working })}`];
}

/** A line as it is spoken: cards by their names. */
export function lineSpoken(line: Phrase, big = 0, inBlinds = false, currency: Currency = 'cash'): string {
  return say(line, { money: (value) => chips(value, big, inBlinds, currency), cards: (cards) => cards.map(cardName).join(', ') });
}
