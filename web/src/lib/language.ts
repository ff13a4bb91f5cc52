// The language of the page: a catalogue from English templates to those of another language. Without one, English stands.
// It is chosen once, as the page loads: whoever needs words waits for this module, so that tables of words may stand at the top of theirs.
export type Catalogue = (template: string) => string | undefined;

const STORED = 'openfelt-language';
const FILES = import.meta.glob<Record<string, string>>('../languages/*.json', { import: 'default' });

/** The languages that have a catalogue, beside English. */
export const LANGUAGES: readonly string[] = Object.keys(FILES).map((file) => file.slice(file.lastIndexOf('/') + 1, -'.json'.length));

let catalogue: Catalogue | null = null;

/** Read every template in another language from now on, or in English again. */
export function speak(other: Catalogue | null): void {
  catalogue = other;
}

/** The language that this browser remembers; nothing is English. */
export function chosenLanguage(): string {
  try {
    return localStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

/** Remember a language; the page has it when it is loaded again. */
export function chooseLanguage(code: string): void {
  localStorage.setItem(STORED, code);
}

/** The catalogue of a language. `pseudo` is for tests and is not offered: every template accented, so that what has none shows. */
export async function catalogueOf(code: string): Promise<Catalogue | null> {
  if (code === 'pseudo') return (await import('../languages/pseudo')).accented;
  const words = await FILES[`../languages/${code}.json`]?.();
  return words ? (template) => words[template] || undefined : null;
}

const chosen = chosenLanguage();
if (chosen) {
  // A page without its catalogue is better in English than not at all.
  speak(await catalogueOf(chosen).catch(() => null));
  if (catalogue) document.documentElement.lang = chosen === 'pseudo' ? 'en' : chosen;
}

/** A template in the language of the page. */
export const translated = (template: string): string => (template ? (catalogue?.(template) ?? template) : '');

const PART = /\{(\w+)\}/g;

/** A template in the language of the page, with its parts in their places. */
export const filled = (template: string, part: (name: string) => string | undefined): string => translated(template).replace(PART, (found, name: string) => part(name) ?? found);

/** The part with which a template begins in the language of the page; nothing if it begins with a word. */
export const firstPart = (template: string): string | undefined => /^\{(\w+)\}/.exec(translated(template))?.[1];

/** Words of the client itself: wording`Hand ${number}` is the template "Hand {1}" and its part. */
export function wording(texts: TemplateStringsArray, ...parts: unknown[]): string {
  const written = parts.map((one) => String(one ?? ''));
  if (!catalogue) return texts.reduce((all, text, at) => all + written[at - 1]! + text);
  return filled(texts.reduce((all, text, at) => `${all}{${at}}${text}`), (name) => written[Number(name) - 1]);
}
