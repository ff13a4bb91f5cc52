// A table of Texas hold'em with blinds of $1 and $2, as the room tells it, for tests that change a part of it.
import type { HandView, Offer, PlaceView, SeatView, TableState } from '../src/lib/protocol';

export const CITES = ['nsw-poker 7.6'];

export function place(changes: Partial<PlaceView> = {}): PlaceView {
  return { seat: 1, name: 'Ann', stack: 20_000, status: 'playing', bot: false, away: false, you: false, ...changes };
}

export function seatView(changes: Partial<SeatView> = {}): SeatView {
  return { seat: 1, stack: 20_000, bet: 0, down: ['As', 'Kd'], up: [], shown: false, status: 'in', words: [], ...changes };
}

export function offer(action: string, changes: Partial<Offer> = {}): Offer {
  return { action, cites: CITES, ...changes };
}

export const FOLD = offer('fold');
export const CHECK = offer('check');
export const CALL = offer('call', { amount: 200 });
export const RAISE = offer('raise', { least: 400, most: 20_000, step: 50, all_in: 20_000 });

export function handView(changes: Partial<HandView> = {}): HandView {
  return {
    board: [], burns: 0, button: 2, deck: 52, game: 'texas-holdem', hand_id: 'Sydney/7/31', high: 200, joker: false, offers: [FOLD, CALL, RAISE], outcome: '', phase: 'betting',
    pot: 300, pots: [], rulebook: 'nsw-poker', seats: [seatView(), seatView({ seat: 2, down: ['??', '??'], bet: 200 })], street: 'pre-flop', stub: 48, to_act: 1, turn: 3,
    ...changes,
  };
}

export function tableState(changes: Partial<TableState> = {}): TableState {
  return {
    big: 200, button: 2, clock: null, commitment: '', deck: '52 cards', due: null, frozen: false, game: 'texas-holdem', hand: null, limit: 'no limit', live: false, max_stake: 40_000,
    min_stake: 4000, notice: '', number: 7, places: [place({ you: true }), place({ seat: 2, name: 'Bob' })], rulebook: 'nsw-poker', seats: 6, table: 'Sydney', title: "Texas Hold'em", unit: 50,
    your_seat: 1,
    ...changes,
  };
}
