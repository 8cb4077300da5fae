import type { Clock } from '#src/platform/clock/clock.ts';

interface Alarm {
  dueMs: number;
  periodMs: number | null;
  callback: () => void;
}

/** A clock for tests: time stands still until `advance`, which fires what falls due, in order. */
export class ManualClock implements Clock {
  #epochMs: number;
  #elapsedMs = 0;
  readonly #alarms = new Set<Alarm>();

  constructor(startMs = Date.UTC(2026, 10, 21, 12)) {
    this.#epochMs = startMs;
  }

  nowMs(): number {
    return this.#epochMs + this.#elapsedMs;
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  /** Sets the wall clock without any time passing, as an administrator or NTP would. */
  setWallClock(nowMs: number): void {
    this.#epochMs = nowMs - this.#elapsedMs;
  }

  after(delayMs: number, callback: () => void): Disposable {
    return this.#add({ dueMs: this.#elapsedMs + delayMs, periodMs: null, callback });
  }

  every(periodMs: number, callback: () => void): Disposable {
    return this.#add({ dueMs: this.#elapsedMs + periodMs, periodMs, callback });
  }

  advance(byMs: number): void {
    const untilMs = this.#elapsedMs + byMs;
    for (let alarm = this.#next(untilMs); alarm; alarm = this.#next(untilMs)) {
      this.#elapsedMs = Math.max(this.#elapsedMs, alarm.dueMs);
      if (alarm.periodMs === null) this.#alarms.delete(alarm);
      else alarm.dueMs += alarm.periodMs;
      alarm.callback();
    }
    this.#elapsedMs = untilMs;
  }

  /** Lets time pass in which nothing runs, as in a process that is stopped: what falls due meanwhile comes once, late. */
  standStill(forMs: number): void {
    this.#elapsedMs += forMs;
    for (const alarm of [...this.#alarms].filter(({ dueMs }) => dueMs <= this.#elapsedMs)) {
      if (alarm.periodMs === null) this.#alarms.delete(alarm);
      else alarm.dueMs = this.#elapsedMs + alarm.periodMs;
      alarm.callback();
    }
  }

  /** How long until something falls due, in ms; null when nothing waits. */
  get untilNextMs(): number | null {
    const next = this.#next(Number.POSITIVE_INFINITY);
    return next === null ? null : next.dueMs - this.#elapsedMs;
  }

  #add(alarm: Alarm): Disposable {
    this.#alarms.add(alarm);
    return { [Symbol.dispose]: () => this.#alarms.delete(alarm) };
  }

  #next(untilMs: number): Alarm | null {
    let next: Alarm | null = null;
    for (const alarm of this.#alarms) {
      if (alarm.dueMs <= untilMs && (next === null || alarm.dueMs < next.dueMs)) next = alarm;
    }
    return next;
  }
}
