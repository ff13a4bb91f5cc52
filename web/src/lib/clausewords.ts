// A clause as somebody at the table reads it. How the program keeps it is for its programmers: `openfelt rules show` tells them.
import { wording } from './language';

const KINDS: Record<string, string> = {
  config: wording`on the sign`, definition: wording`meaning of a word`, engine: wording`play`, evaluator: wording`rank of hands`, irregularity: wording`irregularity`, jackpot: wording`jackpot`, legal: wording`law`, procedure: wording`procedure`,
  promotion: wording`promotion`, room: wording`seats and stakes`, settlement: wording`paying out`, supervisor: wording`supervisor`, tournament: wording`tournament`,
};
const PROGRAM = /[_`=]|\bcfg\b|[a-z][A-Z]|\bconfig/;

/** What a clause is about. */
export const kindWords = (kind: string) => KINDS[kind] ?? kind;

/** A note on a clause, unless it speaks of the program by its own names. */
export const plainNote = (note: string) => (PROGRAM.test(note) ? '' : note);
