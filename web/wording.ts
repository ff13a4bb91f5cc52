// Every component is compiled with its words marked, in the build, in development and in tests.
import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { CALLED, worded } from './marking.ts';

const HOME = '/src/lib/language.ts';

/** Marks the words of every component before it is compiled, and afterwards says where `wording` comes from. */
export function wordings(): Plugin[] {
  const isComponent = (id: string): boolean => id.endsWith('.svelte') && !id.includes('/node_modules/');
  return [
    {
      name: 'wordings',
      enforce: 'pre',
      transform(code, id) {
        if (!isComponent(id)) return null;
        const { text } = worded(code);
        return { code: text.toString(), map: text.generateMap({ source: id, includeContent: true, hires: true }) };
      },
    },
    {
      name: 'wordings:import',
      enforce: 'post',
      transform(code, id) {
        if (!isComponent(id) || !code.includes(CALLED)) return null;
        const text = new MagicString(code);
        text.append(`\nimport { wording as ${CALLED} } from '${HOME}';\n`);
        return { code: text.toString(), map: text.generateMap({ source: id, hires: true }) };
      },
    },
  ];
}
