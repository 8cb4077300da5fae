import { join, resolve } from 'node:path';
import { build, createBuilder } from 'vite';
import { CLIENT, SERVER } from './build-folders.ts';
import { EMBED_ENTRY, EMBED_MANIFEST } from './build-manifest.ts';
import { buildWorker } from './build-worker.ts';
import { compressAssets } from './compress-assets.ts';

/**
 * Builds the browser's half of the pages and the server's, as `vite.config.ts` says, and the small player for
 * other sites, into the folder that it is given.
 */
const root = resolve(import.meta.dirname, '..', '..', '..');
const folder = resolve(process.argv[2] ?? fail());
const client = join(folder, CLIENT);
const builder = await createBuilder({
  root,
  logLevel: 'warn',
  environments: {
    client: { build: { outDir: client } },
    ssr: { build: { outDir: join(folder, SERVER) } },
  },
});
await builder.buildApp();
await buildWorker(root, client);
// By itself: beside the pages it would share their scripts, and load what it does not need.
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: client,
    emptyOutDir: false,
    manifest: EMBED_MANIFEST,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: EMBED_ENTRY },
  },
});
await compressAssets(client);

function fail(): never {
  throw new Error('The folder for the build is missing.');
}
