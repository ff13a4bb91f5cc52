// What a player may do between two rounds of play, where the sign has it: show cards that won, look at those that would have come, ask for a bomb pot.
import type { HandView, Line, TableState } from '../protocol';

export interface After {
  /** Own cards that may be shown; none where there is nothing to show. */
  show: readonly string[];
  rabbit: boolean;
}

const BOARD = 5;

/** The choices after a hand, from what the table tells; the server decides. */
export function afterHand(told: Pick<TableState, 'options'>, hand: HandView | null, seat: number, wins: readonly { seat: number }[]): After {
  const none = { show: [], rabbit: false };
  if (!hand || hand.phase !== 'over' || !seat) return none;
  const mine = hand.seats.find((one) => one.seat === seat);
  if (!mine) return none;
  const on = (option: string) => told.options?.includes(option) ?? false;
  const unseen = !mine.shown && mine.status !== 'folded' && wins.some((one) => one.seat === seat);
  return {
    show: on('show_after') && unseen ? mine.down.filter((card) => card !== '??') : [],
    rabbit: on('rabbit') && hand.outcome === 'sole survivor' && hand.board.length < BOARD,
  };
}

/** How many of those who play want a bomb pot next, where the sign lets them ask; bots go along and are not counted. */
export function bombVotes(told: Pick<TableState, 'options' | 'places'>): { agree: number; of: number } | null {
  if (!told.options?.includes('bomb_vote')) return null;
  const asked = told.places.filter((one) => !one.bot && one.status !== 'out' && one.stack > 0);
  return { agree: asked.filter((one) => one.wants_bomb).length, of: asked.length };
}

function cardsOf(line: Line): readonly string[] {
  const part = line.parts?.cards;
  return typeof part === 'object' && 'cards' in part ? part.cards : [];
}

/** The hand with the cards that a winner has shown since it ended, in front of the seat until the next hand begins. */
export function shownAfter(hand: HandView | null, lines: readonly Line[]): HandView | null {
  if (!hand || hand.phase !== 'over') return hand;
  const shown = new Map<number, string[]>();
  for (const line of lines) {
    if (line.kind !== 'CardsShownAfter' || !line.seat) continue;
    const known = shown.get(line.seat) ?? [];
    shown.set(line.seat, [...known, ...cardsOf(line).filter((card) => !known.includes(card))]);
  }
  if (!shown.size) return hand;
  const seats = hand.seats.map((one) => {
    const cards = shown.get(one.seat);
    if (!cards || !one.down.includes('??')) return one;
    return { ...one, down: [...cards, ...one.down.slice(cards.length).map(() => '??')] };
  });
  return { ...hand, seats };
}

/** The community cards that would have come, once somebody has had them turned up, until the next hand begins. */
export function rabbitCards(hand: HandView | null, lines: readonly Line[]): readonly string[] {
  const line = hand?.phase === 'over' ? lines.findLast((one) => one.kind === 'RabbitShown') : undefined;
  return line ? cardsOf(line) : [];
}
