// Streets that arrive in one piece are shown one by one: an all-in is dealt out before one's eyes, and the result comes last.
import type { HandView, Line } from '../protocol';

/** How long each street of a run-out lies before the next. */
export const STREET_MS = 1200;

export interface Look {
  hand: HandView | null;
  /** Lines of the log up to this number belong to it. */
  upto: number;
}

/** The looks between what was shown and what is true now: one for each street, none where nothing is run out. */
export function looks(before: HandView | null, now: HandView | null, fresh: readonly Pick<Line, 'kind' | 'seq'>[]): Look[] {
  if (!before || !now || before.hand_id !== now.hand_id || now.phase !== 'over' || before.phase === 'over') return [];
  const streets = fresh.filter((line) => line.kind === 'StreetDealt');
  const sizes = cuts(before.board.length, now.board.length);
  if (!sizes.length || !streets.length) return [];
  // Everything that is known only from the end stays hidden until then: hands, words, stacks, awards.
  const call = called(before, fresh);
  const put = (seat: HandView['seats'][number]): HandView['seats'][number] => {
    const stack = seat.stack - (seat.seat === before.to_act ? call : 0);
    return { ...seat, bet: 0, stack, status: stack || seat.status !== 'in' ? seat.status : 'all-in' };
  };
  const still = { ...before, to_act: 0, offers: [], phase: 'betting', seats: before.seats.map(put), pot: before.pot + call };
  const opened = fresh.find((line) => line.kind === 'HandsOpened');
  // Hands that were turned up before the board are seen before it, and lie open from then on.
  const lying = opened ? { ...still, seats: still.seats.map((seat) => (seat.status === 'folded' ? seat : { ...seat, down: now.seats.find((one) => one.seat === seat.seat)?.down ?? seat.down })) } : still;
  const turned: Look[] = opened ? [{ hand: lying, upto: opened.seq }] : [];
  const seq = (at: number) => streets[Math.min(at, streets.length - 1)]!.seq;
  const first = sizes.map((size, at) => ({ hand: { ...lying, board: now.board.slice(0, size) }, upto: seq(at) }));
  // Dealt twice: the second board begins where the first did, when that lies whole.
  const again = cuts(before.board.length, now.second?.length ?? 0);
  const second = again.map((size, at) => ({ hand: { ...lying, board: now.board, second: now.second!.slice(0, size) }, upto: seq(sizes.length + at) }));
  return [...turned, ...first, ...second];
}

/** What the last player put in before the rest was dealt: a call, as far as the stack goes. */
function called(before: HandView, fresh: readonly Pick<Line, 'kind' | 'seq'>[]): number {
  const seat = before.seats.find((one) => one.seat === before.to_act);
  return seat && fresh.some((line) => line.kind === 'Called') ? Math.min(seat.stack, Math.max(0, before.high - seat.bet)) : 0;
}

/** How many board cards lie after each street that is still to come: three, four, five; elsewhere one more each time. */
function cuts(from: number, to: number): number[] {
  const found: number[] = [];
  for (let size = from; size < to; found.push(size)) size = size === 0 && to >= 3 ? 3 : size + 1;
  return found;
}
