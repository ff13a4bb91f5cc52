// A tournament as the room tells it, for tests that change a part of it: level 7 of a freeze-out with 23 of 54 left.
import type { EventClock, EventOffer, EventPlace, EventPlayer, EventSummary, EventTable, EventView, LevelView, MoveView, MyEntry, StaffView } from '../src/lib/protocol';

export const CITE = 'nsw-poker 28.5.6';

export function level(changes: Partial<LevelView> = {}): LevelView {
  return { level: 7, text: '200/400, ante 50', game: "Texas Hold'em", limit: 'no-limit', blinds: [200, 400], ante: 50, minutes: 10, ...changes };
}

export function clock(changes: Partial<EventClock> = {}): EventClock {
  return { at_ms: 1_000_000, runs: true, stage: 7, level: 7, is_break: false, left_ms: 372_000, now: level(), next: level({ level: 8, blinds: [300, 600], ante: 75 }), until_break_ms: 1_572_000, ...changes };
}

export function eventOffer(changes: Partial<EventOffer> = {}): EventOffer {
  return { kind: 'PayBuyIn', title: 'Pay the buy-in', words: 'A player pays the buy-in.', road: 'entry', order: { type: 'PayBuyIn' }, fields: [], cents: 2000, cites: [CITE], ...changes };
}

export function entry(changes: Partial<MyEntry> = {}): MyEntry {
  return { status: 'applied', accepted: true, paid: [], due: [['buy-in', 2000]], offers: [eventOffer()], ...changes };
}

export const player = (changes: Partial<EventPlayer> = {}): EventPlayer => ({ player: 'a1', name: 'Ann', seat: 1, chips: 9000, ...changes });
export const table = (changes: Partial<EventTable> = {}): EventTable => ({ number: 1, table: 'harbour 1', players: [player(), player({ player: 'b1', name: 'Bob', seat: 2, chips: 12_000, bot: true })], hands: 3, ...changes });
export const place = (changes: Partial<EventPlace> = {}): EventPlace => ({ place: 24, through: 24, player: 'c1', name: 'Cy', why: 'by the lower stack before the hand', cites: ['nsw-poker 28.8.3'], ...changes });

export function move(changes: Partial<MoveView> = {}): MoveView {
  return { act: 'm1', player: 'b1', name: 'Bob', from_table: 4, from_seat: 2, to_table: 1, to_seat: 5, state: 'done', reason: 'next for the big blind there and here', considered: ['Ann would have had it twice'], burden: 'blinds within two hands before and after', cites: [CITE], ...changes };
}

export function summary(changes: Partial<EventSummary> = {}): EventSummary {
  return {
    name: 'harbour', title: 'Harbour Freeze Out', book: 'nsw-poker', phase: 'open', starts: '2030-01-06 19:30', game: "Texas Hold'em", limit: 'no-limit', fee_cents: 200, buy_in_cents: 2000, starting_chips: 8000, entries: 41, most: 64,
    remaining: 41, pool_cents: 82_000, level: 0, running: false, enters: true, ...changes,
  };
}

export function eventView(changes: Partial<EventView> = {}): EventView {
  return {
    name: 'harbour', title: 'Harbour Freeze Out', book: 'nsw-poker', phase: 'started', version: 2, digest: 'abc', starts: '2030-01-06 19:30', session: '', sessions: ['final'], game: "Texas Hold'em", limit: 'no-limit', fee_cents: 200,
    buy_in_cents: 2000, starting_chips: 8000, entries: 54, most: 64, remaining: 23, chips_in_play: 432_000, average: 18_782, pool_cents: 108_000, enters: false,
    prizes: [{ place: 1, cents: 64_800 }, { place: 2, cents: 43_200 }], levels: [level({ level: 6, blinds: [150, 300], break_minutes: 5 }), level(), level({ level: 8, blinds: [300, 600] })], clock: clock(), tables: [table()], moves: [move()],
    places: [place()], notices: [{ seq: 3, at_ms: 1_000_000, text: 'Level 7 begins', kind: 'StageReached', cites: [CITE] }], players: [['a1', 'Ann'], ['b1', 'Bob']], me: null, staff: null, ...changes,
  };
}

export function staffView(changes: Partial<StaffView> = {}): StaffView {
  const order = (kind: string, title: string, section: string, more: Partial<EventOffer> = {}): EventOffer => eventOffer({ kind, title, words: `${title}.`, road: 'order', order: { type: kind }, cents: 0, section, ...more });
  return {
    offices: ['Tournament Supervisor'],
    offers: [
      order('PauseClock', 'Pause clock', 'clock'),
      order('AddTime', 'Add time', 'clock', { fields: [{ name: 'more_ms', label: 'By how much', kind: 'choice', choices: [{ value: 60_000, label: '+1 minutes' }, { value: -60_000, label: '-1 minutes' }] as never }] }),
      order('Cancel', 'Cancel the event', 'event', { road: 'money' }),
    ],
    entries: [{ player: 'a1', name: 'Ann', status: 'playing', session: '', accepted: true, paid: ['buy-in'], due: [['fee', 200]], paid_cents: 2000 }],
    money: [{ account: 'pool/harbour', label: 'Prize pool', cents: 108_000 }],
    ...changes,
  };
}
