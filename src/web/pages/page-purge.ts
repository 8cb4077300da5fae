import { MINUTE_MS } from '#src/contract/durations.ts';
import { PURGE_AFTER_MS, PURGE_AGAIN_MS, PURGE_TAGS_MAX } from '#src/contract/limits.ts';
import { EVERY_PAGE } from '#src/contract/page-tags.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { purgeFailure, type RequestPurge } from './purge-request.ts';

/** How long a request may take. */
const PATIENCE_MS = 5_000;
/** [W214] Between two tries while the cache is away: the first, and at most. */
const PURGE_PAUSE_MS = 2_000;
const PURGE_PAUSE_MAX_MS = MINUTE_MS;

/** A tag whose pages have changed. */
interface Change {
  /** Monotonic. */
  readonly changedMs: number;
  /** Whether it was purged when no copy of our own was left; it then waits to be purged once more. */
  isPurged: boolean;
}

/**
 * Has the pages that a change concerns taken out of a shared cache, a moment after it and once more [W213]. Nobody waits
 * for that. What fails becomes a purge of every page [W214], and so does a start: nobody knows what the process before
 * had still to say.
 */
export class PagePurge implements AsyncDisposable {
  readonly #request: RequestPurge;
  readonly #forget: (tags: readonly string[]) => void;
  readonly #clock: Pick<Clock, 'monotonicMs' | 'after'>;
  readonly #outage: Outage;
  readonly #changes = new Map<string, Change>();
  #timer: { readonly dueMs: number; readonly alarm: Disposable } | null = null;
  #underWay: Promise<void> | null = null;
  #failures = 0;
  #restsUntilMs = 0;
  #isClosed = false;

  constructor(options: {
    request: RequestPurge;
    /** Has this process forget its own copies. */
    forget: (tags: readonly string[]) => void;
    clock: Pick<Clock, 'monotonicMs' | 'after'>;
    logger: Logger;
  }) {
    this.#request = options.request;
    this.#forget = options.forget;
    this.#clock = options.clock;
    this.#outage = new Outage({
      clock: options.clock,
      logger: options.logger,
      words: {
        gone: 'the shared cache does not purge pages, which may be some seconds older there: check PAGE_PURGE_URL, PAGE_PURGE_KEY and the cache',
        back: 'the shared cache purges pages again, and was told to purge all of them',
      },
    });
    this.purge([EVERY_PAGE]);
  }

  /** The pages of these tags have changed just now. */
  purge(tags: readonly string[]): void {
    if (this.#isClosed || tags.length === 0) return;
    this.#forget(tags);
    const changedMs = this.#clock.monotonicMs();
    for (const tag of tags) this.#changes.set(tag, { changedMs, isPurged: false });
    if (this.#changes.size > PURGE_TAGS_MAX || this.#changes.get(EVERY_PAGE)?.isPurged === false)
      this.#purgeEvery();
    this.#arm();
  }

  /** What has not been said yet is said at once, once. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#timer?.alarm[Symbol.dispose]();
    await this.#underWay;
    const left = [...this.#changes].filter(([, { isPurged }]) => !isPurged).map(([tag]) => tag);
    if (left.length > 0 && this.#failures === 0) await this.#send(left).catch(() => {});
  }

  #purgeEvery(): void {
    this.#changes.clear();
    this.#changes.set(EVERY_PAGE, { changedMs: this.#clock.monotonicMs(), isPurged: false });
  }

  /** Sets the alarm to what is due next. */
  #arm(): void {
    if (this.#isClosed || this.#underWay !== null || this.#changes.size === 0) return;
    const changes = [...this.#changes.values()];
    // Those that are due soon after the first go with it.
    const againMs = Math.min(...changes.map(({ changedMs }) => changedMs)) + PURGE_AGAIN_MS + PURGE_AFTER_MS;
    const soonMs = changes.some(({ isPurged }) => !isPurged) ? PURGE_AFTER_MS : Number.POSITIVE_INFINITY;
    const nowMs = this.#clock.monotonicMs();
    const dueMs = Math.max(Math.min(againMs, nowMs + soonMs), this.#restsUntilMs);
    if (this.#timer !== null && this.#timer.dueMs <= dueMs) return;
    this.#timer?.alarm[Symbol.dispose]();
    const alarm = this.#clock.after(dueMs - nowMs, () => {
      this.#timer = null;
      this.#underWay = this.#run().finally(() => {
        this.#underWay = null;
        this.#arm();
      });
    });
    this.#timer = { dueMs, alarm };
  }

  /** One request with all that is due. Never rejects. */
  async #run(): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    const due = [...this.#changes].filter(
      ([, { changedMs, isPurged }]) => !isPurged || changedMs + PURGE_AGAIN_MS <= nowMs,
    );
    if (due.length === 0) return;
    this.#restsUntilMs = nowMs + PURGE_AFTER_MS;
    try {
      await this.#send(due.map(([tag]) => tag));
      this.#outage.worked();
      this.#failures = 0;
    } catch (error) {
      this.#outage.failed(purgeFailure(error));
      this.#restsUntilMs =
        this.#clock.monotonicMs() + Math.min(PURGE_PAUSE_MAX_MS, PURGE_PAUSE_MS * 2 ** this.#failures);
      this.#failures += 1;
      this.#purgeEvery();
      return;
    }
    for (const [tag, change] of due) {
      // It has changed again meanwhile.
      if (this.#changes.get(tag) !== change) continue;
      if (change.changedMs + PURGE_AGAIN_MS <= nowMs) this.#changes.delete(tag);
      else change.isPurged = change.changedMs + PURGE_AFTER_MS <= nowMs;
    }
  }

  async #send(tags: readonly string[]): Promise<void> {
    const patience = new AbortController();
    using _alarm = this.#clock.after(PATIENCE_MS, () => patience.abort(new Error('no answer in time')));
    await this.#request(tags.includes(EVERY_PAGE) ? [EVERY_PAGE] : tags, patience.signal);
  }
}
