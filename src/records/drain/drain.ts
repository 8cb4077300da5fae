import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { JOURNAL_DAY_FILE, journalDayFile } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { catalogueSink } from './catalogue-sink.ts';
import { drainFile, removeDrainedFile } from './drain-file.ts';
import { journalSink } from './journal-sink.ts';

/** How often to look for new lines that no message announced. */
const POLL_MS = 30_000;
/** Entries of yesterday may still come when a day has begun. */
const OPEN_DAYS = 2;
const DAY_MS = 24 * 3_600_000;
/** As far as rotation looks back, and longer than a backup that is put back should be old: what it lacks is drained again. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Takes the lines that broadcast and import write into the database: at the start all that are new, then at each
 * announcement and every while. One drain at a time; a failed one is logged and tried again. Days of the journal that
 * are in the database and a month old are removed.
 */
export class Drain implements AsyncDisposable {
  readonly #db: Database;
  readonly #folder: DataFolder;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #poll: Disposable;
  readonly #runs = new SingleRun(() => this.#drainOrTell());
  /** The day on which all days were looked at last. */
  #lookedThrough = '';

  constructor(options: { db: Database; folder: DataFolder; clock: Clock; logger: Logger }) {
    this.#db = options.db;
    this.#folder = options.folder;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#poll = options.clock.every(POLL_MS, () => void this.run());
  }

  /** Drains what there is now. Resolves when it is in the database, or when that failed. */
  run(): Promise<void> {
    return this.#runs.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#poll[Symbol.dispose]();
    await this.#runs[Symbol.asyncDispose]();
  }

  async #drainOrTell(): Promise<void> {
    try {
      await this.#drainAll();
    } catch (error) {
      this.#logger.error(
        { err: error },
        'Onde could not write plays into the database and tries again: check the database',
      );
    }
  }

  /** The catalogue first: its songs are what the journal's entries refer to. */
  async #drainAll(): Promise<void> {
    const stopped = () => this.#runs.isStopped;
    await drainFile(this.#db, this.#folder.catalogue, catalogueSink, stopped);
    const days = await this.#journalDays();
    const today = journalDayFile(this.#clock.nowMs());
    const oldestKept = journalDayFile(this.#clock.nowMs() - KEPT_MS);
    const due =
      today === this.#lookedThrough ? days.filter((day, at) => this.#isOpen(day, days.length - at)) : days;
    for (const day of due) {
      if (stopped()) return;
      const path = join(this.#folder.journal, day);
      const isDrained = await drainFile(this.#db, path, journalSink, stopped);
      if (isDrained && day < oldestKept) await this.#remove(path);
    }
    this.#lookedThrough = today;
  }

  /**
   * Whether a day may still grow: the last ones there are, and those from yesterday on. After a clock that ran ahead was
   * set back, days lie behind today in the folder.
   */
  #isOpen(day: string, fromLast: number): boolean {
    return fromLast <= OPEN_DAYS || day >= journalDayFile(this.#clock.nowMs() - DAY_MS);
  }

  async #remove(path: string): Promise<void> {
    try {
      await removeDrainedFile(this.#db, path);
    } catch (error) {
      this.#logger.warn(
        { err: error, path },
        'Onde could not remove an old day of the journal: check the rights of DATA_DIR',
      );
    }
  }

  async #journalDays(): Promise<string[]> {
    try {
      return (await readdir(this.#folder.journal)).filter((name) => JOURNAL_DAY_FILE.test(name)).sort();
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}
