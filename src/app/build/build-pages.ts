import { join, resolve } from 'node:path';
import { build, createBuilder } from 'vite';
import { EMBED_ENTRY, EMBED_MANIFEST } from './build-manifest.ts';
import { buildWorker } from './build-worker.ts';
import { compressAssets } from './compress-assets.ts';

/** Builds the browser's half of the pages and the server's, as `vite.config.ts` says, and the small player for other sites. */
const root = resolve(import.meta.dirname, '..', '..', '..');
const builder = await createBuilder({ root, logLevel: 'warn' });
await builder.buildApp();
await buildWorker(root);
// By itself: beside the pages it would share their scripts, and load what it does not need.
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    manifest: EMBED_MANIFEST,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: EMBED_ENTRY },
  },
});
await compressAssets(join(root, 'build', 'client'));
