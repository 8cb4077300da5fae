import { MINUTE_MS } from '#src/contract/durations.ts';
import { playingTabOf } from '#src/features/player/engine/player-store.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { Observable } from '#src/page/browser/observable.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

export const SLEEP_CHOICES_MINUTES = [15, 30, 45, 60, 90] as const;

/** Ends all sound after a while [R215]; the remaining time is shown in whole minutes, rounded up. */
export class SleepTimer extends Observable {
  readonly #clock: Clock;
  readonly #onTime: () => void;
  #leftMs: number | null = null;
  #lookedMs = 0;
  #lookedMonotonicMs = 0;
  #chosenMinutes: number | null = null;
  #ticks: Disposable | null = null;

  constructor(clock: Clock, onTime: () => void) {
    super();
    this.#clock = clock;
    this.#onTime = onTime;
  }

  /** Minutes left, or null when no timer runs. */
  readonly getMinutesLeft = (): number | null =>
    this.#leftMs === null ? null : Math.ceil(this.#leftMs / MINUTE_MS);

  /** The minutes for which it was set, or null when no timer runs. */
  readonly getChosenMinutes = (): number | null => this.#chosenMinutes;

  /** @param minutes null takes the timer back */
  set(minutes: number | null): void {
    this.#ticks?.[Symbol.dispose]();
    this.#ticks = null;
    this.#chosenMinutes = minutes;
    this.#leftMs = minutes === null ? null : minutes * MINUTE_MS;
    this.#passedMs();
    if (minutes !== null) this.#ticks = this.#clock.every(1_000, () => this.#tick());
    this.tell();
  }

  #tick(): void {
    if (this.#leftMs !== null) this.#leftMs -= this.#passedMs();
    if (this.#leftMs !== null && this.#leftMs <= 0) {
      this.set(null);
      this.#onTime();
    } else this.tell();
  }

  /**
   * Returns the time since the last look. By the wall clock the time during which the device slept counts; by the
   * other one no time is lost when that is set back.
   */
  #passedMs(): number {
    const [nowMs, monotonicMs] = [this.#clock.nowMs(), this.#clock.monotonicMs()];
    const passedMs = Math.max(nowMs - this.#lookedMs, monotonicMs - this.#lookedMonotonicMs);
    this.#lookedMs = nowMs;
    this.#lookedMonotonicMs = monotonicMs;
    return passedMs;
  }
}

/** The page's sleep timer. */
export const sleepTimerOf = onePerPage(
  (browser) => new SleepTimer(browser.clock, () => playingTabOf(browser).fallSilent()),
);
