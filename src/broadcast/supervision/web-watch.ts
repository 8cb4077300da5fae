import type { Clock } from '#src/platform/clock/clock.ts';

const PAUSE_MS = 5_000;
const ANSWER_MAX_MS = 10_000;
/** About a minute in all: a machine at its limits has answered one of them by then. */
const UNANSWERED_MAX = 4;
/** Whoever is called so much too late stood still as a whole; nothing can be said about the other side then. */
const LATE_MS = 1_000;

export interface WebWatchOptions {
  /** Resolves with any answer, rejects without one; to be given up when the signal says so. */
  ask: (giveUp: AbortSignal) => Promise<void>;
  /** Called once, when several questions in a row have found no answer. */
  onUnresponsive: () => void;
  clock: Clock;
}

/** Asks a process again and again whether it answers: one that hangs does not end by itself. */
export class WebWatch implements Disposable {
  readonly #options: WebWatchOptions;
  #timer: Disposable;
  #unanswered = 0;
  #isOver = false;

  constructor(options: WebWatchOptions) {
    this.#options = options;
    this.#timer = this.#pause();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer[Symbol.dispose]();
  }

  #pause(): Disposable {
    return this.#options.clock.after(PAUSE_MS, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const { ask, clock, onUnresponsive } = this.#options;
    const giveUp = new AbortController();
    const askedMs = clock.monotonicMs();
    this.#timer = clock.after(ANSWER_MAX_MS, () => giveUp.abort());
    const isAnswered = await ask(giveUp.signal).then(
      () => true,
      () => false,
    );
    this.#timer[Symbol.dispose]();
    if (this.#isOver) return;
    if (isAnswered) this.#unanswered = 0;
    else if (clock.monotonicMs() - askedMs <= ANSWER_MAX_MS + LATE_MS) this.#unanswered += 1;
    if (this.#unanswered < UNANSWERED_MAX) this.#timer = this.#pause();
    else onUnresponsive();
  }
}
