import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The package serves the client itself: everything is built into it, nothing comes from another host.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: '../src/openfelt/service/static', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022' },
});
