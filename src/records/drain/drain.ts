import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JOURNAL_DAY_FILE, journalDayFile } from '#src/broadcast/journal/journal-entry.wire.ts';
import { DAY_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { namesIn } from '#src/platform/files/names-in.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Outage } from '#src/platform/log/outage.ts';
import { SingleRun } from '#src/platform/scheduling/single-run.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import type { BelievedNow } from '#src/records/believed/believed-now.ts';
import { settleNames } from '#src/records/naming/settle-names.ts';
import { catalogueSink } from './catalogue-sink.ts';
import { drainFile, holdFile, type LineSink, removeDrainedFile } from './drain-file.ts';
import { journalSink } from './journal-sink.ts';

/** How long the catalogue stands still before songs are joined and parted: its next line may free a title again [R128]. */
export const NAMES_REST_MS = 10_000;
/** How often to look for new lines that no message announced. */
const POLL_MS = 30_000;
/** Entries of yesterday may still come when a day has begun. */
const OPEN_DAYS = 2;
/** System calls by which a file is opened and read: what fails there is no fault of the database. */
const READING = ['open', 'fstat', 'read'];
/** As far back as rotation looks. A restored backup should be younger than this: what it lacks is then drained again. */
const KEPT_MS = 30 * DAY_MS;

const DAY_UNREAD =
  'Onde cannot read a day of the journal, so charts and searches lack its plays: check the disk of DATA_DIR and the rights of the file';
const CATALOGUE_UNREAD =
  'Onde cannot read the media catalogue, so pages learn of no new tracks: check the disk of DATA_DIR and the rights of the file; npx onde import writes it anew';

interface DrainOptions {
  db: Database;
  folder: DataFolder;
  clock: Clock;
  logger: Logger;
  /** The time by which days of the journal are removed. */
  believed: Pick<BelievedNow, 'nowMs'>;
  /** False: the journal alone, on a machine whose catalogue is a copy, or that has none. */
  withCatalogue?: boolean;
  /** Called with the addresses of songs that have other names now, and those that they had. */
  onRenamed?: (slugs: readonly string[]) => void;
  /** Hears of a database that is away, and that it answers. */
  database?: Pick<Outage, 'failed' | 'worked'>;
}

/**
 * Takes the lines that broadcast and import write into the database: at the start all that are new, then at each
 * announcement and every half minute. One drain at a time; a failed one is logged and tried again. Days of the journal that
 * are in the database and a month old are removed.
 */
export class Drain implements AsyncDisposable {
  readonly #options: DrainOptions;
  readonly #database: Pick<Outage, 'failed' | 'worked'> | null;
  readonly #poll: Disposable;
  readonly #runs = new SingleRun(() => this.#drainOrTell());
  /** The last day on which all days were looked at. */
  #lookedThrough = '';
  /** The state of each file when it was last drained wholly, by its path. */
  readonly #drained = new Map<string, string>();
  /** The catalogue as it was last seen, and since when it has been so. */
  #catalogue = { state: '', sinceMs: 0 };
  #rest: Disposable | null = null;
  /** Files of which the log has said that they cannot be read. */
  readonly #unread = new Set<string>();

  constructor(options: DrainOptions) {
    this.#options = options;
    this.#database = options.database ?? null;
    this.#poll = options.clock.every(POLL_MS, () => void this.run());
  }

  /** Drains what there is now. Resolves when it is in the database, or when that failed. */
  run(): Promise<void> {
    return this.#runs.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#poll[Symbol.dispose]();
    this.#rest?.[Symbol.dispose]();
    await this.#runs[Symbol.asyncDispose]();
  }

  async #drainOrTell(): Promise<void> {
    try {
      await this.#drainAll();
      this.#database?.worked();
    } catch (error) {
      // One that comes back may have lost what it had taken last.
      this.#drained.clear();
      if (error instanceof DatabaseUnavailable && this.#database !== null)
        return this.#database.failed(error.message);
      this.#options.logger.error(
        { err: error },
        'Onde could not write plays into the database and tries again: check the database',
      );
    }
  }

  /** The catalogue first: its songs are what the journal's entries refer to. */
  async #drainAll(): Promise<void> {
    const stopped = () => this.#runs.isStopped;
    const { withCatalogue = true } = this.#options;
    const { catalogue } = this.#options.folder;
    const isWhole =
      withCatalogue &&
      (await fileState(catalogue)) !== '' &&
      (await this.#drainReadable(catalogue, catalogueSink, CATALOGUE_UNREAD, stopped));
    const named = isWhole ? this.#settleNames(stopped) : Promise.resolve();
    // Plays do not wait until a name can be written; whatever hinders that is told after them.
    await named.catch(() => {});
    const days = await namesIn(this.#options.folder.journal, JOURNAL_DAY_FILE);
    const today = journalDayFile(this.#options.clock.nowMs());
    if (today !== this.#lookedThrough) this.#drained.clear();
    const believedMs = await this.#options.believed.nowMs();
    const oldestKept = believedMs === null ? '' : journalDayFile(believedMs - KEPT_MS);
    const due =
      today === this.#lookedThrough ? days.filter((day, at) => this.#isOpen(day, days.length - at)) : days;
    for (const day of due) {
      if (stopped()) return;
      const path = join(this.#options.folder.journal, day);
      const isDrained = await this.#drainReadable(path, journalSink, DAY_UNREAD, stopped);
      if (isDrained && day < oldestKept) await this.#remove(path);
    }
    this.#lookedThrough = today;
    await named;
  }

  /** A file that cannot be read keeps no other one from the database; the log says so once [R209, R211]. */
  async #drainReadable(
    path: string,
    sink: LineSink,
    unread: string,
    isStopped: () => boolean,
  ): Promise<boolean> {
    try {
      const state = await fileState(path);
      if (this.#drained.get(path) === state) return true;
      const isDrained = await drainFile(this.#options.db, path, sink, isStopped);
      if (isDrained) this.#drained.set(path, state);
      this.#unread.delete(path);
      return isDrained;
    } catch (error) {
      const isOfFile =
        error instanceof Error && 'syscall' in error && READING.includes(String(error.syscall));
      if (!isOfFile) throw error;
      if (!this.#unread.has(path)) this.#options.logger.error({ err: error, path }, unread);
      this.#unread.add(path);
      return false;
    }
  }

  async #settleNames(isStopped: () => boolean): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    const state = await fileState(this.#options.folder.catalogue);
    if (state !== this.#catalogue.state) this.#catalogue = { state, sinceMs: nowMs };
    const restsMs = nowMs - this.#catalogue.sinceMs;
    const hold = (trx: Database) => holdFile(trx, this.#options.folder.catalogue);
    const isLeft = await settleNames(this.#options.db, {
      isStopped,
      atRest: restsMs >= NAMES_REST_MS,
      hold,
      onRenamed: (slugs) => this.#options.onRenamed?.(slugs),
    });
    this.#rest?.[Symbol.dispose]();
    this.#rest = isLeft ? this.#options.clock.after(NAMES_REST_MS - restsMs, () => void this.run()) : null;
  }

  /**
   * Whether a day may still grow: the last ones there are, and those from yesterday on. After a clock that ran ahead was
   * set back, days lie behind today in the folder.
   */
  #isOpen(day: string, fromLast: number): boolean {
    return fromLast <= OPEN_DAYS || day >= journalDayFile(this.#options.clock.nowMs() - DAY_MS);
  }

  async #remove(path: string): Promise<void> {
    try {
      await removeDrainedFile(this.#options.db, path);
    } catch (error) {
      this.#options.logger.warn(
        { err: error, path },
        'Onde could not remove an old day of the journal: check the rights of DATA_DIR',
      );
    }
  }
}

/** A text that differs after each change of the file; '' while there is none. */
async function fileState(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return '';
    throw error;
  }
}
