// The words that rulebooks define, and where they stand in a text, so that each can be explained where it is read.
export interface Meaning { cite: string; text: string }
export interface Word { word: string; meanings: Meaning[] }
export interface Piece { text: string; word: Word | null }

const LETTER = /[\p{L}\p{N}]/u;

/** A word of the list also in the plural: "blind" is meant by "blinds", "community card(s)" by "community cards". */
function forms(word: string): string[] {
  const plain = word.replace('(s)', '');
  return [plain, `${plain}s`];
}

/** The text in pieces: what a word of the list says, each word once, the longest word first; and the rest. */
export function pieces(text: string, words: readonly Word[], seen: ReadonlySet<string> = new Set()): Piece[] {
  const sought = words
    .filter((one) => !seen.has(one.word))
    .flatMap((word) => forms(word.word).map((form) => ({ form, word })))
    .sort((one, other) => other.form.length - one.form.length);
  const lower = text.toLowerCase();
  const found: Piece[] = [];
  const used = new Set<string>();
  let rest = '';
  let at = 0;
  while (at < text.length) {
    const starts = at === 0 || !LETTER.test(text[at - 1] ?? '');
    const hit = starts ? sought.find(({ form, word }) => !used.has(word.word) && lower.startsWith(form, at) && !LETTER.test(text[at + form.length] ?? '')) : undefined;
    if (hit) {
      if (rest) found.push({ text: rest, word: null });
      rest = '';
      used.add(hit.word.word);
      found.push({ text: text.slice(at, at + hit.form.length), word: hit.word });
      at += hit.form.length;
    } else rest += text[at++];
  }
  if (rest) found.push({ text: rest, word: null });
  return found;
}

/** What a word means at a table of this book: by its own clause, or by another book's where it has none. */
export function meaningFor(word: Word, book: string): Meaning | undefined {
  return word.meanings.find((one) => one.cite.startsWith(`${book} `)) ?? word.meanings[0];
}
