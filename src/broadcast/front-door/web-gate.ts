import { Agent } from 'node:http';
import type { Clock } from '#src/platform/clock/clock.ts';

/** More requests than this do not wait for the web to come back: they would only come all at once then. */
const WAITING_MAX = 1_000;

/** One web process as the front door sees it. */
export class WebBackend {
  readonly socketPath: string;
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  #requests = 0;
  #onIdle: (() => void)[] = [];

  constructor(socketPath: string) {
    this.socketPath = socketPath;
  }

  /** A request is under way until the returned handle is disposed. */
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

/** Which web process gets the requests; none while it is being started. */
export class WebGate {
  readonly #clock: Clock;
  #current: WebBackend | null = null;
  readonly #waiting = new Set<(backend: WebBackend) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isOpen(): boolean {
    return this.#current !== null;
  }

  /** From now on requests go to this one. */
  open(backend: WebBackend): void {
    this.#current = backend;
    for (const callback of this.#waiting) callback(backend);
    this.#waiting.clear();
  }

  /** The process is gone. Changes nothing when another one has taken its place. */
  close(backend: WebBackend): void {
    backend.agent.destroy();
    if (this.#current === backend) this.#current = null;
  }

  /** The process to ask, as soon as there is one; null after `timeoutMs` without. */
  available(timeoutMs: number): Promise<WebBackend | null> {
    if (this.#current) return Promise.resolve(this.#current);
    if (this.#waiting.size >= WAITING_MAX || timeoutMs <= 0) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = this.#clock.after(timeoutMs, () => {
        this.#waiting.delete(callback);
        resolve(null);
      });
      const callback = (backend: WebBackend) => {
        timer[Symbol.dispose]();
        resolve(backend);
      };
      this.#waiting.add(callback);
    });
  }
}
