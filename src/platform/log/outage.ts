import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';

/**
 * Something that works and fails by turns (a full disk that can be read) is away until it has worked for this
 * long.
 */
const SETTLED_MS = 10_000;

interface OutageOptions {
  clock: Pick<Clock, 'monotonicMs'>;
  logger: Logger;
  /** Whole lines of the log; `gone` ends with what to do. */
  words: { gone: string; back: string };
}

/**
 * Tells of something outside that is away: one line when it goes, and one with how often it failed when it is
 * back.
 */
export class Outage {
  readonly #options: OutageOptions;
  #failures = 0;
  #sinceMs = 0;
  #lastMs = 0;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  failed(reason: string): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (this.#failures === 0) {
      this.#sinceMs = nowMs;
      this.#options.logger.warn({ reason }, this.#options.words.gone);
    }
    this.#failures++;
    this.#lastMs = nowMs;
  }

  worked(): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (this.#failures === 0 || nowMs - this.#lastMs < SETTLED_MS) return;
    const seconds = Math.round((nowMs - this.#sinceMs) / 1000);
    this.#options.logger.info({ failures: this.#failures, seconds }, this.#options.words.back);
    this.#failures = 0;
  }
}
