import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  JOURNAL_DAY_FILE,
  type JournalEntry,
  journalDayFile,
  journalEntrySchema,
} from '#src/broadcast/journal/journal-entry.wire.ts';
import { DAY_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { endsWithinLine, parseJsonLines } from '#src/platform/files/json-lines.ts';
import { namesIn } from '#src/platform/files/names-in.ts';

/** As far back as rotation looks. */
const KEPT_MS = 30 * DAY_MS;
const LINES_AT_ONCE = 500;

interface JournalCopyOptions {
  db: Database;
  group: string;
  machine: string;
  /** Where the journal's files lie. */
  folder: string;
}

/**
 * The journal of the machine on the air, in the database, and from there in the files of those that stand by: there a
 * turn then begins as a start after a crash does, with what the files say.
 */
export class JournalCopy {
  readonly #options: JournalCopyOptions;
  /** The plays that each day's file of this machine has, as far back as any is kept; null before they were read. */
  #known: Map<string, Set<string>> | null = null;
  #lastId = 0;
  /** The file that was appended to last. */
  #file = '';

  constructor(options: JournalCopyOptions) {
    this.#options = options;
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

  /** Appends to the files of this machine what others have played since. Not while broadcast writes them. */
  async follow(nowMs: number): Promise<void> {
    const { db, group } = this.#options;
    this.#known ??= await this.#read(nowMs);
    for (const day of this.#known.keys()) if (day < journalDayFile(nowMs - KEPT_MS)) this.#known.delete(day);
    for (;;) {
      const rows = await db
        .selectFrom('journal_lines')
        .select(['id', 'line'])
        .where('group_name', '=', group)
        .where('id', '>', this.#lastId)
        .where('started_ms', '>=', nowMs - KEPT_MS)
        .orderBy('id')
        .limit(LINES_AT_ONCE)
        .execute();
      const entries = parseJsonLines(
        rows.map(({ line }) => line),
        journalEntrySchema,
      );
      await this.#append(entries);
      this.#lastId = rows.at(-1)?.id ?? this.#lastId;
      if (rows.length < LINES_AT_ONCE) return;
    }
  }

  /** Forgets what is too old for any choice. */
  async sweep(nowMs: number): Promise<void> {
    const { db, group } = this.#options;
    await db
      .deleteFrom('journal_lines')
      .where('group_name', '=', group)
      .where('started_ms', '<', nowMs - KEPT_MS)
      .execute();
  }

  async #append(entries: readonly JournalEntry[]): Promise<void> {
    const fresh = entries.filter((entry) => !this.#known?.get(dayOf(entry))?.has(keyOf(entry)));
    for (const [file, lines] of Map.groupBy(fresh, dayOf).entries()) {
      const path = join(this.#options.folder, file);
      const before = file === this.#file ? '' : await this.#beginning(path);
      await appendFile(path, `${before}${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}`);
      this.#file = file;
      for (const line of lines) this.#know(line);
    }
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
    const { folder } = this.#options;
    const oldest = journalDayFile(nowMs - KEPT_MS);
    for (const name of await namesIn(folder, JOURNAL_DAY_FILE)) {
      if (name < oldest) continue;
      const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
      const entries = parseJsonLines(lines, journalEntrySchema);
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
