import type { WorkerCaches } from './worker-caches.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

/** Answers with a file of the build: its name carries its hash, so that what is kept is never old. */
export async function answerFile(
  event: Pick<FetchEvent, 'request' | 'waitUntil'>,
  scope: Pick<WorkerScope, 'fetch'>,
  caches: WorkerCaches,
): Promise<Response> {
  const { request } = event;
  const files = await caches.files();
  const kept = await files.match(request.url);
  if (kept !== undefined) return kept;
  const file = await scope.fetch(request);
  // A page of another build may ask for a file that is gone.
  if (file.status === 200) event.waitUntil(files.put(request.url, file.clone()).catch(() => {}));
  return file;
}
