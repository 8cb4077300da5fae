import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';

const LOOK_EVERY_MS = MINUTE_MS;

/** Looks at once and each minute, one look at a time; says once that looks fail, and once that they do no more. */
export class RegularLook implements AsyncDisposable {
  readonly #work: () => Promise<void>;
  readonly #timer: Disposable;
  readonly #outage: Outage;
  #looking: Promise<void> | null = null;

  /** @param options.words as `Outage` has them */
  constructor(
    options: { clock: Clock; logger: Logger; words: { gone: string; back: string } },
    work: () => Promise<void>,
  ) {
    this.#work = work;
    this.#outage = new Outage(options);
    this.#timer = options.clock.every(LOOK_EVERY_MS, () => void this.look());
    void this.look();
  }

  /** Never rejects. What is under way is waited for instead. */
  look(): Promise<void> {
    this.#looking ??= this.#work()
      .then(() => this.#outage.worked())
      .catch((error: unknown) => this.#outage.failed(String(error)))
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    await this.#looking;
  }
}
