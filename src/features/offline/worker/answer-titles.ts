import type { WorkerCaches } from './worker-caches.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

/** Answers the offline page: with the titles that are on air, and without the radio with the last ones that are known. */
export async function answerTitles(
  { request }: Pick<FetchEvent, 'request'>,
  scope: Pick<WorkerScope, 'fetch'>,
  caches: WorkerCaches,
): Promise<Response> {
  try {
    return await scope.fetch(request);
  } catch (error) {
    const kept = await caches.lastTitles();
    if (kept === undefined) throw error;
    return kept;
  }
}
