// The roots that this browser was told at the deal. A proof counts only against them: that is the point of a commitment.
import type { Line, PitState, TableState } from './protocol';

export interface ToldRoot {
  root: string;
  /** Whether it was told before a card of that order was dealt. */
  early: boolean;
}

const noted = new Set<string>();

type Kept = [hand: string, root: string, early: boolean];

const STORED = 'openfelt-roots';
const MOST_KEPT = 1000;
const FIXED = new Set(['ShuffleCommitted', 'ShoeOrdered']);
const DEALT = new Set(['StreetDealt', 'DrawDealt', 'SharedDealt', 'Burned', 'Dealt', 'BoardDealt']);

/** They belong to an account: another room at the same address knows other people. */
function load(account: string): Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? '{}') as { account?: string; hands?: Kept[] };
    return kept.account === account ? (kept.hands ?? []) : [];
  } catch {
    return [];
  }
}

export function toldRoots(account: string, table: string, number: number): ToldRoot[] {
  return load(account)
    .filter(([hand]) => hand === `${table}/${number}`)
    .map(([, root, early]) => ({ root, early }));
}

function note(account: string, table: string, number: number, root: string, early: boolean): void {
  const hand = `${table}/${number}`;
  // Every frame tells the root again; what this page has kept is not looked up again.
  const key = `${account} ${hand} ${root}`;
  if (noted.has(key)) return;
  noted.add(key);
  const kept = load(account);
  if (kept.some((one) => one[0] === hand && one[1] === root)) return;
  kept.push([hand, root, early]);
  localStorage.setItem(STORED, JSON.stringify({ account, hands: kept.slice(-MOST_KEPT) }));
}

/** Whether these lines fix an order of the cards and deal none of it yet. */
function fixesFirst(lines: readonly Line[]): boolean {
  const fixed = lines.findLastIndex((line) => FIXED.has(line.kind));
  return fixed >= 0 && !lines.slice(fixed).some((line) => DEALT.has(line.kind));
}

/** What a frame tells about the deck of a hand; `lines` is empty for a snapshot, which says nothing of when. */
export function hearTable(account: string, state: TableState, lines: readonly Line[]): void {
  if (state.commitment && state.number > 0 && !state.live) note(account, state.table, state.number, state.commitment, fixesFirst(lines));
}

/** Of a round against the house the root is known from the moment it is fixed; while bets are made, the last one hangs. */
export function hearPit(account: string, state: PitState, lines: readonly Line[]): void {
  const early = fixesFirst(lines);
  const dealt = Boolean(state.round?.dealer.length || state.round?.community.length || state.round?.boxes.some((box) => box.cards.length));
  if (state.round && state.commitment && (early || dealt)) note(account, state.table, state.round.number, state.commitment, early);
}
