// How long a password is, and what is said of one that is being typed.
import { wording } from '../../lib/language';

export const SHORTEST = 10;

export const passwordHint = (typed: string): string =>
  typed && typed.length < SHORTEST ? wording`At least ${SHORTEST} characters; ${SHORTEST - typed.length} more.` : wording`At least ${SHORTEST} characters.`;
