import { PAGE_PATIENCE_MS } from '#src/contract/limits.ts';
import type { Means } from './answer-page.ts';
import type { FetchEvent } from './worker-scope.ts';

/**
 * Answers the offline page: with the titles that are on air, and with the last ones that are known where the radio is out
 * of reach or takes its time [R87].
 */
export async function answerTitles(
  { request }: Pick<FetchEvent, 'request'>,
  { scope, caches, clock }: Means,
): Promise<Response> {
  const coming = scope.fetch(request);
  const late = new Promise<undefined>((resolve) => clock.after(PAGE_PATIENCE_MS, () => resolve(undefined)));
  const titles = await Promise.race([coming.catch(() => undefined), late]);
  return titles ?? (await caches.lastTitles()) ?? coming;
}
