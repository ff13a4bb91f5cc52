// Several tables in one window: how the tiles are laid out, and at which of them the keys act.

/** The unit of a stage (README of the look, "the table"): below this a tile has no room for the log. */
export const LEAST_UNIT = 0.62;
const WIDE = 1280;
const HIGH = 852;
/** A turn must have been seen before a key meant for another table may act in it. */
export const SEEN_MS = 1000;

export const unit = (width: number, height: number): number => Math.min(width / WIDE, height / HIGH);

/** How many columns make the tiles largest; side by side where that is the same. */
export function columnsFor(tiles: number, width: number, height: number): number {
  let best = 1;
  for (let columns = 1; columns <= tiles; columns++) {
    const size = (at: number) => unit(width / at, height / Math.ceil(tiles / at));
    if (size(columns) >= size(best)) best = columns;
  }
  return best;
}

export interface Turn {
  table: string;
  /** Since when the turn waits, by the page's clock. */
  since: number;
}

/** The tile in which keys act: the chosen one, unless only others wait; of those the one that has waited longest, once it could be seen. */
export function keysAt(chosen: string, turns: readonly Turn[], now: number): string {
  if (!turns.length || turns.some((one) => one.table === chosen)) return chosen;
  const longest = turns.reduce((a, b) => (b.since < a.since ? b : a));
  return now - longest.since >= SEEN_MS ? longest.table : '';
}

/** The tile after, or before, the chosen one. */
export function neighbour(tables: readonly string[], chosen: string, by: 1 | -1): string {
  const at = tables.indexOf(chosen);
  return tables[(at + by + tables.length) % tables.length] ?? '';
}
