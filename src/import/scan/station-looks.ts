import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { StationScan } from './scan-station.ts';

/** Least time of work between two looks at the folder. */
const WORK_MS_MIN = 30_000;
/** The work between two looks is that much longer than a look: a slow disk lists a large station for minutes. */
const WORK_OF_LOOK = 10;
/** Time between two looks at a folder that has gone meanwhile, and how often that is done: for five minutes. */
const AWAY_LOOK_MS = 10_000;
const AWAY_LOOKS_MAX = 30;

interface Around {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Called once each time that the folder has gone in the midst of the work, and is waited for. */
  readonly onAway?: ((reason: OperatorError) => void) | undefined;
}

/** The looks of one import at the station folder, between which it works. */
export class StationLooks {
  readonly #scan: () => Promise<StationScan>;
  readonly #around: Around;
  /** Null before the first look. */
  #dueMs: number | null = null;

  constructor(scan: () => Promise<StationScan>, around: Around) {
    this.#scan = scan;
    this.#around = around;
  }

  /** Whether it is time to look again. */
  isDue(): boolean {
    return this.#around.clock.monotonicMs() >= (this.#dueMs ?? 0);
  }

  /**
   * Looks at the folder. One that has gone since the first look is waited for: a disk that is away for a moment must not
   * end an import of hours.
   * @throws {OperatorError} when the folder is away at the first look, or for too long
   * @throws the signal's reason when it is stopped
   */
  async look(): Promise<StationScan> {
    const { clock, signal, onAway } = this.#around;
    for (let looks = 1; ; looks += 1) {
      const startedMs = clock.monotonicMs();
      try {
        const scan = await this.#scan();
        const endedMs = clock.monotonicMs();
        this.#dueMs = endedMs + Math.max(WORK_MS_MIN, WORK_OF_LOOK * (endedMs - startedMs));
        return scan;
      } catch (error) {
        if (!(error instanceof OperatorError) || this.#dueMs === null || looks === AWAY_LOOKS_MAX)
          throw error;
        if (looks === 1) onAway?.(error);
      }
      await this.#pause();
      signal?.throwIfAborted();
    }
  }

  async #pause(): Promise<void> {
    const { clock, signal } = this.#around;
    const { promise, resolve } = Promise.withResolvers<void>();
    using _timer = clock.after(AWAY_LOOK_MS, resolve);
    const onAbort = () => resolve();
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) resolve();
    await promise;
    signal?.removeEventListener('abort', onAbort);
  }
}
