import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Finding } from '#src/robots/finding.wire.ts';
import { type Pair, pairsOfMinute } from './rounds.ts';

interface MinuteCheckOptions {
  clock: Clock;
  /** Listens as a device; null where there is nothing for that device. */
  listen(pair: Pair, signal: AbortSignal): Promise<Finding | null>;
  /** What was found wrong. */
  failing(): readonly Pair[];
  /** Takes what was heard. */
  take(finding: Finding): Promise<void>;
  /** The robots themselves failed: nothing is known of this minute. */
  failed(error: unknown): void;
}

/** Listens once a minute, a few seconds each, one stream after the other [R180]; first a minute after it was made. */
export class MinuteCheck implements AsyncDisposable {
  readonly #options: MinuteCheckOptions;
  readonly #timer: Disposable;
  readonly #stopping = new AbortController();
  #checking: Promise<void> | null = null;

  constructor(options: MinuteCheckOptions) {
    this.#options = options;
    this.#timer = options.clock.every(MINUTE_MS, () => void this.check());
  }

  /** Never rejects. What is still under way is waited for instead. */
  check(): Promise<void> {
    this.#checking ??= this.#check()
      .catch((error: unknown) => this.#options.failed(error))
      .finally(() => {
        this.#checking = null;
      });
    return this.#checking;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    this.#stopping.abort();
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { clock, failing } = this.#options;
    const minute = Math.floor(clock.nowMs() / MINUTE_MS);
    for (const pair of pairsOfMinute(minute, failing())) await this.#listen(pair);
  }

  async #listen(pair: Pair): Promise<void> {
    const { signal } = this.#stopping;
    const { listen, take } = this.#options;
    // Where the station offers no HLS, the minute is a browser's.
    const finding = (await listen(pair, signal)) ?? (await listen({ ...pair, robot: 'browser' }, signal));
    if (finding !== null && !signal.aborted) await take(finding);
  }
}
