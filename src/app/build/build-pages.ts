import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';
import { buildWorker } from './build-worker.ts';
import { compressAssets } from './compress-assets.ts';

/** Builds the browser's half of the pages and the server's, as `vite.config.ts` says. */
const root = resolve(import.meta.dirname, '..', '..', '..');
const builder = await createBuilder({ root, logLevel: 'warn' });
await builder.buildApp();
await buildWorker(root);
await compressAssets(join(root, 'build', 'client'));
