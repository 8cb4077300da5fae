import { existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Logger } from '#src/platform/log/logger.ts';
import { noteComplete, noteMade, readMarker } from './demo-marker.ts';
import { findDemoState } from './demo-station.ts';
import { DEMO_FILES, URGENT_PATHS } from './programme/demo-files.ts';
import { type RenderOrder, unfinishedPath } from './render-demo-file.ts';

export interface RenderDemoAudioOptions {
  stationDir: string;
  /** Stops the work; what was under way is thrown away and made at the next call. */
  signal?: AbortSignal;
  onProgress?: (progress: DemoProgress) => void;
  logger?: Logger;
  /** Paths to make, in their order, instead of everything. */
  only?: readonly string[];
}

export interface DemoProgress {
  done: number;
  total: number;
  /** From STATION_DIR; what has just been finished. */
  path: string;
}

const MOST_THREADS = 2;
const URGENT_NICENESS = 10;
const NICENESS = 19;

/**
 * Renders the demo's audio that is still missing into a folder that `writeDemoTexts` has filled: on two
 * threads of low priority until every stream has a track, then on one of lowest, for the import has its share
 * of work by then. Does nothing in any other folder, and never makes again what has been deleted since.
 */
export async function renderDemoAudio(options: RenderDemoAudioOptions): Promise<void> {
  const { stationDir, signal, logger } = options;
  if (findDemoState(stationDir) !== 'texts') return;
  const made = readMarker(stationDir)?.made ?? new Set();
  const wanted = options.only ?? DEMO_FILES.map(({ path }) => path);
  const missing = wanted.filter((path) => !made.has(path));
  const progress = { done: wanted.length - missing.length, total: wanted.length };
  const finish = (path: string) => {
    noteMade(stationDir, path);
    progress.done++;
    logger?.debug({ path, ...progress }, 'Onde made a file of the demo');
    options.onProgress?.({ ...progress, path });
  };
  const queue: string[] = [];
  for (const path of missing) {
    rmSync(unfinishedPath(stationDir, path), { force: true });
    if (existsSync(join(stationDir, path))) finish(path);
    else queue.push(path);
  }
  const threads = Math.min(MOST_THREADS, availableParallelism(), queue.length);
  const shared = { stationDir, queue, finish, signal };
  try {
    await Promise.all(Array.from({ length: threads }, (_, n) => runThread({ ...shared, helps: n > 0 })));
  } finally {
    for (const path of missing) rmSync(unfinishedPath(stationDir, path), { force: true });
  }
  const nowMade = readMarker(stationDir)?.made;
  if (DEMO_FILES.every(({ path }) => nowMade?.has(path))) noteComplete(stationDir);
}

interface RenderThread {
  stationDir: string;
  queue: string[];
  finish(path: string): void;
  signal: AbortSignal | undefined;
  /** Whether it is there for the urgent files alone. */
  helps: boolean;
}

/**
 * One thread, fed from the queue until there is nothing left for it or the signal is given.
 * @throws when a file fails
 */
function runThread({ stationDir, queue, finish, signal, helps }: RenderThread): Promise<void> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData: { stationDir } });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => void worker.terminate().then(() => resolve(), reject);
  const next = () => {
    const [path] = queue;
    const urgent = path !== undefined && URGENT_PATHS.has(path);
    if (path === undefined || signal?.aborted || (helps && !urgent)) {
      stop();
      return;
    }
    queue.shift();
    worker.postMessage({ path, niceness: urgent ? URGENT_NICENESS : NICENESS } satisfies RenderOrder);
  };
  worker.on('message', (message: unknown) => {
    if (signal?.aborted) return;
    finish(z.string().parse(message));
    next();
  });
  worker.on('error', (error) => {
    queue.length = 0;
    reject(error);
  });
  signal?.addEventListener('abort', stop, { once: true });
  next();
  return promise.finally(() => signal?.removeEventListener('abort', stop));
}
