// Prints every template of the client as JSON, with the places where it stands and what its parts are.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { worded, wordingsOf } from './marking.ts';

/** A template of the client. */
export interface Listed {
  template: string;
  parts: string[];
  places: string[];
}

/** Every template under a folder of sources, in the order of the alphabet. */
export function listed(folder: string): Listed[] {
  const all = new Map<string, Listed>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.svelte') && !file.endsWith('.ts')) continue;
    const source = readFileSync(join(folder, file), 'utf8');
    for (const { template, parts, line } of file.endsWith('.svelte') ? worded(source).found : wordingsOf(source)) {
      const one = all.get(template) ?? { template, parts, places: [] };
      one.places.push(`${file}:${line}`);
      all.set(template, one);
    }
  }
  return [...all.values()].sort((one, other) => (one.template < other.template ? -1 : 1));
}
