import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';

const LOOK_EVERY_MS = MINUTE_MS;

/**
 * Looks when it has been made and each minute, one look at a time; says once that looks fail, and once that they do no
 * more.
 */
export abstract class RegularLook implements AsyncDisposable {
  readonly #timer: Disposable;
  readonly #outage: Outage;
  #looking: Promise<void> | null = null;

  /** @param words as `Outage` has them */
  constructor({ clock, logger }: { clock: Clock; logger: Logger }, words: { gone: string; back: string }) {
    this.#outage = new Outage({ clock, logger, words });
    this.#timer = clock.every(LOOK_EVERY_MS, () => void this.look());
    // What is made of it is whole only after this.
    queueMicrotask(() => void this.look());
  }

  protected abstract work(): Promise<void>;

  /** Never rejects. What is under way is waited for instead. */
  look(): Promise<void> {
    this.#looking ??= this.work()
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
