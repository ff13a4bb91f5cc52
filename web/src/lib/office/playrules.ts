// The house's settings about people, as an operator reads and changes them: yes or no, dollars, a choice or a number.
import { wording } from '../language';
import { cents, count, money } from '../words';

interface Setting { words: string; kind: 'yes-no' | 'money' | 'choice' | 'number'; choices?: readonly string[] }

export const SETTINGS: Record<string, Setting> = {
  identity_check: { words: wording`A check of age and identity comes before play`, kind: 'yes-no' },
  least_age: { words: wording`Least age`, kind: 'number' },
  looser_after_h: { words: wording`Hours that a looser limit waits`, kind: 'number' },
  own_least_h: { words: wording`Shortest self-exclusion, in hours`, kind: 'number' },
  own_back_days: { words: wording`Days before a self-exclusion without an end can be ended`, kind: 'number' },
  reality_min: { words: wording`Minutes between notices for whoever chose none`, kind: 'number' },
  reset_h: { words: wording`Hours that a link for a new password is good`, kind: 'number' },
  refill_cents: { words: wording`Up to how much a purse is filled with play chips; $0 for never`, kind: 'money' },
  refill_h: { words: wording`Hours between two refills`, kind: 'number' },
  second_factor: { words: wording`Staff needs a second factor`, kind: 'yes-no' },
  own_tables: { words: wording`Private tables that a player may have open`, kind: 'number' },
  own_table_blind: { words: wording`Highest last blind of a private table`, kind: 'money' },
  unnamed_watch: { words: wording`Who may watch without a name`, kind: 'choice', choices: [wording`nobody`, wording`anybody, in a demonstration`, wording`anybody`] },
};

const YES_NO = [wording`no`, wording`yes`];

/** The values of a setting that are chosen rather than typed, in words; the place of each is its value. */
export const choicesOf = (key: string): readonly string[] => (SETTINGS[key]?.kind === 'yes-no' ? YES_NO : (SETTINGS[key]?.choices ?? []));

/** A value as it is read. */
export function valueWords(key: string, value: number): string {
  return choicesOf(key)[value] ?? (SETTINGS[key]?.kind === 'money' ? money(value) : count(value));
}

/** What was typed or chosen, as it is sent; null if that is no value. */
export function valueOf(key: string, typed: string): number | null {
  if (SETTINGS[key]?.kind === 'money') return cents(typed);
  const value = typed.trim() === '' ? NaN : Number(typed);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}
