import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ENTRY } from './src/app/build/build-manifest.ts';
import { className, leaveOutMovements } from './src/app/build/class-name.ts';
import { sharedByPages } from './src/app/build/shared-by-pages.ts';
import { standIns } from './src/app/build/stand-ins.ts';
import { cataloguePlugin } from './src/i18n/catalogue-plugin.ts';

/**
 * What reads replies is fetched with the first of them. In one file with what a page needs at once, it would
 * come with that.
 */
const SHAPES = /\.wire\.ts$|\/read-reply\.ts$/;
/** Looked for in a browser's list of requests: how the sound comes, and languages. The first visit's script has neither. */
const NAMED = /^(native-)?hls|^[a-z]{2}$/;
/**
 * Alike in both halves: a document asks for the fonts that its style sheet names. Seven of 36 signs tell all versions
 * of a file apart, and weigh less than seven of 64 in the first visit's script, which has every address.
 */
const ASSETS = { assetFileNames: 'assets/[hash:7][extname]', hashCharacters: 'base36' } as const;

/**
 * Pages are built twice, for the browser and for the server that renders them. Where to:
 * `src/app/build/build-pages.ts`.
 */
export default defineConfig({
  plugins: [cataloguePlugin(), react(), standIns],
  css: {
    modules: {
      generateScopedName: className,
      getJSON: (file, names) => leaveOutMovements(names, readFileSync(file, 'utf8')),
    },
  },
  // Known from the start: what development finds late reloads the page.
  optimizeDeps: {
    entries: [ENTRY, 'src/features/**/*-page.tsx'],
    include: ['@tanstack/react-query', 'zod/mini'],
  },
  builder: {},
  environments: {
    client: {
      build: {
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ENTRY,
          // Figures stand where they are used, not in the first visit's script for whichever page uses them.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            // Addresses stand in scripts, and the first visit's has each: a name costs it more than what it says
            // is worth. The manifest has them.
            chunkFileNames: ({ name }) => `assets/${NAMED.test(name) ? `${name}-` : ''}[hash:7].js`,
            ...ASSETS,
            // Few, larger files compress better and come sooner than many. The libraries of every page are
            // one, and wait until the page is seen; so are what every visit fetches then, the library that
            // reads replies, and what most pages share. The rest is cut by who needs it; larger pieces are
            // not put together, since a page would get what only a dialog of another one shows.
            codeSplitting: {
              groups: [
                { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
                { name: 'app', tags: ['$initial'] },
                { name: 'later', test: /src\/app\/frame\/later\// },
                { name: 'schemas', test: /node_modules\/zod\// },
                { name: sharedByPages, test: /\/src\// },
                { name: 'shapes', test: SHAPES, minShareCount: 2, entriesAware: true },
                { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 800 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: { input: 'src/app/entry-server.tsx', output: ASSETS },
      },
    },
  },
});
