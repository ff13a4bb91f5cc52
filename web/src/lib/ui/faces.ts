// The picture of a player: a letter on a muted hue, both from the name alone, so that everybody sees the same one.

/** Hues on which a white letter is read: each has a contrast of at least 4.5 to it. */
export const HUES: readonly string[] = ['#7a4c6e', '#4b6a8f', '#6d6a2f', '#3e6b66', '#8a4b32', '#8b3a4a', '#5a5f66', '#8d6c28'];

/** The letter and the hue of a name. */
export function faceOf(name: string): { letter: string; hue: string } {
  const sum = [...name].reduce((all, one) => (all * 31 + (one.codePointAt(0) ?? 0)) % 9973, 7);
  return { letter: [...name][0]?.toUpperCase() ?? '', hue: HUES[sum % HUES.length] ?? '' };
}
