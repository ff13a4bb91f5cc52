// Which lines of a table stand: what a dealer entered by a slip is taken back by a later line, and stays to be read.
import type { Line } from '../protocol';

type Numbered = Pick<Line, 'seq' | 'undone'>;

/** The numbers of the lines that were taken back. */
export function takenBack(lines: readonly Numbered[]): Set<number> {
  const gone = new Set<number>();
  for (const { undone } of lines) {
    if (undone?.length !== 2) continue;
    for (let seq = undone[0]!; seq <= undone[1]!; seq += 1) gone.add(seq);
  }
  return gone;
}

/** The lines that stand. */
export function standing<T extends Numbered>(lines: readonly T[]): readonly T[] {
  const gone = takenBack(lines);
  return gone.size ? lines.filter((line) => !gone.has(line.seq)) : lines;
}
