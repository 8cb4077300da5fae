import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  JOURNAL_DAY_FILE,
  type JournalEntry,
  journalDayFile,
  journalEntrySchema,
} from '#src/broadcast/journal/journal-entry.wire.ts';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { endsWithinLine, parseJsonLines } from '#src/platform/files/json-lines.ts';
import { namesIn } from '#src/platform/files/names-in.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';

/** As far back as rotation looks. */
const KEPT_MS = 30 * DAY_MS;
const LINES_AT_ONCE = 500;
/** A line has its number before others see it, and may be seen after later ones: so far back recent plays are read again. */
const LATE_NUMBERS = 1_000;
const LATE_MS = 10 * MINUTE_MS;

interface JournalCopyOptions {
  db: Database;
  group: string;
  machine: string;
  /** Where the journal's files lie. */
  folder: string;
  clock: Pick<Clock, 'monotonicMs'>;
  logger: Logger;
}

/**
 * The journal of the machine on the air, in the database, and from there in the files of those that stand by: there a
 * turn then begins as a start after a crash does, with what the files say. A disk that fails costs those lines, and no
 * turn.
 */
export class JournalCopy {
  readonly #options: JournalCopyOptions;
  /** The plays that each day's file of this machine has, as far back as any is kept; null before they were read. */
  #known: Map<string, Set<string>> | null = null;
  /** What was read last from the database. */
  #last: { id: number; line: string } | null = null;
  /** The file that was appended to last. */
  #file = '';
  /** Days that cannot be read: nothing is added to them, since nobody knows what they have. */
  readonly #unread = new Set<string>();
  readonly #outage: Outage;

  constructor(options: JournalCopyOptions) {
    this.#options = options;
    this.#outage = new Outage({
      ...options,
      words: {
        gone: 'this machine cannot write down what the one on the air plays, and would repeat some of it at its own turn: check the disk of DATA_DIR',
        back: 'this machine writes down again what the one on the air plays',
      },
    });
  }

  /** The number of days whose plays it remembers. */
  get knownDays(): number {
    return this.#known?.size ?? 0;
  }

  /** Puts plays into the database; those that are there change nothing. */
  async send(entries: readonly JournalEntry[]): Promise<void> {
    const { db, group } = this.#options;
    for (let at = 0; at < entries.length; at += LINES_AT_ONCE) {
      const rows = entries.slice(at, at + LINES_AT_ONCE).map((entry) => ({
        group_name: group,
        stream_id: entry.streamId,
        started_ms: Math.round(entry.startedMs),
        media_id: entry.id,
        line: JSON.stringify(entry),
      }));
      await db
        .insertInto('journal_lines')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['group_name', 'stream_id', 'started_ms', 'media_id']).doNothing(),
        )
        .execute();
    }
    for (const entry of entries) this.#know(entry);
  }

  /** Puts what the files have into the database that it lacks: it was away, or this machine was alone. */
  async sendMissing(nowMs: number): Promise<void> {
    const { db, group } = this.#options;
    for await (const [day, entries] of this.#days(nowMs)) {
      const times = entries.map(({ startedMs }) => startedMs);
      const { count } = await db
        .selectFrom('journal_lines')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('group_name', '=', group)
        .where('started_ms', '>=', Math.min(...times))
        .where('started_ms', '<=', Math.max(...times))
        .executeTakeFirstOrThrow();
      if (count < new Set(entries.map(keyOf)).size || day >= journalDayFile(nowMs - DAY_MS))
        await this.send(entries);
    }
  }

  /**
   * Appends to the files of this machine what others have played since; what its disk does not take, with the next
   * call. Not while broadcast writes them.
   * @throws when the database is away
   */
  async follow(nowMs: number): Promise<void> {
    const { db, group } = this.#options;
    this.#known ??= await this.#read(nowMs);
    this.#forgetDays(nowMs);
    if (!(await this.#isLastThere())) this.#last = null;
    const lastId = this.#last?.id ?? 0;
    for (let after = lastId - LATE_NUMBERS; ; ) {
      const rows = await db
        .selectFrom('journal_lines')
        .select(['id', 'line'])
        .where('group_name', '=', group)
        .where('id', '>', after)
        .where((eb) => eb.or([eb('id', '>', lastId), eb('started_ms', '>=', nowMs - LATE_MS)]))
        .where('started_ms', '>=', nowMs - KEPT_MS)
        .orderBy('id')
        .limit(LINES_AT_ONCE)
        .execute();
      const entries = parseJsonLines(
        rows.map(({ line }) => line),
        journalEntrySchema,
      );
      if (!(await this.#append(entries))) return;
      const newest = rows.at(-1);
      if (newest !== undefined && newest.id > lastId) this.#last = newest;
      if (newest === undefined || rows.length < LINES_AT_ONCE) return;
      after = newest.id;
    }
  }

  /** A database into which a backup was put back numbers its lines anew: then all of them are read again. */
  async #isLastThere(): Promise<boolean> {
    if (this.#last === null) return true;
    const { id, line } = this.#last;
    const found = await this.#options.db
      .selectFrom('journal_lines')
      .select('line')
      .where('id', '=', id)
      .executeTakeFirst();
    return found?.line === line;
  }

  /** Forgets what is too old for any choice. */
  async sweep(nowMs: number): Promise<void> {
    const { db, group } = this.#options;
    // Who has taken over follows nobody, and goes on adding days for as long as it is on the air.
    this.#forgetDays(nowMs);
    await db
      .deleteFrom('journal_lines')
      .where('group_name', '=', group)
      .where('started_ms', '<', nowMs - KEPT_MS)
      .execute();
  }

  #forgetDays(nowMs: number): void {
    const oldest = journalDayFile(nowMs - KEPT_MS);
    for (const day of this.#known?.keys() ?? []) if (day < oldest) this.#known?.delete(day);
  }

  /** Returns whether the disk has taken all of them. */
  async #append(entries: readonly JournalEntry[]): Promise<boolean> {
    const fresh = entries.filter((entry) => !this.#known?.get(dayOf(entry))?.has(keyOf(entry)));
    try {
      for (const [file, lines] of Map.groupBy(fresh, dayOf).entries())
        if (!this.#unread.has(file)) await this.#appendTo(file, lines);
      this.#outage.worked();
      return true;
    } catch (error) {
      this.#file = '';
      this.#outage.failed(String(error));
      return false;
    }
  }

  async #appendTo(file: string, lines: readonly JournalEntry[]): Promise<void> {
    const path = join(this.#options.folder, file);
    const before = file === this.#file ? '' : await this.#beginning(path);
    await appendFile(path, `${before}${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}`);
    this.#file = file;
    for (const line of lines) this.#know(line);
  }

  /**
   * What stands in front of appended lines. A file that begins here begins with a line of its own, for no two machines'
   * files may begin alike: the drain knows a file by its first line.
   */
  async #beginning(path: string): Promise<string> {
    await mkdir(this.#options.folder, { recursive: true });
    try {
      await using file = await open(path, 'r');
      return (await endsWithinLine(file)) ? '\n' : '';
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
      return `${JSON.stringify({ kind: 'copied', machine: this.#options.machine })}\n`;
    }
  }

  #know(entry: JournalEntry): void {
    const day = dayOf(entry);
    const known = this.#known?.get(day);
    if (known) known.add(keyOf(entry));
    else this.#known?.set(day, new Set([keyOf(entry)]));
  }

  async #read(nowMs: number): Promise<Map<string, Set<string>>> {
    const known = new Map<string, Set<string>>();
    for await (const [day, entries] of this.#days(nowMs)) known.set(day, new Set(entries.map(keyOf)));
    return known;
  }

  async *#days(nowMs: number): AsyncGenerator<[day: string, entries: JournalEntry[]]> {
    const { folder, logger } = this.#options;
    const oldest = journalDayFile(nowMs - KEPT_MS);
    for (const name of await namesIn(folder, JOURNAL_DAY_FILE)) {
      if (name < oldest) continue;
      const text = await readFile(join(folder, name), 'utf8').catch((error: unknown) => {
        if (!this.#unread.has(name))
          logger.warn(
            { err: error, path: join(folder, name) },
            'this machine cannot read a day of its journal, and shares none of it with its group: check the disk of DATA_DIR and the rights of the file',
          );
        this.#unread.add(name);
        return '';
      });
      const entries = parseJsonLines(text.split('\n'), journalEntrySchema);
      if (entries.length > 0) yield [name, entries];
    }
  }
}

function dayOf({ startedMs }: JournalEntry): string {
  return journalDayFile(startedMs);
}

function keyOf({ streamId, startedMs, id }: JournalEntry): string {
  return `${streamId} ${Math.round(startedMs)} ${id}`;
}
