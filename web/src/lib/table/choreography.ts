// What moves when the felt changes: a timeline as data, made from what was shown and what is shown now. Nothing here knows a browser.
import type { HandView } from '../protocol';

/** What lies on the felt, as far as it can move. */
export interface Scene {
  hand: string;
  over: boolean;
  button: number;
  board: readonly string[];
  /** By seat: how many cards lie there, and whether they are the viewer's own. */
  cards: ReadonlyMap<number, { count: number; folded: boolean; own: boolean }>;
  bets: ReadonlyMap<number, number>;
  wins: ReadonlyMap<number, number>;
}

export type Motion =
  | { kind: 'deal'; seat: number; place: number; turns: boolean; at: number; ms: number }
  | { kind: 'board'; place: number; at: number; ms: number; turnsAt: number; turnMs: number }
  | { kind: 'fold'; seat: number; at: number; ms: number }
  | { kind: 'bet'; seat: number; at: number; ms: number }
  | { kind: 'collect'; seat: number; amount: number; at: number; ms: number }
  | { kind: 'award'; seat: number; amount: number; at: number; ms: number }
  | { kind: 'button'; from: number; at: number; ms: number };

export const MS = { deal: 230, next: 70, turn: 320, apart: 110, fold: 260, bet: 260, collect: 380, award: 520, button: 620, burn: 160 } as const;
/** No more than this moves at once; what is beyond simply lies where it belongs. */
export const MOST = 60;

/** The felt of a hand, for comparing it with the next. */
export function sceneOf(hand: HandView | null, hero: number, wins: readonly { seat: number; amount: number }[]): Scene | null {
  if (!hand) return null;
  const over = hand.phase === 'over';
  const won = new Map<number, number>();
  for (const win of over ? wins : []) won.set(win.seat, (won.get(win.seat) ?? 0) + win.amount);
  return {
    hand: hand.hand_id,
    over,
    button: hand.button,
    board: hand.board,
    cards: new Map(hand.seats.map((seat) => [seat.seat, { count: seat.down.length + seat.up.length, folded: seat.status === 'folded', own: seat.seat === hero }])),
    bets: new Map(hand.seats.filter((seat) => seat.bet).map((seat) => [seat.seat, seat.bet])),
    wins: won,
  };
}

/** Seats in the order in which they are dealt to: from the left of the button. */
function dealt(scene: Scene): number[] {
  const seats = [...scene.cards.keys()].sort((a, b) => a - b);
  const first = seats.findIndex((seat) => seat > scene.button);
  return first < 0 ? seats : [...seats.slice(first), ...seats.slice(0, first)];
}

function dealing(before: Scene | null, now: Scene): Motion[] {
  const had = (seat: number) => (before ? (before.cards.get(seat)?.count ?? 0) : 0);
  const most = Math.max(0, ...[...now.cards.values()].map((one) => one.count));
  const order: [seat: number, place: number][] = [];
  for (let place = 0; place < most; place += 1) {
    for (const seat of dealt(now)) if (place >= had(seat) && place < (now.cards.get(seat)?.count ?? 0)) order.push([seat, place]);
  }
  return order.map(([seat, place], at) => ({ kind: 'deal', seat, place, turns: now.cards.get(seat)?.own ?? false, at: at * MS.next, ms: MS.deal }));
}

/** The cards of a street travel one after another and are turned up together. */
function boarding(from: number, now: Scene): Motion[] {
  const fresh = now.board.length - from;
  const lands = MS.burn + (fresh - 1) * MS.apart + MS.deal;
  return Array.from({ length: Math.max(0, fresh) }, (_, at) => ({ kind: 'board', place: from + at, at: MS.burn + at * MS.apart, ms: MS.deal, turnsAt: lands, turnMs: MS.turn }));
}

function chips(before: Scene, now: Scene): Motion[] {
  const found: Motion[] = [];
  for (const [seat, bet] of now.bets) if (bet > (before.bets.get(seat) ?? 0)) found.push({ kind: 'bet', seat, at: 0, ms: MS.bet });
  const swept = now.bets.size === 0 || now.board.length > before.board.length;
  if (swept) for (const [seat, amount] of before.bets) if (!now.bets.has(seat)) found.push({ kind: 'collect', seat, amount, at: 0, ms: MS.collect });
  return found;
}

/** What moves between two looks at the felt, in milliseconds from now. */
export function choreography(before: Scene | null, now: Scene | null): Motion[] {
  if (!now) return [];
  if (!before || before.hand !== now.hand) {
    const button: Motion[] = before && before.button !== now.button ? [{ kind: 'button', from: before.button, at: 0, ms: MS.button }] : [];
    const bets = [...now.bets.keys()].map((seat): Motion => ({ kind: 'bet', seat, at: 0, ms: MS.bet }));
    // Whoever comes to a hand that goes on sees it as it lies.
    return before ? [...button, ...bets, ...dealing(null, now)].slice(0, MOST) : [];
  }
  const folds: Motion[] = [...now.cards].flatMap(([seat, one]) => (one.folded && !before.cards.get(seat)?.folded ? [{ kind: 'fold', seat, at: 0, ms: MS.fold }] : []));
  const moved = chips(before, now);
  const swept = moved.some((one) => one.kind === 'collect') ? MS.collect : 0;
  const street = [...boarding(before.board.length, now), ...dealing(before, now)].map((one) => ({ ...one, at: one.at + swept, ...(one.kind === 'board' ? { turnsAt: one.turnsAt + swept } : {}) }));
  const shown = street.reduce((end, one) => Math.max(end, one.kind === 'board' ? one.turnsAt + one.turnMs : one.at + one.ms), swept);
  const awards: Motion[] = before.over ? [] : [...now.wins].map(([seat, amount]) => ({ kind: 'award', seat, amount, at: shown, ms: MS.award }));
  return [...folds, ...moved, ...street, ...awards].slice(0, MOST);
}
