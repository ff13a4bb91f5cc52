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

/** A commission of nothing is in the log; in a result it would only be in the way. */
export const isPaid = ({ parts }: Pick<Line, 'parts'>): boolean => typeof parts?.amount !== 'object' || !('money' in parts.amount) || parts.amount.money > 0;

/** How a hand ended, in the order in which it is read: who won, then what the house took. */
export const results = (lines: readonly Line[]): Line[] => [...lines.filter((line) => line.kind === 'PotAwarded'), ...lines.filter((line) => line.kind === 'CommissionTaken' && isPaid(line))];
