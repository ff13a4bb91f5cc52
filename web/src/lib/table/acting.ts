// What the buttons say and which amounts they offer. The server decides; this only proposes.
import { wording } from '../language';
import type { HandView, Offer } from '../protocol';

export interface Preset {
  key: 'least' | 'three' | 'half' | 'twoThirds' | 'pot' | 'allIn';
  label: string;
  to: number;
}

export function isWager(offer: Offer): boolean {
  return offer.action === 'bet' || offer.action === 'raise';
}

/** The nearest legal total: the ends, or a whole number of steps above the least; for sliders and presets, never for what is typed. */
export function snap(offer: Offer, wanted: number): number {
  const least = offer.least ?? 0;
  const most = offer.most ?? 0;
  if (wanted >= most) return most;
  if (wanted <= least) return least;
  const step = offer.step || 1;
  const near = Math.min(most, least + Math.round((wanted - least) / step) * step);
  return Math.abs(wanted - near) > most - wanted ? most : near;
}

/** Presets fill the amount and never submit; those outside the legal range are left out. */
export function presets(hand: HandView, offer: Offer, seat: number, big: number): Preset[] {
  const least = offer.least ?? 0;
  const most = offer.most ?? 0;
  const bet = hand.seats.find((one) => one.seat === seat)?.bet ?? 0;
  const whole = hand.pot + (hand.high - bet);
  const part = (share: number) => hand.high + Math.floor(whole * share);
  const made: Preset[] = [{ key: 'least', label: wording`Min`, to: least }];
  // Before the flop an unraised pot is usually opened to three big blinds.
  const opening = offer.action === 'raise' && !hand.board.length && hand.high === big;
  const parts: [Preset['key'], string, number][] = [...(opening ? [['three', wording`3 BB`, 3 * big] as [Preset['key'], string, number]] : []), ['half', wording`½ pot`, part(1 / 2)], ['twoThirds', wording`⅔ pot`, part(2 / 3)], ['pot', wording`Pot`, part(1)]];
  for (const [key, label, to] of parts) if (to > least && to <= most) made.push({ key, label, to: snap(offer, to) });
  if (offer.all_in) made.push({ key: 'allIn', label: wording`All-in`, to: offer.all_in });
  return made;
}

/** "Bet", "Raise to", or "Complete to" where only a bring-in stands before the first full bet. */
export function wagerWord(hand: HandView, offer: Offer, big: number): string {
  if (offer.action === 'bet') return wording`Bet`;
  return hand.high < big && offer.least === big ? wording`Complete to` : wording`Raise to`;
}

/** What a player would owe if it were their turn. */
export function owed(hand: HandView, seat: number): number {
  const mine = hand.seats.find((one) => one.seat === seat);
  if (!mine) return 0;
  return Math.min(mine.stack, Math.max(0, hand.high - mine.bet));
}

/** What more time costs: chips, or one of the cards that an event gave out. */
export function timePrice(offer: Offer, amount: (cents: number) => string): string {
  if (offer.amount) return amount(offer.amount);
  return wording`1 of ${offer.least} ${offer.least === 1 ? wording`card` : wording`cards`}`;
}

const SPOKEN: Record<string, string> = {
  fold: wording`fold`, check: wording`check`, call: wording`call`, bet: wording`bet`, raise: wording`raise`, 'bring-in': wording`bring in`, straddle: wording`straddle`,
  decline: wording`decline`, show: wording`show`, muck: wording`muck`, 'run-twice': wording`run it twice`, 'run-once': wording`run it once`,
};

/** The choices in words, for the live region. */
export function choices(offers: readonly Offer[], amount: (cents: number) => string): string {
  return offers
    .map((offer) => {
      const word = SPOKEN[offer.action] ?? offer.action;
      if (isWager(offer)) return offer.least === offer.most ? wording`${word} to ${amount(offer.most ?? 0)}` : wording`${word} from ${amount(offer.least ?? 0)} to ${amount(offer.most ?? 0)}`;
      if (offer.action === 'draw') return wording`draw up to ${offer.most}`;
      if (offer.action === 'discard') return wording`discard ${offer.most}`;
      if (offer.action === 'time') return wording`${offer.most} more seconds for ${timePrice(offer, amount)}`;
      return offer.amount ? `${word} ${amount(offer.amount)}` : word;
    })
    .join(', ');
}
