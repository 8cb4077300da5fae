import { createHash } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createBuilder } from 'vite';
import type { Shell } from '#src/features/offline/worker/worker-caches.ts';
import { BUNDLED, bundleFolder, CLIENT, SERVER } from './build-folders.ts';
import {
  EMBED_ENTRY,
  EMBED_MANIFEST,
  ENTRY,
  LATER,
  MANIFEST,
  type Manifest,
  ModuleGraph,
  readManifest,
} from './build-manifest.ts';
import { compressAssets } from './compress-assets.ts';
import { standIns } from './stand-ins.ts';

const WORKER = 'src/features/offline/worker/service-worker.ts';
/** Its address may never change: browsers that have it ask there for the next one. */
const WORKER_FILE = 'service-worker.js';
/** What shall be there when a page is not. */
const FAILURE = 'src/app/frame/failure.tsx';

/** By which names the bundled package is imported. */
const IMPORTED = [BUNDLED, `${BUNDLED}/migration`];

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
await buildWorker();
// By itself: beside the pages it would share their scripts, and load what it does not need.
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [standIns],
  build: {
    outDir: client,
    emptyOutDir: false,
    manifest: EMBED_MANIFEST,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: EMBED_ENTRY },
  },
});
await compressAssets(client);
await buildBundle();

/**
 * Builds the service worker, with the names of the files that it brings in. After the pages, into their
 * folder.
 */
async function buildWorker(): Promise<void> {
  const manifest = readManifest(client, MANIFEST);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { SHELL: JSON.stringify(shellOf(manifest)) },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: join(root, WORKER), output: { format: 'iife', entryFileNames: WORKER_FILE } },
    },
  });
}

/** The files that every page starts with, and a name for all that was built. */
function shellOf(manifest: Manifest): Shell {
  const graph = new ModuleGraph(manifest);
  const chunks = graph.scriptsOf([ENTRY, ...graph.modulesOf(LATER), FAILURE]);
  const files = chunks.flatMap(({ file, css = [] }) => [file, ...css]);
  const all = Object.values(manifest).map(({ file }) => file);
  const version = createHash('sha256').update(all.sort().join('\n')).digest('hex').slice(0, 12);
  return { version, addresses: [...new Set(files)].map((file) => `/${file}`) };
}

/** Makes one file of many, where their package has the first of them; see use-libraries.ts. */
async function buildBundle(): Promise<void> {
  const packages = join(root, 'node_modules');
  const files = IMPORTED.map((name) => fileURLToPath(import.meta.resolve(name)));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: bundleFolder(folder, root, BUNDLED),
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [relative(packages, file), file])),
        output: {
          entryFileNames: '[name]',
          chunkFileNames: '[name]-[hash:7].js',
          // Names stay as they are: they stand in the traces of what went wrong.
          minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
}

function fail(): never {
  throw new Error('The folder for the build is missing.');
}
