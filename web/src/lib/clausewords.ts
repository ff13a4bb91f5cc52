// A clause as somebody at the table reads it. How the program keeps it is for its programmers: `openfelt rules show` tells them.
const KINDS: Record<string, string> = {
  config: 'on the sign', definition: 'meaning of a word', engine: 'play', evaluator: 'rank of hands', irregularity: 'irregularity', jackpot: 'jackpot', legal: 'law', procedure: 'procedure',
  promotion: 'promotion', room: 'seats and stakes', settlement: 'paying out', supervisor: 'supervisor', tournament: 'tournament',
};
const PROGRAM = /[_`=]|\bcfg\b|[a-z][A-Z]|\bconfig/;

/** What a clause is about. */
export const kindWords = (kind: string) => KINDS[kind] ?? kind;

/** A note on a clause, unless it speaks of the program by its own names. */
export const plainNote = (note: string) => (PROGRAM.test(note) ? '' : note);
