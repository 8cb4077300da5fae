import { MINUTE_MS } from '#src/contract/durations.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { playingTabOf } from '#src/features/player/engine/player-store.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { fetchJson } from '#src/page/wire/call-wire.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { Observable } from '#src/platform/observable/observable.ts';

export const SLEEP_CHOICES_MINUTES = [15, 30, 45, 60, 90] as const;

/** A wall clock that runs ahead by more, all at once, was set, or the device slept. */
const DOUBTFUL_MS = MINUTE_MS;

interface SleepTimerOptions {
  readonly clock: Clock;
  onTime(): void;
  /** Gives the radio's time, milliseconds since the Unix epoch; rejects without an answer. */
  askRadioMs(): Promise<number>;
}

/** Ends all sound after a while [R215]; the remaining time is shown in whole minutes, rounded up. */
export class SleepTimer extends Observable {
  readonly #options: SleepTimerOptions;
  #leftMs: number | null = null;
  #lookedMs = 0;
  #lookedMonotonicMs = 0;
  #chosenMinutes: number | null = null;
  #ticks: Disposable | null = null;
  /** The radio's time when it was asked last for this choice, and by the clock that never jumps; null until known. */
  #radio: { readonly ms: number; readonly monotonicMs: number } | null = null;

  constructor(options: SleepTimerOptions) {
    super();
    this.#options = options;
  }

  /** Minutes left, or null when no timer runs. */
  readonly getMinutesLeft = (): number | null =>
    this.#leftMs === null ? null : Math.ceil(this.#leftMs / MINUTE_MS);

  /** The minutes for which it was set, or null when no timer runs. */
  readonly getChosenMinutes = (): number | null => this.#chosenMinutes;

  /** @param minutes null takes the timer back */
  set(minutes: number | null): void {
    this.#ticks?.[Symbol.dispose]();
    this.#ticks = this.#radio = null;
    this.#chosenMinutes = minutes;
    this.#leftMs = minutes === null ? null : minutes * MINUTE_MS;
    this.#passed();
    if (minutes !== null) {
      const ticks = this.#options.clock.every(1_000, () => this.#tick());
      this.#ticks = ticks;
      void this.#sleptMs(ticks);
    }
    this.tell();
  }

  #tick(): void {
    const { monotonicMs, aheadMs } = this.#passed();
    if (aheadMs > DOUBTFUL_MS) void this.#countSleep(aheadMs);
    this.#count(aheadMs > DOUBTFUL_MS ? monotonicMs : monotonicMs + aheadMs);
  }

  #count(passedMs: number): void {
    if (this.#leftMs !== null) this.#leftMs -= passedMs;
    if (this.#leftMs !== null && this.#leftMs <= 0) {
      this.set(null);
      this.#options.onTime();
    } else this.tell();
  }

  /** Counts what the radio says was slept of the time by which the wall clock is ahead: all where it says nothing. */
  async #countSleep(aheadMs: number): Promise<void> {
    const ticks = this.#ticks;
    if (ticks === null) return;
    const sleptMs = (await this.#sleptMs(ticks)) ?? aheadMs;
    if (ticks === this.#ticks) this.#count(Math.min(aheadMs, Math.max(0, sleptMs)));
  }

  /** How much longer it was by the radio than by the clock that never jumps since it was asked last; null if unknown. */
  async #sleptMs(ticks: Disposable): Promise<number | null> {
    const { askRadioMs, clock } = this.#options;
    const ms = await askRadioMs().catch(() => null);
    if (ms === null || ticks !== this.#ticks) return null;
    const before = this.#radio;
    const radio = { ms, monotonicMs: clock.monotonicMs() };
    this.#radio = radio;
    return before && radio.ms - before.ms - (radio.monotonicMs - before.monotonicMs);
  }

  /**
   * Returns the time since the last look, by the clock that never jumps, and by how much more the wall clock went on: one
   * that is set back keeps nobody awake.
   */
  #passed(): { monotonicMs: number; aheadMs: number } {
    const [nowMs, monotonicMs] = [this.#options.clock.nowMs(), this.#options.clock.monotonicMs()];
    const passedMs = monotonicMs - this.#lookedMonotonicMs;
    const aheadMs = Math.max(0, nowMs - this.#lookedMs - passedMs);
    this.#lookedMs = nowMs;
    this.#lookedMonotonicMs = monotonicMs;
    return { monotonicMs: passedMs, aheadMs };
  }
}

/** The page's sleep timer. */
export const sleepTimerOf = onePerPage(
  (browser) =>
    new SleepTimer({
      clock: browser.clock,
      onTime: () => playingTabOf(browser).fallSilent(),
      async askRadioMs() {
        const { askMarks } = await import('#src/features/player/ear/ask-marks.ts');
        return (await askMarks(fetchJson, DEFAULT_STREAM, null)).now_ms;
      },
    }),
);
