import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { licences, made } from './scripts/made.ts';

const SERVER = process.env.SAKIYOMI_SERVER ?? 'http://127.0.0.1:8141';

export default defineConfig({
  plugins: process.env.VITEST ? [svelte()] : [made(), licences(), svelte()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Fonts stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/ws': { target: SERVER, ws: true },
    },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['{src,scripts}/**/*.test.ts'],
  },
});
