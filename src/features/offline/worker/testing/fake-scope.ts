import type { FetchEvent, WorkerCache, WorkerEvents, WorkerScope } from '../worker-scope.ts';

type Listeners = { [Type in keyof WorkerEvents]: ((event: WorkerEvents[Type]) => void)[] };

type Asked = Pick<Request, 'url'> & Partial<Pick<Request, 'cache'>>;

/** A browser around a worker: its caches, and a radio whose answers the test says. */
export class FakeScope implements WorkerScope {
  readonly location = { origin: 'https://radio.example.org' };
  preloads = false;
  readonly registration = {
    navigationPreload: {
      enable: async () => {
        this.preloads = true;
      },
    },
  };
  /** What each cache holds, by path. */
  readonly stores = new Map<string, Map<string, Response>>();
  hasTakenOver = false;
  /** The radio's answers by path. It is out of reach for any other. */
  readonly radio = new Map<string, () => Promise<Response>>();
  readonly asked: string[] = [];
  readonly #kept = new Map<string, Response>();
  readonly #listeners: Listeners = { install: [], activate: [], fetch: [], message: [] };

  readonly caches = {
    open: async (name: string) => this.#cache(name),
    keys: async () => [...this.stores.keys()],
    delete: async (name: string) => this.stores.delete(name),
  };

  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void {
    this.#listeners[type].push(listener);
  }

  /** An answer with an age is given again, as browsers do, but where the request asks past that. */
  async fetch({ url, cache = 'default' }: Asked): Promise<Response> {
    const path = this.#pathOf(url);
    const kept = this.#kept.get(path);
    if (kept !== undefined && cache === 'default') return kept.clone();
    this.asked.push(path);
    const answer = await this.radio.get(path)?.();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    if (/max-age/.test(answer.headers.get('cache-control') ?? '')) this.#kept.set(path, answer.clone());
    return answer;
  }

  async skipWaiting(): Promise<void> {
    this.hasTakenOver = true;
  }

  /**
   * @param at which of the workers that were started
   * @throws what the worker's work throws
   */
  async install(at = 0): Promise<void> {
    await this.#raise((event) => this.#listeners.install.at(at)?.(event));
  }

  async activate(): Promise<void> {
    await this.#raise((event) => this.#listeners.activate.at(0)?.(event));
  }

  /** @returns what the worker answers */
  async tell(data: unknown): Promise<unknown[]> {
    const answers: unknown[] = [];
    const ports = [{ postMessage: (answer: unknown) => answers.push(answer) }];
    await this.#raise((event) => this.#listeners.message.at(0)?.({ ...event, data, ports }));
    return answers;
  }

  /**
   * Asks for something in a page, or opens a page. Answers
   * are null where the worker leaves it to the browser.
   */
  ask(path: string, more: { opens?: boolean; preloaded?: Response } = {}) {
    const request = new Request(`${this.location.origin}${path}`);
    if (more.opens) Object.defineProperty(request, 'destination', { value: 'document' });
    const given: { answer: Promise<Response> | null } = { answer: null };
    const work = this.#raise((event) => {
      const respondWith = (promise: Promise<Response>) => {
        given.answer = promise;
        event.waitUntil(promise.catch(() => {}));
      };
      const preloadResponse = Promise.resolve(more.preloaded);
      this.#listeners.fetch.at(0)?.({ ...event, request, respondWith, preloadResponse });
    });
    return { ...given, work, text: async () => (await given.answer)?.text() };
  }

  async #raise(raise: (event: Pick<FetchEvent, 'waitUntil'>) => void): Promise<void> {
    const work: Promise<unknown>[] = [];
    raise({ waitUntil: (promise) => work.push(promise) });
    // Some of it is said only while the rest is done.
    for (let at = 0; at < work.length; at += 1) await work[at];
  }

  #cache(name: string): WorkerCache {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    return {
      match: async (address) => store.get(this.#pathOf(address))?.clone(),
      put: async (address, answer) => void store.set(this.#pathOf(address), answer),
      delete: async (address) => store.delete(this.#pathOf(address)),
      keys: async () => [...store.keys()].map((path) => ({ url: `${this.location.origin}${path}` })),
    };
  }

  #pathOf(address: string): string {
    return new URL(address, this.location.origin).pathname;
  }
}
