// A new tournament from a template: what the host fills in, at most eight fields, and what is sent.
import { wording } from '../language';
import { cents } from '../words';

export const ANSWERS = ['name', 'starts', 'players', 'seats', 'buy_in_cents', 'starting_chips', 'level_minutes', 'prizes'] as const;
export type AnswerName = (typeof ANSWERS)[number];
export type Typed = Record<AnswerName, string>;

export const LABELS: Record<AnswerName, string> = {
  name: wording`Name`, starts: wording`Starts`, players: wording`Most players`, seats: wording`Seats at a table`, buy_in_cents: wording`Buy-in`, starting_chips: wording`Starting chips`, level_minutes: wording`Minutes of a level`, prizes: wording`Prizes`,
};
export const HINTS: Partial<Record<AnswerName, string>> = { starts: wording`By the room’s clock. Empty: when it is called`, buy_in_cents: wording`In dollars`, prizes: wording`Percent of the pool, from the first place on: 50, 30, 20` };

const PER_MILLE = 10;

/** The answers of a template as they stand in the fields. */
export function asTyped(answers: Partial<Record<AnswerName, unknown>>): Typed {
  const text = (name: AnswerName): string => {
    const value = answers[name];
    if (value === undefined || value === null || value === 'none') return '';
    if (name === 'buy_in_cents') return String(Number(value) / 100);
    if (name === 'starts') return String(value).replace(' ', 'T');
    return Array.isArray(value) ? value.map((one) => String(Number(one) / PER_MILLE)).join(', ') : String(value);
  };
  return Object.fromEntries(ANSWERS.map((name) => [name, text(name)])) as Typed;
}

/** What is sent, and what cannot be read, by field. A field that is empty is left as the template has it. */
export function asAnswers(typed: Typed): { answers: Record<string, unknown>; faults: Partial<Typed> } {
  const answers: Record<string, unknown> = {};
  const faults: Partial<Typed> = {};
  for (const name of ANSWERS) {
    const text = typed[name].trim();
    if (!text) continue;
    if (name === 'name') answers[name] = text;
    else if (name === 'starts') answers[name] = text.replace('T', ' ');
    else if (name === 'buy_in_cents') {
      const value = cents(text);
      if (value === null) faults[name] = wording`“${text}” is no amount. Write 20 or 2.50`;
      else answers[name] = value;
    } else if (name === 'prizes') {
      const shares = text.split(',').map((one) => Math.round(Number(one.trim()) * PER_MILLE));
      if (shares.some((one) => !Number.isInteger(one) || one <= 0)) faults[name] = wording`“${text}” is no list of percents. Write 50, 30, 20`;
      else answers[name] = shares;
    } else {
      const value = Number(text.replaceAll(',', ''));
      if (!Number.isSafeInteger(value) || value < 0) faults[name] = wording`“${text}” is no whole number.`;
      else answers[name] = value;
    }
  }
  return { answers, faults };
}

/** An address for a name: small letters, digits and hyphens. */
export const addressFor = (name: string): string =>
  [...name.toLowerCase().normalize('NFKD')]
    .map((one) => ((one >= 'a' && one <= 'z') || (one >= '0' && one <= '9') ? one : one >= '\u0300' && one <= '\u036f' ? '' : '-'))
    .join('')
    .split('-')
    .filter(Boolean)
    .join('-')
    .slice(0, 40);
