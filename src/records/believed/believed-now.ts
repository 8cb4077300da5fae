import { readdir } from 'node:fs/promises';
import { JOURNAL_DAY_FILE } from '#src/broadcast/journal/journal-entry.wire.ts';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { CLOCK_AHEAD_MS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import type { Logger } from '#src/platform/log/logger.ts';

/** The most by which two clocks may differ after a day. */
const DRIFT_MS = 5 * MINUTE_MS;
/** The oldest that the believed time in the database may be. */
const WRITE_EVERY_MS = HOUR_MS;
const ROW = 1;

interface BelievedNowOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  journalFolder: string;
}

/**
 * The time by which things are deleted for their age [W120]. A clock that runs ahead would delete what nobody gets back,
 * so a time counts only when it lies no more than CLOCK_AHEAD_MS after the latest one that was believed, or when the
 * clock has gone on evenly for that long. What was believed is written down, so that a restart believes no more than the
 * process before it; the first time, the newest of plays, sessions and days of the journal stands for it.
 */
export class BelievedNow {
  readonly #options: BelievedNowOptions;
  #loading: Promise<void> | null = null;
  /** Null before anything was looked at. */
  #believedMs: number | null = null;
  #writtenMs = Number.NEGATIVE_INFINITY;
  /** Where both clocks stood when they began to go on evenly, away from what was believed. */
  #doubt: { wallMs: number; monotonicMs: number } | null = null;
  #isTold = false;

  constructor(options: BelievedNowOptions) {
    this.#options = options;
  }

  /** Null while the clock is not believed: nothing is deleted then, and the log says so once. */
  async nowMs(): Promise<number | null> {
    const nowMs = this.#options.clock.nowMs();
    const monotonicMs = this.#options.clock.monotonicMs();
    if (this.#believedMs === null) {
      this.#loading ??= this.#load(nowMs).finally(() => {
        this.#loading = null;
      });
      await this.#loading;
    }
    const isBelieved = this.#judge(nowMs, monotonicMs);
    await this.#write();
    return isBelieved ? nowMs : null;
  }

  /** The latest time that was believed, which a clock may have been set back from. */
  async latestMs(): Promise<number> {
    await this.nowMs();
    return this.#believedMs ?? this.#options.clock.nowMs();
  }

  #judge(nowMs: number, monotonicMs: number): boolean {
    const believedMs = this.#believedMs ?? nowMs;
    const aheadMs = nowMs - believedMs;
    if (Math.abs(aheadMs) <= CLOCK_AHEAD_MS || this.#hasGoneOn(nowMs, monotonicMs)) {
      this.#doubt = null;
      this.#believedMs = Math.abs(aheadMs) <= CLOCK_AHEAD_MS ? Math.max(believedMs, nowMs) : nowMs;
      if (this.#isTold)
        this.#options.logger.info('Onde believes the clock again and deletes what is too old');
      this.#isTold = false;
      return true;
    }
    // A clock that is behind deletes too little, which does no harm.
    if (aheadMs < 0) return true;
    if (!this.#isTold)
      this.#options.logger.warn(
        { days: Math.floor(aheadMs / CLOCK_AHEAD_MS) },
        'the clock of this machine is days ahead of what was last written, so nothing is deleted for its age: ' +
          'set the clock right; one that goes on so for a day is believed',
      );
    this.#isTold = true;
    return false;
  }

  #hasGoneOn(wallMs: number, monotonicMs: number): boolean {
    const elapsedMs = monotonicMs - (this.#doubt?.monotonicMs ?? monotonicMs);
    const isEven = this.#doubt !== null && Math.abs(wallMs - this.#doubt.wallMs - elapsedMs) <= DRIFT_MS;
    if (!isEven) this.#doubt = { wallMs, monotonicMs };
    return isEven && elapsedMs >= CLOCK_AHEAD_MS;
  }

  async #load(nowMs: number): Promise<void> {
    const row = await this.#options.db
      .selectFrom('believed_time')
      .select('believed_ms')
      .where('id', '=', ROW)
      .executeTakeFirst();
    const newestMs = row?.believed_ms ?? (await this.#newestWritten());
    this.#believedMs ??= newestMs ?? nowMs;
    if (row !== undefined) this.#writtenMs = row.believed_ms;
  }

  async #write(): Promise<void> {
    const believedMs = this.#believedMs;
    if (believedMs === null || Math.abs(believedMs - this.#writtenMs) < WRITE_EVERY_MS) return;
    await this.#options.db
      .insertInto('believed_time')
      .values({ id: ROW, believed_ms: believedMs })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ believed_ms: believedMs }))
      .execute();
    this.#writtenMs = believedMs;
  }

  /** Null for a station that has written nothing yet. */
  async #newestWritten(): Promise<number | null> {
    const play = await this.#options.db
      .selectFrom('plays')
      .select((row) => row.fn.max('started_ms').as('ms'))
      .executeTakeFirst();
    const session = await this.#options.db
      .selectFrom('sessions')
      .select((row) => row.fn.max('used_ms').as('ms'))
      .executeTakeFirst();
    const found = [play?.ms, session?.ms, await this.#newestJournalDay()].filter((ms) => ms != null);
    return found.length === 0 ? null : Math.max(...found);
  }

  /** The end of the newest day. */
  async #newestJournalDay(): Promise<number | null> {
    try {
      const days = (await readdir(this.#options.journalFolder))
        .filter((name) => JOURNAL_DAY_FILE.test(name))
        .sort();
      const startMs = Date.parse(days.at(-1)?.slice(0, 'YYYY-MM-DD'.length) ?? '');
      return Number.isNaN(startMs) ? null : startMs + CLOCK_AHEAD_MS;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return null;
      throw error;
    }
  }
}
