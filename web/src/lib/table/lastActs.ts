// The last act of each seat on the present street, in a word, from the lines of the hand.
import type { Line } from '../protocol';

const WORDS: Record<string, string> = { Checked: 'checks', Called: 'calls', BetMade: 'bets', Raised: 'raises', BroughtIn: 'brought in', Straddled: 'straddles', Drew: 'draws', StoodPat: 'stands pat' };
const ANEW = new Set(['StreetDealt', 'HandStarted', 'HandOpened']);

export function lastActs(lines: readonly Pick<Line, 'kind' | 'seat'>[]): Map<number, string> {
  const street = lines.slice(lines.findLastIndex((line) => ANEW.has(line.kind)) + 1);
  return new Map(street.flatMap((line) => (line.seat && WORDS[line.kind] ? [[line.seat, WORDS[line.kind]!] as const] : [])));
}
