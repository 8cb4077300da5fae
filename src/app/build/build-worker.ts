import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'vite';
import type { Shell } from '#src/features/offline/worker/worker-caches.ts';
import { ENTRY, LATER, MANIFEST, type Manifest, ModuleGraph, readManifest } from './build-manifest.ts';

const WORKER = 'src/features/offline/worker/service-worker.ts';
/** Its address may never change: browsers that have it ask there for the next one. */
const WORKER_FILE = 'service-worker.js';
/** What shall be there when a page is not. */
const FAILURE = 'src/app/frame/failure.tsx';

/**
 * Builds the service worker, with the names of the files that it brings in. After the pages, into their
 * folder.
 */
export async function buildWorker(root: string, outDir: string): Promise<void> {
  const manifest = readManifest(outDir, MANIFEST);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { SHELL: JSON.stringify(shellOf(manifest)) },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: join(root, WORKER), output: { format: 'iife', entryFileNames: WORKER_FILE } },
    },
  });
}

/** The files that every page starts with, and a name for all that was built. */
export function shellOf(manifest: Manifest): Shell {
  const graph = new ModuleGraph(manifest);
  const chunks = graph.scriptsOf([ENTRY, ...graph.modulesOf(LATER), FAILURE]);
  const files = chunks.flatMap(({ file, css = [] }) => [file, ...css]);
  const all = Object.values(manifest).map(({ file }) => file);
  const version = createHash('sha256').update(all.sort().join('\n')).digest('hex').slice(0, 12);
  return { version, addresses: [...new Set(files)].map((file) => `/${file}`) };
}
