// What an update changes at a table: fields that it leaves out are as they were, seats come by their number (src/openfelt/service/wire/changes.py).
import type { HandView, TableChange, TableState } from './protocol';

function replaced<T extends { seat: number }>(before: readonly T[], some: readonly T[]): T[] {
  const now = new Map(some.map((one) => [one.seat, one]));
  return before.map((one) => now.get(one.seat) ?? one);
}

/** The state of a table after an update. */
export function applied(known: TableState, { some_places, in_hand, ...fields }: TableChange): TableState {
  const state = { ...known, ...fields } as TableState;
  if (some_places) state.places = replaced(known.places, some_places);
  if (in_hand && known.hand) {
    const { some_seats, ...told } = in_hand;
    state.hand = { ...known.hand, ...told } as HandView;
    if (some_seats) state.hand.seats = replaced(known.hand.seats, some_seats);
  }
  return state;
}
