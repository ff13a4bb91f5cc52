// Wagers that are laid together: those that a player has put together on the felt, or *same again*, those of the last round.
import { wording } from './language';
import type { BoxView } from './protocol';
import { kindOf, type Choice } from './pitwords';
import type { PrintedSpot } from './table/pitlayout';

export interface Laid {
  spot: string;
  amount: number;
}

/** Wagers that a player decides on later in the round are no part of it: only what lay there before the cards. */
export const laidBefore = (boxes: readonly BoxView[], you: string): Laid[] =>
  boxes.filter((box) => box.player === you && box.seated === you).flatMap((box) => box.stakes.map((one) => ({ spot: String(one.spot), amount: one.amount })));

/** The least, the most and the step of a wager: what is offered, or what the sign states for a spot that waits for the ante. */
export function boundsOf(spot: string, offer: Choice | undefined, spots: readonly PrintedSpot[]): [least: number, most: number, step: number] | null {
  if (!offer) return spots.find((one) => one.spot === spot)?.limits ?? null;
  const [least, most, step] = offer.amounts ?? [Number(offer.order.amount), Number(offer.order.amount), 1];
  return [...(offer.usual ?? ([least, most] as const)), step];
}

/** Why an amount cannot be laid, or nothing. */
export function outOfBounds(amount: number, bounds: readonly [number, number, number], money: (cents: number) => string): string {
  const [least, most, step] = bounds;
  if (amount < least) return wording`at least ${money(least)}`;
  if (amount > most) return wording`at most ${money(most)}`;
  return (amount - least) % step ? wording`in steps of ${money(step)}` : '';
}

const wagerOn = (offers: readonly Choice[], box: number, spot: string) => offers.find((one) => kindOf(one) === 'Wager' && one.order.spot === spot && one.order.box === box);

/** The orders that lay these wagers, the ante first; nothing unless every one can be laid, so that no round is played by half. */
export function laidTogether(wagers: readonly Laid[], offers: readonly Choice[], at: { box: number; you: string; chips: number; spots?: readonly PrintedSpot[] }): Record<string, unknown>[] | null {
  if (!wagers.length || wagers.reduce((sum, one) => sum + one.amount, 0) > at.chips) return null;
  // A wager that is not offered yet waits for the ante: it is laid after it, or not at all.
  if (!wagers.some(({ spot }) => spot === 'ante') && wagers.some(({ spot }) => !wagerOn(offers, at.box, spot))) return null;
  const inOrder = wagers.toSorted((a, b) => Number(b.spot === 'ante') - Number(a.spot === 'ante'));
  if (!wagerOn(offers, at.box, inOrder[0]!.spot)) return null;
  const orders = inOrder.map(({ spot, amount }) => {
    const offer = wagerOn(offers, at.box, spot);
    const bounds = boundsOf(spot, offer, at.spots ?? []);
    if (!bounds || outOfBounds(amount, bounds, String)) return null;
    return offer ? { ...offer.order, ...Object.fromEntries(offer.vary.map((field) => [field, amount])) } : { type: 'Wager', player: at.you, box: at.box, spot, amount };
  });
  return orders.some((one) => one === null) ? null : (orders as Record<string, unknown>[]);
}
