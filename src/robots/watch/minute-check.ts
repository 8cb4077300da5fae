import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Finding } from '#src/robots/finding.wire.ts';
import { type Pair, pairsOfMinute } from './rounds.ts';

const NOTHING_WRONG = {
  problems: [],
  detail: '',
  firstByteMs: null,
  gapMs: null,
  levelDb: null,
  titleErrorMs: null,
};

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

/** [R180] When robots begin: a start has work enough of its own. */
export const FIRST_AFTER_MS = 2 * MINUTE_MS;

/** Listens once a minute, a few seconds each, one stream after the other [R180]. */
export class MinuteCheck implements AsyncDisposable {
  readonly #options: MinuteCheckOptions;
  #timer: Disposable;
  readonly #stopping = new AbortController();
  #checking: Promise<void> | null = null;

  constructor(options: MinuteCheckOptions) {
    this.#options = options;
    const { clock } = options;
    this.#timer = clock.after(FIRST_AFTER_MS, () => {
      this.#timer = clock.every(MINUTE_MS, () => void this.check());
      void this.check();
    });
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
    const [due, ...again] = pairsOfMinute(minute, failing());
    // Where the station offers no HLS, the minute is a browser's.
    if (due) await this.#listen(due, { ...due, robot: 'browser' });
    for (const pair of again) await this.#listen(pair, null);
  }

  /** @param instead what is heard where the station has nothing for the device; null: then nothing is wrong with it */
  async #listen(pair: Pair, instead: Pair | null): Promise<void> {
    const { signal } = this.#stopping;
    const { clock, listen, take } = this.#options;
    const atMs = clock.nowMs();
    const heard = (await listen(pair, signal)) ?? (instead && (await listen(instead, signal)));
    if (signal.aborted || (heard === null && instead !== null)) return;
    await take(heard ?? { ...pair, ...NOTHING_WRONG, atMs });
  }
}
