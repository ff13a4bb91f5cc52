// The language of the page: a catalogue from English templates to those of another language. Without one, English stands.
export type Catalogue = (template: string) => string | undefined;

let catalogue: Catalogue = () => undefined;

/** Read every template in another language from now on. */
export function speak(other: Catalogue): void {
  catalogue = other;
}

/** A template in the language of the page. */
export const translated = (template: string): string => (template ? (catalogue(template) ?? template) : '');
