import { MINUTE_MS } from '#src/contract/durations.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { Observable } from '#src/page/browser/observable.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

export const SLEEP_CHOICES_MINUTES = [15, 30, 45, 60, 90] as const;

/** Ends all sound after a while [R215]; the remaining time is shown in whole minutes, rounded up. */
export class SleepTimer extends Observable {
  readonly #clock: Clock;
  readonly #onTime: () => void;
  #untilMs: number | null = null;
  #chosenMinutes: number | null = null;
  #ticks: Disposable | null = null;

  constructor(clock: Clock, onTime: () => void) {
    super();
    this.#clock = clock;
    this.#onTime = onTime;
  }

  /** Minutes left, or null when no timer runs. */
  readonly getMinutesLeft = (): number | null =>
    this.#untilMs === null ? null : Math.ceil((this.#untilMs - this.#clock.nowMs()) / MINUTE_MS);

  /** The minutes for which it was set, or null when no timer runs. */
  readonly getChosenMinutes = (): number | null => this.#chosenMinutes;

  /** @param minutes null takes the timer back */
  set(minutes: number | null): void {
    this.#ticks?.[Symbol.dispose]();
    this.#ticks = null;
    this.#chosenMinutes = minutes;
    this.#untilMs = minutes === null ? null : this.#clock.nowMs() + minutes * MINUTE_MS;
    if (minutes !== null) this.#ticks = this.#clock.every(1_000, () => this.#tick());
    this.tell();
  }

  /** By the wall clock: the time during which the device slept counts. */
  #tick(): void {
    if (this.#untilMs !== null && this.#clock.nowMs() >= this.#untilMs) {
      this.set(null);
      this.#onTime();
    } else this.tell();
  }
}

/** The page's sleep timer. */
export const sleepTimerOf = onePerPage(
  (browser) => new SleepTimer(browser.clock, () => playerOf(browser).fallSilent()),
);
