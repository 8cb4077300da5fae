import { MINUTE_MS } from '#src/contract/durations.ts';
import { PREFERENCES_ASK_EVERY_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** Pause after a question without an answer. */
const ASK_AGAIN_MS = MINUTE_MS;

interface WatchSurroundings {
  readonly clock: Clock;
  /** Whether the diary may have been switched on elsewhere, and there is something to note here. */
  isWanted(): boolean;
  /** @throws without an answer */
  ask(): Promise<void>;
}

/**
 * Asks whether another device has switched the diary: as soon as there is a member, again until there is an answer, and
 * then from time to time [A132]. That it has been switched off is the answer to what is sent.
 */
export class SwitchWatch {
  readonly #around: WatchSurroundings;
  /** Counts members: an answer to the one before begins nothing. */
  #turn = 0;
  #isAsking = false;
  #waiting: Disposable | null = null;

  constructor(around: WatchSurroundings) {
    this.#around = around;
    around.clock.every(PREFERENCES_ASK_EVERY_MS, () => {
      if (!this.#isAsking && this.#waiting === null && around.isWanted()) void this.#ask();
    });
  }

  /** Asks for the member who is here from now on. */
  begin(): void {
    this.#turn += 1;
    this.#waiting?.[Symbol.dispose]();
    this.#waiting = null;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const turn = this.#turn;
    this.#isAsking = true;
    const hasAnswer = await this.#around.ask().then(
      () => true,
      () => false,
    );
    if (turn !== this.#turn) return;
    this.#isAsking = false;
    if (hasAnswer) return;
    this.#waiting = this.#around.clock.after(ASK_AGAIN_MS, () => {
      this.#waiting = null;
      void this.#ask();
    });
  }
}
