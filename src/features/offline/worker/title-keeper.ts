import type { WorkerCaches } from './worker-caches.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

/** Answers with the titles that are on air, and without the radio with the last ones that are known. */
export class TitleKeeper {
  readonly #scope: Pick<WorkerScope, 'fetch'>;
  readonly #caches: WorkerCaches;
  #keptTag: string | null = null;

  constructor(scope: Pick<WorkerScope, 'fetch'>, caches: WorkerCaches) {
    this.#scope = scope;
    this.#caches = caches;
  }

  async answer(event: Pick<FetchEvent, 'request' | 'waitUntil'>): Promise<Response> {
    const { request } = event;
    const address = new URL(request.url).pathname;
    try {
      const titles = await this.#scope.fetch(request);
      if (titles.ok) event.waitUntil(this.#keep(address, titles.clone()));
      return titles;
    } catch (error) {
      const kept = await (await this.#caches.titles()).match(address);
      if (kept === undefined) throw error;
      return kept;
    }
  }

  /** A page asks every few seconds, and tracks take minutes: the disk is left alone meanwhile. */
  async #keep(address: string, titles: Response): Promise<void> {
    const tag = titles.headers.get('etag');
    if (tag !== null && tag === this.#keptTag) return;
    try {
      await (await this.#caches.titles()).put(address, titles);
      this.#keptTag = tag;
    } catch {
      // A full disk keeps none.
    }
  }
}
