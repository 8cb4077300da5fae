import { systemClock } from '#src/platform/clock/clock.ts';
import { startWorker } from './start-worker.ts';
import type { Shell } from './worker-caches.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Written in by the build (`app/build/build-pages.ts`). */
declare const SHELL: Shell;

function isWorkerScope(value: unknown): value is WorkerScope {
  return typeof value === 'object' && value !== null && 'skipWaiting' in value && 'registration' in value;
}

const scope: unknown = globalThis;
if (isWorkerScope(scope)) startWorker(scope, SHELL, systemClock);
