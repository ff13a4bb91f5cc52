// What a newcomer is told at each moment of the first hand. The moment is read from the table; nothing is remembered here.
import { wording } from '../language';
import type { Offer } from '../protocol';

export interface Moment {
  seated: boolean;
  away: boolean;
  /** One's own status in the hand: "" without cards. */
  status: string;
  phase: string;
  down: number;
  myTurn: boolean;
  offers: readonly Pick<Offer, 'action' | 'amount'>[];
  pot: number;
}

export interface GuideStep {
  key: 'seat' | 'back' | 'wait' | 'watch' | 'turn' | 'folded' | 'over';
  title: string;
  text: string;
  /** What each choice does, in the order of the buttons. */
  choices: string[];
  last: boolean;
}

type Words = (amount: number, say: (amount: number) => string) => string;

const CHOICES: Record<string, Words> = {
  fold: () => wording`Fold: give up this hand. What you put in stays in the pot.`,
  check: () => wording`Check: pass without paying; nobody has bet more than you.`,
  call: (amount, say) => (amount ? wording`Call: pay ${say(amount)}, as much as the others.` : wording`Call: stay in; it costs nothing.`),
  bet: () => wording`Bet: put chips in; the others must pay as much or fold.`,
  raise: () => wording`Raise: ask for more than the others have put in.`,
  'bring-in': (amount, say) => wording`Bring in: open with ${say(amount)}, the least there is.`,
  draw: () => wording`Draw: choose cards to change, or none.`,
  discard: () => wording`Discard: choose the card that you give up.`,
  straddle: () => wording`Straddle: double the blind before you see your cards.`,
  decline: () => wording`Decline: you need not post this.`,
  show: () => wording`Show: turn your hand up.`,
  muck: () => wording`Muck: give your cards back unseen.`,
};

const step = (key: GuideStep['key'], title: string, text: string, choices: string[] = []): GuideStep => ({ key, title, text, choices, last: key === 'over' });

export function guideStep(now: Moment, say: (amount: number) => string): GuideStep {
  if (!now.seated) return step('seat', wording`Take a seat`, wording`Choose a free place on the felt. The chips are play chips, on the house.`);
  if (now.away) return step('back', wording`You sit out`, wording`Come back, and you are dealt in again.`);
  if (now.myTurn) {
    const words = now.offers.map((one) => CHOICES[one.action]?.(one.amount ?? 0, say)).filter((one) => one !== undefined);
    return step('turn', wording`It is your turn`, wording`The pot is ${say(now.pot)}. You may:`, words);
  }
  if (!now.status) return step('wait', wording`You have a seat`, wording`The next hand is dealt in a moment.`);
  if (now.phase === 'over') return step('over', wording`That was a hand`, wording`The middle of the felt says who won, and with what. Each § opens the rule behind a line.`);
  if (now.status === 'folded') return step('folded', wording`You folded`, wording`Watch how the hand ends; you are dealt in to the next one.`);
  return step('watch', wording`Your cards are dealt`, now.down ? wording`Only you see the cards above your name. Your buttons light up when it is your turn.` : wording`Your buttons light up when it is your turn.`);
}
