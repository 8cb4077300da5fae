import { existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Logger } from '#src/platform/log/logger.ts';
import { noteMade, readMarker } from './demo-marker.ts';
import { findDemoState } from './demo-station.ts';
import { DEMO_FILES } from './programme/demo-files.ts';
import { unfinishedPath } from './render-demo-file.ts';

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

const MOST_WORKERS = 2;
const NICENESS = 10;

/**
 * Renders the demo's audio that is still missing into a folder that `writeDemoTexts` has filled, on at most two threads
 * of low priority. Does nothing in any other folder, and never makes again what has been deleted since.
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
    logger?.debug({ path, ...progress }, 'demo file made');
    options.onProgress?.({ ...progress, path });
  };
  const queue: string[] = [];
  for (const path of missing) {
    rmSync(unfinishedPath(stationDir, path), { force: true });
    if (existsSync(join(stationDir, path))) finish(path);
    else queue.push(path);
  }
  const threads = Math.min(MOST_WORKERS, availableParallelism(), queue.length);
  try {
    await Promise.all(Array.from({ length: threads }, () => runWorker(stationDir, queue, finish, signal)));
  } finally {
    for (const path of missing) rmSync(unfinishedPath(stationDir, path), { force: true });
  }
}

/** One thread, fed from the queue until it is empty or the signal is given. Rejects when a file fails. */
function runWorker(
  stationDir: string,
  queue: string[],
  finish: (path: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: { stationDir, niceness: NICENESS },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => {
    queue.length = 0;
    void worker.terminate().then(() => resolve());
  };
  const next = () => {
    const path = queue.shift();
    if (path === undefined || signal?.aborted) stop();
    else worker.postMessage(path);
  };
  worker.on('message', (message: unknown) => {
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
