// What open hands win on average while an all-in is dealt out: which street of what the server told belongs to the felt as it is shown.
import { wording } from '../language';
import type { HandView, Hint, Shares, StreetShares } from '../protocol';

/** The shares of the street that lies on the felt: only while every hand in play lies open, on the only or first board, before the result. */
export function sharesNow(told: Shares | null | undefined, hand: HandView | null): StreetShares | null {
  if (!told || !hand || told.hand_id !== hand.hand_id || hand.phase === 'over' || hand.second?.length) return null;
  const live = hand.seats.filter((one) => one.status !== 'folded');
  if (live.length < 2 || live.some((one) => one.down.includes('??'))) return null;
  const street = told.streets.find((one) => one.board === hand.board.length) ?? null;
  return street && street.shares.length === live.length ? street : null;
}

/** The hint for this turn of this hand: one that came late belongs to a turn that is over. */
export const hintNow = (told: Hint | null | undefined, hand: HandView | null): Hint | null => (told && hand && told.hand_id === hand.hand_id && told.turn === hand.turn ? told : null);

/** Whole percents, which need not add up: 34 %. */
export const percent = (perMille: number) => `${Math.round(perMille / 10)} %`;

/** "15 of 44 cards win for Phoebe", with one card to come between two hands. */
export function outsText(street: StreetShares, name: (seat: number) => string): string {
  return street.behind && street.unseen ? wording`${street.outs} of ${street.unseen} cards win for ${name(street.behind)}` : '';
}

/** As it is spoken, once for each street: "Phoebe 54 percent, Grace 46 percent". */
export function spoken(street: StreetShares, name: (seat: number) => string): string {
  return street.shares.map((one) => wording`${name(one.seat)} ${Math.round(one.per_mille / 10)} percent`).join(', ');
}
