// What a player may still do between two rounds of play, where the sign has it: show cards that won, look at those that would have come.
import type { HandView, TableState } from '../protocol';

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
