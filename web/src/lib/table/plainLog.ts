// Which lines of a log a player reads: what was done and what came of it. The rest stands there for whoever wants every line.
import { firstPart } from '../language';
import type { Line } from '../protocol';
import { isPaid } from './standing';

const ASIDE = new Set(['Burned', 'ShuffleCommitted', 'HandStarted', 'RoundOpened', 'RoundSkipped']);

/** The opening of a betting round says nothing that the next act does not; against the house it is the heading of the round. */
export const isHeading = (line: Pick<Line, 'kind'>, pit: boolean): boolean => line.kind === 'HandOpened' || line.kind === 'StreetDealt' || (pit && line.kind === 'RoundOpened');

/** Whether a line begins with a word of the room, which takes a capital; a name stays as its owner writes it. */
export function beginsWithWord(line: Pick<Line, 'phrase' | 'parts'>): boolean {
  const part = firstPart(line.phrase);
  return part === undefined || typeof line.parts?.[part] === 'string';
}

/** The lines that are shown: plain by default, or every one. */
export function shownLines<T extends Line>(lines: readonly T[], { pit = false, all = false }: { pit?: boolean; all?: boolean }): T[] {
  return lines.filter((line) => line.phrase && (isHeading(line, pit) || (line.kind !== 'RoundOpened' && (all || (!ASIDE.has(line.kind) && (line.kind !== 'CommissionTaken' || isPaid(line)))))));
}
