import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

function licenceOf(folder: string, name: string): string {
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
  if (file === undefined) throw new Error(`${name} is part of the client and has no licence to ship`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

/** Writes the licences of every package that became part of the pages into one file beside them. */
export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle(_, bundle) {
      const found = new Map<string, string>();
      // A font is no module: a style sheet names it.
      const files = Object.values(bundle).flatMap((one) => (one.type === 'asset' ? one.originalFileNames : []));
      for (const id of [...this.getModuleIds(), ...files.map((file) => resolve(file))]) {
        const [, folder, name] = PACKAGE.exec(id.replace(/^\0+/, '')) ?? [];
        if (folder !== undefined && name !== undefined && existsSync(folder)) found.set(name, folder);
      }
      const texts = [...found].sort().map(([name, folder]) => `${name}\n\n${licenceOf(folder, name)}\n`);
      this.emitFile({ type: 'asset', fileName: 'assets/licences.txt', source: texts.join(`\n${'-'.repeat(72)}\n\n`) });
    },
  };
}
