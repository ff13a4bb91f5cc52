// The last act of each seat on the present street, in a word, from the lines of the hand.
import { wording } from '../language';
import type { Line } from '../protocol';
import { standing } from './standing';

/** The one act that is shown in colour. */
export const RAISES = wording`raises`;
const WORDS: Record<string, string> = { Checked: wording`checks`, Called: wording`calls`, BetMade: wording`bets`, Raised: RAISES, BroughtIn: wording`brought in`, Straddled: wording`straddles`, Drew: wording`draws`, StoodPat: wording`stands pat` };
const ANEW = new Set(['StreetDealt', 'HandStarted', 'HandOpened']);

export function lastActs(told: readonly Pick<Line, 'kind' | 'seat' | 'seq' | 'undone'>[]): Map<number, string> {
  const lines = standing(told);
  const street = lines.slice(lines.findLastIndex((line) => ANEW.has(line.kind)) + 1);
  return new Map(street.flatMap((line) => (line.seat && WORDS[line.kind] ? [[line.seat, WORDS[line.kind]!] as const] : [])));
}
