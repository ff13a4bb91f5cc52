// Amounts that a person types. What was typed is sent as it is or not at all: nothing is rounded or moved into the range.
import { wording } from './language';
import { cents, count, money, type Currency } from './words';

export interface Bounds {
  least: number;
  most: number;
  /** From the least amount on, amounts go by so much; the most may lie between two steps. */
  step?: number;
}

/** An amount in cents, or null and why it cannot be sent. */
export interface Typed {
  value: number | null;
  why: string;
}

type Written = (cents: number) => string;

/** Read dollars that must lie within bounds. */
export function dollarsWithin(text: string, bounds: Bounds): Typed {
  return within(cents(text), text, bounds, { example: wording`200 or 2.50`, written: money });
}

/** Whole chips from what was typed, or null. A comma stands between thousands. */
function wholeChips(text: string): number | null {
  const plain = text.trim();
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

/** An amount of a table's currency from what was typed, or null: dollars in cents, or whole chips of a tournament. */
export const amountOf = (text: string, currency: Currency): number | null => (currency === 'cash' ? cents(text) : wholeChips(text));

/** Read an amount of a table's currency that must lie within bounds: dollars, or whole chips of a tournament. */
export function amountWithin(text: string, bounds: Bounds, currency: Currency): Typed {
  if (currency === 'cash') return dollarsWithin(text, bounds);
  return within(wholeChips(text), text, bounds, { example: wording`200 or 1,500`, written: count });
}

/** Read big blinds that must lie within bounds; a blind of 2.5 is fine where its chips are. */
export function blindsWithin(text: string, big: number, bounds: Bounds, written: Written): Typed {
  const plain = text.replace(/BB\s*$/i, '').trim();
  const value = /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) * big : null;
  const whole = value !== null && Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : value;
  return within(whole, text, bounds, { example: wording`3 or 2.5`, written });
}

function within(value: number | null, text: string, bounds: Bounds, { example, written }: { example: string; written: Written }): Typed {
  const { least, most, step = 1 } = bounds;
  const range = least === most ? wording`Only ${written(least)} is possible.` : wording`From ${written(least)} to ${written(most)}.`;
  if (!text.trim()) return { value: null, why: wording`Write an amount. ${range}` };
  if (value === null) return { value: null, why: wording`“${text}” is no amount; write ${example}. ${range}` };
  if (value < least || value > most) return { value: null, why: range };
  if (value !== most && (value - least) % step) return { value: null, why: wording`From ${written(least)} on in steps of ${written(step)}.` };
  return { value, why: '' };
}

/** Cents as they stand in a field of dollars. */
export function asDollars(value: number): string {
  return (value / 100).toFixed(value % 100 ? 2 : 0);
}

/** An amount as it stands in a field of its currency. */
export const asTyped = (value: number, currency: Currency): string => (currency === 'cash' ? asDollars(value) : String(value));

/** An amount as it stands in a field of big blinds. */
export function asBlinds(value: number, big: number): string {
  return String(Number((value / big).toFixed(3)));
}

/** How far along a slider an amount lies, for the filled part of its track. */
export const along = (value: number, least: number, most: number): string => `${most > least ? Math.round((1000 * (Math.max(least, Math.min(most, value)) - least)) / (most - least)) / 10 : 0}%`;
