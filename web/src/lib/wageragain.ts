// *Same again*: the wagers of the last round that was dealt, laid once more as far as they are offered.
import type { BoxView } from './protocol';
import { kindOf, type Choice } from './pitwords';

export interface Laid {
  spot: string;
  amount: number;
}

/** Wagers that a player decides on later in the round are no part of it: only what lay there before the cards. */
export const laidBefore = (boxes: readonly BoxView[], you: string): Laid[] =>
  boxes.filter((box) => box.player === you && box.seated === you).flatMap((box) => box.stakes.map((one) => ({ spot: String(one.spot), amount: one.amount })));

/** The orders that lay the same again; nothing unless every wager can be laid, so that no round is played by half. */
export function sameAgain(last: readonly Laid[], offers: readonly Choice[], box: number, chips: number): Record<string, unknown>[] | null {
  if (!last.length || last.reduce((sum, one) => sum + one.amount, 0) > chips) return null;
  const orders = last.map(({ spot, amount }) => {
    const offer = offers.find((one) => kindOf(one) === 'Wager' && one.order.spot === spot && one.order.box === box);
    if (!offer) return null;
    const [least, most, step] = offer.amounts ?? [Number(offer.order.amount), Number(offer.order.amount), 1];
    const [low, high] = offer.usual ?? [least, most];
    if (amount < low || amount > high || (amount - least) % step) return null;
    return { ...offer.order, ...Object.fromEntries(offer.vary.map((field) => [field, amount])) };
  });
  return orders.some((one) => one === null) ? null : (orders as Record<string, unknown>[]);
}
