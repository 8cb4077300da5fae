import { sql } from 'kysely';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { Database } from './database.ts';
import { engineOf } from './engine.ts';

const COMPARE_EVERY_MS = MINUTE_MS;
/** Differences that a question on a busy network makes by itself are none. */
const CLOSE_MS = 500;
/** From here on the operator is told. */
const TOLD_FROM_MS = 2_000;
/** How long a database that did not answer is let rest, however many want the time. */
const REST_MS = 1_000;

/**
 * The time of the database, for processes on several machines whose own clocks differ: all write and judge rows by
 * one. The embedded database has the clock of its machine, and so has a database that is away.
 */
export class DatabaseClock implements Clock, Disposable {
  readonly #db: Database;
  readonly #own: Clock;
  readonly #logger: Logger;
  readonly #timer: Disposable | null;
  readonly #runs = new SingleRun(() => this.#ask());
  #aheadMs = 0;
  /** The own clock less the one that never jumps, when both were compared with the database's. */
  #originMs: number;
  /** How far the own clock had been set when the database was asked for that; 0 when it was not, or gave no answer. */
  #askedShiftMs = 0;
  /** Until when a clock that was set asks nothing, on the clock that never jumps. */
  #restsUntilMs = 0;
  #isTold = false;

  private constructor(options: { db: Database; clock: Clock; logger: Logger }) {
    this.#db = options.db;
    this.#own = options.clock;
    this.#logger = options.logger;
    this.#originMs = this.#origin();
    const isApart = engineOf(options.db) === 'postgres';
    this.#timer = isApart ? options.clock.every(COMPARE_EVERY_MS, () => void this.compare()) : null;
  }

  static async open(options: { db: Database; clock: Clock; logger: Logger }): Promise<DatabaseClock> {
    const clock = new DatabaseClock(options);
    if (clock.#timer !== null) await clock.compare();
    return clock;
  }

  /** Whole: the clock that never jumps has fractions, which PostgreSQL takes for no instant. */
  nowMs(): number {
    return Math.round(this.#own.nowMs() - this.#shiftMs() + this.#aheadMs);
  }

  monotonicMs(): number {
    return this.#own.monotonicMs();
  }

  after(delayMs: number, callback: () => void): Disposable {
    return this.#own.after(delayMs, callback);
  }

  every(periodMs: number, callback: () => void): Disposable {
    return this.#own.every(periodMs, callback);
  }

  /** Compares both clocks; what the database does not answer changes nothing. Never rejects. */
  compare(): Promise<void> {
    return this.#runs.join();
  }

  async #ask(): Promise<void> {
    const beforeMs = this.#own.monotonicMs();
    const asked = sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`;
    const answer = await asked.execute(this.#db).catch(() => null);
    const databaseMs = answer?.rows[0]?.ms;
    if (databaseMs === undefined) {
      this.#askedShiftMs = 0;
      this.#restsUntilMs = this.#own.monotonicMs() + REST_MS;
      return;
    }
    const tookMs = this.#own.monotonicMs() - beforeMs;
    const aheadMs = Math.round(databaseMs - (this.#own.nowMs() - tookMs / 2));
    this.#aheadMs = Math.abs(aheadMs) <= Math.max(CLOSE_MS, tookMs) ? 0 : aheadMs;
    this.#originMs = this.#origin();
    this.#askedShiftMs = 0;
    const isFar = Math.abs(this.#aheadMs) >= TOLD_FROM_MS;
    if (isFar && !this.#isTold)
      this.#logger.warn(
        { seconds: Math.round(Math.abs(this.#aheadMs) / 1000) },
        `the clock of this machine is ${this.#aheadMs > 0 ? 'behind' : 'ahead of'} the database's, by which the pages go: let both get their time from the network`,
      );
    this.#isTold = isFar;
  }

  #origin(): number {
    return this.#own.nowMs() - this.#own.monotonicMs();
  }

  /**
   * How far the own clock was set since it was compared: the time of the database did not change for that. A machine
   * that slept is taken for one whose clock was set, until the database has answered.
   */
  #shiftMs(): number {
    if (this.#timer === null) return 0;
    const shiftMs = this.#origin() - this.#originMs;
    if (Math.abs(shiftMs) <= CLOSE_MS) return 0;
    const isAsked = Math.abs(shiftMs - this.#askedShiftMs) <= CLOSE_MS;
    if (!isAsked && this.#own.monotonicMs() >= this.#restsUntilMs) {
      this.#askedShiftMs = shiftMs;
      void this.compare();
    }
    return shiftMs;
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
  }
}
