import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { licences } from './licences.ts';
import { wordings } from './wording.ts';

// The package serves the client itself: everything is built into it, nothing comes from another host.
export default defineConfig({
  plugins: [wordings(), svelte(), svelteTesting(), licences()],
  build: { outDir: '../src/openfelt/service/static', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022' },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'] },
});
