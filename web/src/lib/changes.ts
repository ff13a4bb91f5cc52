// What an update changes at a table: fields that it leaves out are as they were, seats come by their number (src/openfelt/service/wire/changes.py).
import type { HandView, PitChange, PitRound, PitState, TableChange, TableState } from './protocol';

function replaced<T>(before: readonly T[], some: readonly T[], number: (one: T) => number): T[] {
  const now = new Map(some.map((one) => [number(one), one]));
  return before.map((one) => now.get(number(one)) ?? one);
}

/** The state of a table after an update. */
export function applied(known: TableState, { some_places, in_hand, ...fields }: TableChange): TableState {
  const state = { ...known, ...fields } as TableState;
  if (some_places) state.places = replaced(known.places, some_places, (one) => one.seat);
  if (in_hand && known.hand) {
    const { some_seats, ...told } = in_hand;
    state.hand = { ...known.hand, ...told } as HandView;
    if (some_seats) state.hand.seats = replaced(known.hand.seats, some_seats, (one) => one.seat);
  }
  return state;
}

/** The state of a house-banked table after an update. */
export function appliedPit(known: PitState, { in_round, ...fields }: PitChange): PitState {
  const state = { ...known, ...fields } as PitState;
  if (in_round && known.round) {
    const { some_boxes, ...told } = in_round;
    state.round = { ...known.round, ...told } as PitRound;
    if (some_boxes) state.round.boxes = replaced(known.round.boxes, some_boxes, (one) => one.no);
  }
  return state;
}
