// A language for tests: every template with accents and in brackets, its parts as they are. Plain letters are words without a template.
const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž';
const LETTER_OR_PART = /\{\w+\}|[A-Za-z]/g;

/** A template, accented; one that is in another's words already stays. */
export function accented(template: string): string {
  if (template.startsWith('[')) return template;
  return `[${template.replace(LETTER_OR_PART, (found) => ACCENTED[PLAIN.indexOf(found)] ?? found)}]`;
}
