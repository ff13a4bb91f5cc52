// How long a password is, and what is said of one that is being typed.
export const SHORTEST = 10;

export const passwordHint = (typed: string): string =>
  typed && typed.length < SHORTEST ? `At least ${SHORTEST} characters; ${SHORTEST - typed.length} more.` : `At least ${SHORTEST} characters.`;
