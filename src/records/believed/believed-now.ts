import { readdir } from 'node:fs/promises';
import { JOURNAL_DAY_FILE } from '#src/broadcast/journal/journal-entry.wire.ts';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { CLOCK_AHEAD_MS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import type { Logger } from '#src/platform/log/logger.ts';

/** The most by which the clocks of two machines that share a database may differ. */
const DRIFT_MS = 5 * MINUTE_MS;
/** The oldest that what is known in the database may be. */
const WRITE_EVERY_MS = HOUR_MS;
const ROW = 1;

/** A clock that goes on away from what was believed. */
interface Doubt {
  readonly sinceMs: number;
  readonly lastMs: number;
}

interface Known {
  readonly believedMs: number;
  readonly doubt: Doubt | null;
}

interface BelievedNowOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  journalFolder: string;
}

/**
 * The time by which things are deleted for their age [W120]. A clock that runs ahead would delete what nobody gets back,
 * so a time counts only when it lies no more than CLOCK_AHEAD_MS after the latest one that was believed, or when the
 * clock has gone on for that long. Both are written down: a restart believes no more than the process before it, and no
 * less, for a machine that is off every night. The first time, the newest of plays, sessions and days of the journal
 * stands for what was believed.
 */
export class BelievedNow {
  readonly #options: BelievedNowOptions;
  #loading: Promise<Known> | null = null;
  /** Null before anything was looked at. */
  #known: Known | null = null;
  /** Null before there is a row. */
  #written: Known | null = null;
  #isTold = false;

  constructor(options: BelievedNowOptions) {
    this.#options = options;
  }

  /** Null while the clock is not believed: nothing is deleted then, and the log says so once. */
  async nowMs(): Promise<number | null> {
    const nowMs = this.#options.clock.nowMs();
    // In doubt the row counts: other processes look as well, and one whose clock is believed ends the doubt.
    if (this.#known === null || !isNear(nowMs, this.#known.believedMs)) {
      this.#loading ??= this.#load(nowMs).finally(() => {
        this.#loading = null;
      });
      this.#known = await this.#loading;
    }
    const isBelieved = this.#judge(nowMs, this.#known);
    await this.#write();
    return isBelieved ? nowMs : null;
  }

  /** The latest time that was believed, which a clock may have been set back from. */
  async latestMs(): Promise<number> {
    await this.nowMs();
    return this.#known?.believedMs ?? this.#options.clock.nowMs();
  }

  #judge(nowMs: number, { believedMs, doubt: before }: Known): boolean {
    const doubt = isNear(nowMs, believedMs) ? null : doubtAt(nowMs, before);
    if (doubt === null || nowMs - doubt.sinceMs >= CLOCK_AHEAD_MS) {
      this.#known = { believedMs: doubt === null ? Math.max(believedMs, nowMs) : nowMs, doubt: null };
      if (this.#isTold)
        this.#options.logger.info('Onde believes the clock again and deletes what is too old');
      this.#isTold = false;
      return true;
    }
    this.#known = { believedMs, doubt };
    const aheadMs = nowMs - believedMs;
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

  async #load(nowMs: number): Promise<Known> {
    const row = await this.#options.db
      .selectFrom('believed_time')
      .select(['believed_ms', 'doubt_since_ms', 'doubt_last_ms'])
      .where('id', '=', ROW)
      .executeTakeFirst();
    if (row === undefined) return { believedMs: (await this.#newestWritten()) ?? nowMs, doubt: null };
    const { believed_ms: believedMs, doubt_since_ms: sinceMs, doubt_last_ms: lastMs } = row;
    this.#written = { believedMs, doubt: sinceMs === null || lastMs === null ? null : { sinceMs, lastMs } };
    return this.#written;
  }

  async #write(): Promise<void> {
    const known = this.#known;
    if (known === null || (this.#written !== null && !isOld(this.#written, known))) return;
    const { believedMs, doubt } = known;
    const row = {
      believed_ms: believedMs,
      doubt_since_ms: doubt?.sinceMs ?? null,
      doubt_last_ms: doubt?.lastMs ?? null,
    };
    await this.#options.db
      .insertInto('believed_time')
      .values({ id: ROW, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    this.#written = known;
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

function isNear(nowMs: number, believedMs: number): boolean {
  return Math.abs(nowMs - believedMs) <= CLOCK_AHEAD_MS;
}

/** Begins a doubt, or goes on with one under the rule that the believed time has. */
function doubtAt(nowMs: number, before: Doubt | null): Doubt {
  const goesOn =
    before !== null && nowMs >= before.lastMs - DRIFT_MS && nowMs <= before.lastMs + CLOCK_AHEAD_MS;
  if (!goesOn) return { sinceMs: nowMs, lastMs: nowMs };
  return { sinceMs: before.sinceMs, lastMs: Math.max(before.lastMs, nowMs) };
}

function isOld(written: Known, known: Known): boolean {
  const passedMs = (known.doubt?.lastMs ?? 0) - (written.doubt?.lastMs ?? 0);
  return (
    Math.abs(known.believedMs - written.believedMs) >= WRITE_EVERY_MS ||
    known.doubt?.sinceMs !== written.doubt?.sinceMs ||
    passedMs >= WRITE_EVERY_MS
  );
}
