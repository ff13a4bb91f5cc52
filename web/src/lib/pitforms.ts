// Orders of staff at a table against the house, as the desk describes them: what a form asks for, and the order it makes.
import { dollarsWithin } from './amounts';
import { wording } from './language';
import { cents, money, title } from './words';

export type FieldKind = 'box' | 'boxes' | 'player' | 'players' | 'spot' | 'card' | 'amount' | 'number' | 'cards' | 'yes-no' | 'choice' | 'text';
export type Section = 'play' | 'deal' | 'report' | 'rule' | 'table';

export interface FormField {
  name: string;
  label: string;
  kind: FieldKind;
  /** Anything that makes sense there. */
  free: boolean;
  /** A number within the bounds of the offer. */
  varies: boolean;
  /** Other fields that hold the same number. */
  also: string[];
}
export interface FormOffer {
  order: Record<string, unknown>;
  cites: string[];
  bounds: [number, number, number] | null;
  /** How many cards are to be named; 0 for as many as one likes. */
  cards: number;
}
export interface OrderForm {
  kind: string;
  title: string;
  words: string;
  section: Section;
  by: string;
  reason: boolean;
  fields: FormField[];
  offers: FormOffer[];
}

/** What stands in the fields: the text of a chosen value, of a number or of an amount; cards one by one. */
export type Filled = Record<string, string | string[]>;
export interface Choice { text: string; label: string }
/** An order that can be sent, or what is still missing. */
export interface Made { order: Record<string, unknown> | null; why: string; cites: string[] }

export const SECTIONS: [Section, string][] = [['play', wording`Players`], ['deal', wording`Deal`], ['report', wording`Incidents`], ['rule', wording`Rulings`], ['table', wording`Table`]];

const WORDS: Record<string, string> = {
  'english-only': wording`English only`, apart: wording`two players do not play together`, 'exclude-round': wording`out of this round`, 'void-round': wording`the round is void`, suspect: wording`the shuffle may have been wrong`, discretion: wording`the floor asks for it`,
  exposed: wording`a card was exposed`, bet: wording`blind bet`, impractical: wording`it cannot go on`, 'side-bet': wording`a side bet`,
};

const asText = (value: unknown) => JSON.stringify(value);
const isChosen = (field: FormField) => !field.free && !field.varies;

/** A value of a field in words. */
export function valueWords(field: FormField, value: unknown, names: Record<string, string>, seats: Record<string, string>): string {
  const box = (no: unknown) => (no === 0 ? wording`the community cards` : wording`box ${String(no)}${seats[String(no)] ? `, ${seats[String(no)]}` : ''}`);
  if (field.kind === 'box') return box(value);
  if (field.kind === 'player') return names[String(value)] ?? String(value);
  if (Array.isArray(value)) return value.length ? value.map((one) => (field.kind === 'boxes' ? box(one) : (names[String(one)] ?? String(one)))).join(wording` and `) : wording`nobody in particular`;
  if (field.kind === 'card') return wording`card ${String(value)}`;
  if (typeof value === 'boolean') return value ? wording`yes` : wording`no`;
  if (field.kind === 'amount') return money(Number(value));
  return WORDS[String(value)] ?? title(String(value)).toLowerCase();
}

/** The offers that agree with what was chosen in the fields before this one. */
export function agreeing(form: OrderForm, filled: Filled, before = form.fields.length): FormOffer[] {
  const chosen = form.fields.slice(0, before).filter((field) => isChosen(field) && filled[field.name]);
  return form.offers.filter((offer) => chosen.every((field) => asText(offer.order[field.name]) === filled[field.name]));
}

/** What a field offers now: each value once. A field with one value needs no choice. */
export function choicesOf(form: OrderForm, at: number, filled: Filled, names: Record<string, string>, seats: Record<string, string>): Choice[] {
  const field = form.fields[at]!;
  const values = new Map(agreeing(form, filled, at).map((offer) => [asText(offer.order[field.name]), offer.order[field.name]]));
  return [...values].map(([text, value]) => ({ text, label: valueWords(field, value, names, seats) }));
}

/** A fact that can only be so, and has to be confirmed: the players have had notice, the cards were checked. */
export const isConfirmed = (form: OrderForm, field: FormField) => field.kind === 'yes-no' && !field.free && form.offers.every((offer) => offer.order[field.name] === true);

/** What stands in the fields at first: what is not to be chosen, and amounts at their least. */
export function begun(form: OrderForm): Filled {
  const filled: Filled = {};
  const first = form.offers[0]!;
  for (const [at, field] of form.fields.entries()) {
    if (isChosen(field)) {
      const choices = choicesOf(form, at, filled, {}, {});
      filled[field.name] = choices.length === 1 && !isConfirmed(form, field) ? choices[0]!.text : '';
    } else if (field.kind === 'cards') filled[field.name] = [...(first.order.cards as string[])];
    else if (field.kind === 'text' || field.kind === 'player') filled[field.name] = '';
    else {
      // A count is stated, an amount or a cut begins at its least.
      const value = Number(first.order[field.name]);
      filled[field.name] = field.kind === 'amount' ? (value ? String(value / 100) : '') : String(value);
    }
  }
  return filled;
}

/** The order that the fields make. Nothing is rounded or guessed: what is missing is said. */
export function made(form: OrderForm, filled: Filled): Made {
  const none = (why: string): Made => ({ order: null, why, cites: form.offers[0]?.cites ?? [] });
  for (const field of form.fields) if (isChosen(field) && !filled[field.name]) return none(isConfirmed(form, field) ? wording`Confirm: ${field.label.toLowerCase()}.` : wording`Choose: ${field.label.toLowerCase()}.`);
  const fitting = agreeing(form, filled);
  const cards = form.fields.find((field) => field.kind === 'cards' && field.free);
  const named = cards ? (filled[cards.name] as string[]) : [];
  const counted = cards ? fitting.filter((offer) => !offer.cards || offer.cards === named.length) : fitting;
  if (cards && !counted.length) return none(wording`${[...new Set(fitting.map((offer) => offer.cards))].join(wording` or `)} cards are to be named; a card that nobody has seen is ??.`);
  let why = '';
  for (const offer of counted) {
    const order: Record<string, unknown> = { ...offer.order };
    const told = numbers(form, filled, offer, order);
    if (!told) return { order, why: '', cites: offer.cites };
    why = told;
  }
  return none(why || wording`These facts do not fit together.`);
}

/** Fill in what is free or varies; why it does not fit, or nothing. */
function numbers(form: OrderForm, filled: Filled, offer: FormOffer, order: Record<string, unknown>): string {
  for (const field of form.fields) {
    if (isChosen(field)) continue;
    const typed = filled[field.name] ?? '';
    if (Array.isArray(typed)) order[field.name] = typed;
    else if (field.kind === 'text' || field.kind === 'player') {
      if (!typed.trim()) return wording`Write: ${field.label.toLowerCase()}.`;
      order[field.name] = typed.trim();
    } else {
      const read = numberOf(field, typed, offer.bounds);
      if (read.value === null) return read.why;
      for (const name of [field.name, ...field.also]) order[name] = read.value;
    }
  }
  return '';
}

function numberOf(field: FormField, typed: string, bounds: FormOffer['bounds']): { value: number | null; why: string } {
  const within = field.varies && bounds ? { least: bounds[0], most: bounds[1], step: bounds[2] } : null;
  if (field.kind === 'amount') {
    if (within) return dollarsWithin(typed, within);
    const value = cents(typed);
    return { value, why: value === null ? wording`“${typed}” is no amount; write 200 or 2.50.` : '' };
  }
  const value = /^\d+$/.test(typed.trim()) ? Number(typed) : null;
  if (value === null || (within && (value < within.least || value > within.most))) return { value: null, why: within ? wording`From ${within.least} to ${within.most}.` : wording`Write a number.` };
  return { value, why: '' };
}
