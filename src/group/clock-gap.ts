import type { Logger } from '#src/platform/log/logger.ts';

/** Samples of which the middle one counts: a question on a busy machine takes its time. */
const SAMPLES = 5;
/** Clocks that get their time from the network differ by less. */
const APART_MS = 500;
/** [R202] clocks that differ by more are told of */
const CLOCKS_APART_MS = 2_000;

/** How far the clock of the machine on the air is from this one's, both compared with the database's. */
export class ClockGap {
  readonly #logger: Pick<Logger, 'warn'>;
  #samples: number[] = [];
  #isTold = false;

  constructor(logger: Pick<Logger, 'warn'>) {
    this.#logger = logger;
  }

  /** By how much a timeline that goes on here is to be ahead of this machine's clock [R202]. */
  get jumpMs(): number {
    const middle =
      this.#samples.toSorted((one, other) => one - other)[Math.floor(this.#samples.length / 2)] ?? 0;
    return Math.abs(middle) >= APART_MS ? middle : 0;
  }

  /** How far each of the two was ahead of the database. */
  measured(holderAheadMs: number, ownAheadMs: number): void {
    this.#samples = [...this.#samples, holderAheadMs - ownAheadMs].slice(-SAMPLES);
    if (this.#samples.length < SAMPLES) return;
    const isFar = Math.abs(this.jumpMs) >= CLOCKS_APART_MS;
    if (isFar && !this.#isTold)
      this.#logger.warn(
        { seconds: Math.round(Math.abs(this.jumpMs) / 1000) },
        `the clock of this machine is ${this.jumpMs > 0 ? 'behind' : 'ahead of'} that of the machine on the air; a turn goes on by that one’s time, and follows this one’s at the next piece: let both get their time from the network`,
      );
    this.#isTold = isFar;
  }
}
