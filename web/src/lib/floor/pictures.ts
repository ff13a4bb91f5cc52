// The table before and after a ruling: what of the two pictures can differ.
import type { HandView } from '../protocol';

/** Everything of a hand that a ruling can change; whose choices are told to whom is not of it, nor which cards a viewer may see. */
const standing = (hand: HandView): string =>
  JSON.stringify([hand.pot, hand.to_act, hand.phase, hand.street, hand.board, hand.exposed ?? [], hand.seats.map((one) => [one.seat, one.stack, one.bet, one.status, one.down.length, one.up])]);

/** A card that would lie open and does not now: what is hidden from whoever looks is no change. */
const opens = (now: HandView, after: HandView): boolean =>
  after.seats.some((one) => one.down.some((card, at) => card !== '??' && now.seats.find((each) => each.seat === one.seat)?.down[at] !== card));

/** Whether the table would stand otherwise than it does now. */
export const changes = (now: HandView, after: HandView): boolean => standing(now) !== standing(after) || opens(now, after);
