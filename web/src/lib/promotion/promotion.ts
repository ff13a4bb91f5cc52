// Words and ways of promotions.
import { read, send, type Answer } from '../asking';
import { wording } from '../language';
import type { PromotionField, PromotionOffer, PromotionView } from '../protocol';
import { room } from '../room.svelte';
import { cents, when } from '../words';

export const pageOf = (id: string, part = ''): string => `/promotion/${encodeURIComponent(id)}${part ? `/${part}` : ''}`;
export const apiOf = (id: string, part = ''): string => `/api/promotions/${encodeURIComponent(id)}${part ? `/${part}` : ''}`;

export const look = (id: string): Promise<Answer<PromotionView>> => read<PromotionView>(apiOf(id));

/** A player's own order. */
export const takePart = (id: string, order: { type: string; [name: string]: unknown }): Promise<Answer<unknown>> =>
  send(apiOf(id, 'part'), { id: room.requestId(), order });

/** What stands in a form before anybody fills it in. */
export function begun(offer: PromotionOffer): Record<string, string> {
  return Object.fromEntries(offer.fields.map((one) => [one.name, one.value || (one.kind === 'yes' ? 'no' : one.kind === 'several' || one.kind === 'person' ? '' : one.choices?.[0]?.value ?? '')]));
}

/** What a field sends; undefined: nothing, null: it cannot be read. */
function sent(field: PromotionField, typed: string): unknown {
  switch (field.kind) {
    case 'yes': return typed === 'yes';
    case 'number-choice': return Number(typed);
    case 'money': return typed.trim() ? cents(typed) : 0;
    case 'several': return typed.split(',').map((one) => one.trim()).filter(Boolean);
    case 'choice': return typed || undefined;
    default: return typed.trim();
  }
}

/** The order that a form makes, or the field that cannot be read. */
export function made(offer: PromotionOffer, filled: Record<string, string>): { order: Record<string, unknown> | null; bad: string } {
  const order: Record<string, unknown> = { type: offer.type };
  for (const field of offer.fields) {
    const value = sent(field, filled[field.name] ?? '');
    if (value === null) return { order: null, bad: field.name };
    if (value !== undefined) order[field.name] = value;
  }
  return { order, bad: '' };
}

/** Give an order of staff, by the road that it has. */
export const give = (id: string, offer: PromotionOffer, order: Record<string, unknown>): Promise<Answer<unknown>> =>
  send(apiOf(id, offer.money ? 'money' : 'act'), { id: room.requestId(), order });

/** A moment of the terms by this clock; what is none stands as it was written. */
export const momentWords = (ms: number, written: string): string => (ms ? when(ms) : written);

export const PHASES: Record<string, string> = { draft: wording`draft`, complete: wording`complete, not notified`, notified: wording`notified, not started`, running: wording`running`, 'entries closed': wording`entries closed`, drawn: wording`drawn`, closed: wording`closed`, cancelled: wording`cancelled`, postponed: wording`postponed` };
export const kindOf = (phase: string): 'go' | 'late' | 'brass' | 'plain' => (phase === 'running' ? 'go' : phase === 'cancelled' || phase === 'postponed' ? 'late' : phase === 'drawn' ? 'brass' : 'plain');
