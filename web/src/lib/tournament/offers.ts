// Orders that the room offers at a tournament: what their fields ask for, and the order that is sent. Nothing is rounded or guessed.
import { send, type Answer } from '../asking';
import { wording } from '../language';
import type { EventOffer, OfferField, Text } from '../protocol';
import { room } from '../room.svelte';
import { cents, count, money } from '../words';
import { say } from '../phrases';

/** What stands in the fields: text; for several values each as its JSON text, for places the players of each place. */
export type Filled = Record<string, string | string[]>;
export interface Made {
  order: Record<string, unknown> | null;
  /** What is wrong or missing, by field. */
  faults: Record<string, string>;
}
export interface Effect { text: Text; cites: string[] }
export interface Preview { effects: Effect[]; money: { account: string; cents: number }[] }

const asText = (value: unknown) => JSON.stringify(value);

/** Fields that name somebody: whom an order concerns is chosen, never given beforehand. */
const PEOPLE: ReadonlySet<string> = new Set(['player', 'account', 'substitute', 'reserve']);

/** What stands in a field at first. */
function first(field: OfferField): string | string[] {
  const value: unknown = field.value;
  switch (field.kind) {
    case 'choices':
      return Array.isArray(value) ? value.map(asText) : [];
    case 'counts':
      return Array.isArray(value) ? value.map(asText) : [];
    case 'shares':
      return Array.isArray(value) ? (value as [string, number][]).map(([player, sum]) => asText([player, (sum / 100).toFixed(sum % 100 ? 2 : 0)])) : [];
    case 'places':
      return Array.isArray(value) ? value.map((group: unknown) => asText(Array.isArray(group) ? group : [group])) : [];
    case 'choice': {
      if (PEOPLE.has(field.name) && (field.choices?.length ?? 0) > 1) return ''; // nobody is struck, moved or paid because the name stood first
      const only = field.choices?.length === 1 && (field.needed ?? true) ? field.choices[0]!.value : undefined;
      return value !== undefined && value !== null ? asText(value) : only !== undefined ? asText(only) : '';
    }
    case 'yes-no':
      return value === true ? 'true' : 'false';
    case 'cents':
      return typeof value === 'number' ? (value / 100).toFixed(value % 100 ? 2 : 0) : '';
    default:
      return value === undefined || value === null ? '' : String(value);
  }
}

export const begun = (offer: EventOffer): Filled => Object.fromEntries((offer.fields ?? []).map((field) => [field.name, first(field)]));

/** A whole number that was typed, or null. */
function whole(text: string): number | null {
  const plain = text.trim().replaceAll(',', '');
  return plain !== '' && Number.isSafeInteger(Number(plain)) ? Number(plain) : null;
}

/** The value of one field, or why it has none. A field that may stay empty and does is left out. */
function valueOf(field: OfferField, typed: string | string[]): { value?: unknown; fault?: string } {
  const needed = field.needed ?? true;
  if (Array.isArray(typed)) {
    if (field.kind === 'choices') return needed && !typed.length ? { fault: wording`Choose at least one.` } : { value: typed.map((one) => JSON.parse(one) as unknown) };
    if (field.kind === 'counts') {
      const rows = typed.map((one) => JSON.parse(one) as [string, unknown]);
      const odd = rows.find(([, chips]) => !Number.isSafeInteger(chips) || (chips as number) < 0);
      return odd ? { fault: wording`“${String(odd[1])}” is no number of chips.` } : { value: rows };
    }
    if (field.kind === 'shares') {
      const rows = typed.map((one) => JSON.parse(one) as [string, string]);
      const odd = rows.find(([, sum]) => cents(sum) === null);
      return odd ? { fault: wording`“${odd[1]}” is no amount. Write 200 or 2.50` } : { value: rows.map(([player, sum]) => [player, cents(sum)]) };
    }
    const groups = typed.map((group) => JSON.parse(group) as string[]).filter((group) => group.length);
    return needed && !groups.length ? { fault: wording`Name the places.` } : { value: groups };
  }
  if (field.kind === 'yes-no') return { value: typed === 'true' };
  if (!typed.trim()) return needed ? { fault: field.kind === 'choice' ? wording`Choose one.` : wording`Fill this in.` } : {};
  switch (field.kind) {
    case 'choice':
      return { value: JSON.parse(typed) as unknown };
    case 'cents': {
      const value = cents(typed);
      return value === null ? { fault: wording`“${typed}” is no amount. Write 200 or 2.50` } : { value };
    }
    case 'number':
    case 'chips': {
      const value = whole(typed);
      return value === null ? { fault: wording`“${typed}” is no whole number.` } : { value };
    }
    default:
      return { value: typed };
  }
}

/** The order that an offer and its fields make. */
export function made(offer: EventOffer, filled: Filled): Made {
  const order: Record<string, unknown> = { ...(offer.order as Record<string, unknown>) };
  const faults: Record<string, string> = {};
  for (const field of offer.fields ?? []) {
    const { value, fault } = valueOf(field, filled[field.name] ?? '');
    if (fault) faults[field.name] = fault;
    else if (value !== undefined) order[field.name] = value;
  }
  return { order: Object.keys(faults).length ? null : order, faults };
}

/** What a button says: the order's own title, and exactly what it costs and brings. */
export function offerLabel(offer: EventOffer): string {
  const more = [offer.cents ? money(offer.cents) : '', offer.chips ? wording`${count(offer.chips)} chips` : ''].filter(Boolean).join(wording` for `);
  return more ? `${say(offer.title)}: ${more}` : say(offer.title);
}

// What a player's own orders do, said to the player.
const OWN: Record<string, string> = {
  Apply: wording`You ask for entry. What is to be paid follows, step by step.`,
  AcceptConditions: wording`You agree in writing with the version that stands.`,
  PayFee: wording`It goes from your purse to the house.`,
  PayBuyIn: wording`It goes from your purse to the tournament.`,
  Withdraw: wording`You give your entry up.`,
  BuyChips: wording`It goes from your purse to the tournament, and the chips come to your seat.`,
  PaySession: wording`It goes from your purse to the tournament. The session begins without whoever has not paid.`,
  DeclineRebuy: wording`You take no more chips, and are out.`,
  ReEnter: wording`You enter again, with a new seat and a new stack.`,
  ProposeDeal: wording`Everyone who still plays is asked. It stands if all agree.`,
  RaiseDispute: wording`Your table deals no further hand until it is decided.`,
};

/** An offer in a sentence or two. */
export function offerWords(offer: EventOffer): string {
  if (offer.road === 'entry' && OWN[offer.kind]) return OWN[offer.kind]!;
  return say(offer.words);
}

/** Offers are told apart by their kind and by what is settled in them. */
export const offerKey = (offer: EventOffer): string => `${offer.kind} ${asText(offer.order)}`;

const road = (event: string, way: string) => `/api/tournaments/${encodeURIComponent(event)}/${way}`;

/** Give an order on the road that its offer names. */
export const give = (event: string, offer: EventOffer, order: Record<string, unknown>): Promise<Answer<unknown>> => send(road(event, offer.road), { id: room.requestId(), order });

/** What an order of staff would do; nothing changes. */
export const preview = (event: string, order: Record<string, unknown>): Promise<Answer<Preview>> => send<Preview>(road(event, 'preview'), { order });
