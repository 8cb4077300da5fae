import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { catalogueSink } from './catalogue-sink.server.ts';
import { drainFile } from './drain-file.server.ts';
import { journalSink } from './journal-sink.server.ts';

/** For what the process channel did not tell of. */
const POLL_MS = 30_000;
const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/;
/** Entries of yesterday may still come when a day has begun. */
const OPEN_DAYS = 2;

/**
 * Takes what broadcast and import write into the database: at the start everything that is new, then whenever it is
 * told or a while has passed. One drain at a time; a failed one is logged and tried again.
 */
export class Drain implements AsyncDisposable {
  readonly #db: Database;
  readonly #folder: DataFolder;
  readonly #logger: Logger;
  readonly #poll: Disposable;
  #running: Promise<void> | null = null;
  #wanted = false;
  #stopped = false;
  #oldDaysDone = false;

  constructor(options: { db: Database; folder: DataFolder; clock: Clock; logger: Logger }) {
    this.#db = options.db;
    this.#folder = options.folder;
    this.#logger = options.logger;
    this.#poll = options.clock.every(POLL_MS, () => void this.run());
  }

  /** Drains what there is now. Resolves when it is in the database, or when that failed. */
  run(): Promise<void> {
    this.#wanted = true;
    this.#running ??= this.#runWhileWanted().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#poll[Symbol.dispose]();
    await this.#running;
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      try {
        await this.#drainAll();
      } catch (error) {
        this.#logger.error(
          { err: error },
          'what was played could not be taken into the database; it is tried again',
        );
        return;
      }
    }
  }

  /** The catalogue first: its songs are what the journal's entries refer to. */
  async #drainAll(): Promise<void> {
    const stopped = () => this.#stopped;
    await drainFile(this.#db, this.#folder.catalogue, catalogueSink, stopped);
    const days = await this.#journalDays();
    const due = this.#oldDaysDone ? days.slice(-OPEN_DAYS) : days;
    for (const day of due) {
      if (this.#stopped) return;
      await drainFile(this.#db, join(this.#folder.journal, day), journalSink, stopped);
    }
    this.#oldDaysDone = true;
  }

  async #journalDays(): Promise<string[]> {
    try {
      return (await readdir(this.#folder.journal)).filter((name) => DAY_FILE.test(name)).sort();
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}
