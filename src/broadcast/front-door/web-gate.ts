import type { Clock } from '#src/platform/clock/clock.ts';
import { Agent } from '#src/platform/wire/node-http.ts';

/** Most requests that wait for the web process to come back: more would all arrive at once then. */
const WAITING_MAX = 1_000;

/** `ailing`: it answers, but its database does not. `silent`: it answers nothing. */
export type WebState = 'well' | 'ailing' | 'silent';

/** One web process as the front door sees it. */
export class WebBackend {
  readonly socketPath: string;
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  #state: WebState = 'well';
  #requests = 0;
  #onIdle: (() => void)[] = [];
  readonly #followers = new Set<(state: WebState) => void>();

  constructor(socketPath: string) {
    this.socketPath = socketPath;
  }

  get state(): WebState {
    return this.#state;
  }

  /** Takes what the watch has found. */
  judge(state: WebState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const follower of [...this.#followers]) follower(state);
  }

  /** Calls the follower with the state, now and at each change, until disposed. */
  follow(follower: (state: WebState) => void): Disposable {
    this.#followers.add(follower);
    follower(this.#state);
    return { [Symbol.dispose]: () => this.#followers.delete(follower) };
  }

  /** Counts a request as under way until the returned handle is disposed. */
  enter(): Disposable {
    let isUnderWay = true;
    this.#requests += 1;
    return {
      [Symbol.dispose]: () => {
        if (!isUnderWay) return;
        isUnderWay = false;
        this.#requests -= 1;
        if (this.#requests === 0) for (const callback of this.#onIdle.splice(0)) callback();
      },
    };
  }

  /** Resolves when no request is under way. */
  idle(): Promise<void> {
    return this.#requests === 0 ? Promise.resolve() : new Promise((resolve) => this.#onIdle.push(resolve));
  }
}

/** Knows which web process gets the requests; none while it is being started, or as long as it is silent. */
export class WebGate {
  readonly #clock: Clock;
  #current: { backend: WebBackend; following: Disposable } | null = null;
  readonly #waiting = new Set<(backend: WebBackend) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether pages can be served, with their data. */
  get isReady(): boolean {
    return this.#current?.backend.state === 'well';
  }

  /** Sends requests to this one from now on. */
  open(backend: WebBackend): void {
    this.#current?.following[Symbol.dispose]();
    const following = backend.follow((state) => {
      if (state === 'silent') return;
      for (const callback of [...this.#waiting]) callback(backend);
      this.#waiting.clear();
    });
    this.#current = { backend, following };
  }

  /** Forgets a process that is gone. Changes nothing when another one has come in between. */
  close(backend: WebBackend): void {
    backend.agent.destroy();
    if (this.#current?.backend !== backend) return;
    this.#current.following[Symbol.dispose]();
    this.#current = null;
  }

  /** Resolves with the process to ask as soon as one answers; null after `timeoutMs` without. */
  available(timeoutMs: number): Promise<WebBackend | null> {
    const backend = this.#current?.backend;
    if (backend && backend.state !== 'silent') return Promise.resolve(backend);
    if (this.#waiting.size >= WAITING_MAX || timeoutMs <= 0) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = this.#clock.after(timeoutMs, () => {
        this.#waiting.delete(callback);
        resolve(null);
      });
      const callback = (found: WebBackend) => {
        timer[Symbol.dispose]();
        resolve(found);
      };
      this.#waiting.add(callback);
    });
  }
}
