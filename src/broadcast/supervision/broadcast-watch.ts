import type { Clock } from '#src/platform/clock/clock.ts';
import { isLost, type ProcessStrain } from './web-watch.ts';

/** How often the web process looks at the broadcast that started it. */
const LOOK_MS = 5_000;
/** Half as long again as one that is well leaves its web process unasked (`REST_MAX_MS` of the web watch). */
const PATIENCE = { workingMs: 15_000, stoppedMs: 5_000 };
/** Delay of a look that shows that this process stood still as well. */
const STOOD_STILL_MS = 1_000;

interface BroadcastWatchOptions {
  strain: () => ProcessStrain | null;
  /** Whether broadcast waits for whatever comes, as one does that hangs in nothing. */
  rests: () => boolean;
  /** Called when nothing is to be hoped for any more, at each look. */
  onHung: () => void;
  clock: Clock;
}

/** When broadcast was first seen at work without a word since, and how it stood then. */
interface Silence {
  readonly sinceMs: number;
  readonly strain: ProcessStrain | null;
}

/**
 * Sees that broadcast hangs: it is always busy or stopped, and never says anything. It cannot see that by itself, and
 * who started it only hears of an end. Time in which it waits for a processor does not count, and one that is in the
 * hands of the disk is left to it.
 */
export class BroadcastWatch implements Disposable {
  readonly #options: BroadcastWatchOptions;
  readonly #looking: Disposable;
  #lookedMs: number;
  #silence: Silence | null = null;

  constructor(options: BroadcastWatchOptions) {
    this.#options = options;
    this.#lookedMs = options.clock.monotonicMs();
    this.#looking = options.clock.every(LOOK_MS, () => this.#look());
  }

  /** Takes any word of broadcast's: one that hangs says none. */
  heard(): void {
    this.#silence = null;
  }

  [Symbol.dispose](): void {
    this.#looking[Symbol.dispose]();
  }

  #look(): void {
    const { clock, strain, rests, onHung } = this.#options;
    const nowMs = clock.monotonicMs();
    const stoodStill = nowMs - this.#lookedMs > LOOK_MS + STOOD_STILL_MS;
    this.#lookedMs = nowMs;
    if (stoodStill || rests()) {
      this.#silence = null;
      return;
    }
    const now = strain();
    this.#silence ??= { sinceMs: nowMs, strain: now };
    const lastedMs = nowMs - this.#silence.sinceMs;
    const waitedMs = (now?.waitedMs ?? 0) - (this.#silence.strain?.waitedMs ?? 0);
    if (isLost({ lastedMs, waitedMs, state: now?.state ?? null, ownDelayMs: 0 }, PATIENCE)) onHung();
  }
}
