import { mkdirSync } from 'node:fs';
import { appendFile, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { LISTENING_EVERY_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { endsWithinLine, parseJsonLines } from '#src/platform/files/json-lines.ts';
import { namesIn } from '#src/platform/files/names-in.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import {
  type HeardEntry,
  JOURNAL_DAY_FILE,
  type JournalEntry,
  journalDayFile,
  journalEntrySchema,
  type ListenersEntry,
  type ListeningEntry,
} from './journal-entry.wire.ts';

/** Lines kept while nothing can be written: about a day of eight streams. */
const WAITING_MAX = 5_000;
/** Lines that `append` wrote of figures, most of a day: their kind stands first, and is enough to pass them over. */
const FIGURES = /^\{"kind":"(?:heard|listening|listeners)"/;
/** How soon lines that wait are tried again: whoever is killed meanwhile loses them. */
const RETRY_MS = 3_000;

type AnyEntry = JournalEntry | ListeningEntry | HeardEntry | ListenersEntry;

/** Whether a line tells of a piece that began, and not of how much was heard. */
export function isPlay(entry: AnyEntry): entry is JournalEntry {
  return entry.kind !== 'listening' && entry.kind !== 'heard' && entry.kind !== 'listeners';
}

interface JournalOptions {
  folder: string;
  clock: Pick<Clock, 'after'>;
  logger: Logger;
  /** Called after a play was written. Figures of listening wait for the next one: no page shows them at once. */
  onPlay: () => void;
}

/**
 * Writes down what went on air and how much of it was heard, one file a UTC day. A write that fails is logged
 * and never stops the music: the lines are kept, and tried again.
 */
export class Journal implements AsyncDisposable {
  readonly #options: JournalOptions;
  #writing: Promise<void> = Promise.resolve();
  #file = '';
  #waiting: { file: string; line: string; isPlay: boolean }[] = [];
  #isFailing = false;
  #lost = 0;
  #retry: Disposable | null = null;

  constructor(options: JournalOptions) {
    this.#options = options;
    mkdirSync(this.#options.folder, { recursive: true });
  }

  append(entry: AnyEntry): void {
    const file = join(this.#options.folder, journalDayFile(entry.startedMs));
    this.#waiting.push({ file, line: `${JSON.stringify(entry)}\n`, isPlay: isPlay(entry) });
    // Lines to write, the oldest first; it may be under way.
    if (this.#waiting.length > WAITING_MAX) this.#lost += this.#waiting.splice(1, 1).length;
    this.#write();
  }

  /** Resolves when all that was appended is written, or could not be. */
  flushed(): Promise<void> {
    return this.#writing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing;
    this.#retry?.[Symbol.dispose]();
  }

  #write(): void {
    this.#writing = this.#writing.then(() => this.#writeWaiting());
  }

  async #writeWaiting(): Promise<void> {
    this.#retry?.[Symbol.dispose]();
    try {
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
        await this.#writeLine(next);
        this.#waiting.shift();
        if (next.isPlay) this.#options.onPlay();
      }
      this.#tellOnce(false);
    } catch (error) {
      this.#file = '';
      this.#tellOnce(true, error);
      this.#retry = this.#options.clock.after(RETRY_MS, () => this.#write());
    }
  }

  async #writeLine({ file, line }: { file: string; line: string }): Promise<void> {
    const mend = file !== this.#file && (await endsTorn(file)) ? '\n' : '';
    await appendFile(file, `${mend}${line}`);
    this.#file = file;
  }

  /**
   * Logs once when writing begins to fail, and once when it works again: a full disk fails at every piece of
   * every stream.
   */
  #tellOnce(isFailing: boolean, error?: unknown): void {
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing)
      this.#options.logger.error(
        { err: error },
        'broadcast could not write the journal and keeps its lines in memory: check the disk of DATA_DIR, and that its files belong to this user',
      );
    else this.#options.logger.info({ missing: this.#lost }, 'broadcast writes the journal again');
    this.#lost = 0;
  }
}

/**
 * Yields the plays of the journal's days, newest first, each in the order written; ask for no more than needed. Lines
 * that cannot be read, such as the last one after a power cut, are left out, and so are days.
 * @param onUnread called with the path of a day that is there and cannot be read, and why
 */
export async function* readJournalDays(
  folder: string,
  onUnread: (path: string, error: unknown) => void,
): AsyncGenerator<JournalEntry[]> {
  for (const name of (await namesIn(folder, JOURNAL_DAY_FILE)).reverse()) {
    const path = join(folder, name);
    const content = await readFile(path, 'utf8').catch((error: unknown) => {
      // It may have been removed for its age meanwhile.
      if (!hasErrorCode(error, 'ENOENT')) onUnread(path, error);
      return null;
    });
    if (content === null) continue;
    const lines = content.split('\n').filter((line) => !FIGURES.test(line));
    yield parseJsonLines(lines, journalEntrySchema);
  }
}

/** Whether the file's last line has no end, so that what is appended must not become part of it. */
async function endsTorn(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return false;
  await using opened = file;
  return await endsWithinLine(opened);
}

interface ListeningTallyOptions {
  clock: Clock;
  heardBytes: () => number;
  append: (entry: ListeningEntry) => void;
}

/**
 * Writes down every few minutes how much sound listeners were sent, and the rest when it ends; nothing while
 * nobody listens [R71]. A crash loses the current stretch.
 */
export class ListeningTally implements Disposable {
  readonly #options: ListeningTallyOptions;
  readonly #timer: Disposable;
  #fromMs: number;
  #counted: number;

  /** @param options.heardBytes since the start, on all streams; never falls */
  constructor(options: ListeningTallyOptions) {
    this.#options = options;
    this.#fromMs = this.#options.clock.nowMs();
    this.#counted = this.#options.heardBytes();
    this.#timer = this.#options.clock.every(LISTENING_EVERY_MS, () => this.#write());
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#write();
  }

  #write(): void {
    const startedMs = this.#fromMs;
    const heard = this.#options.heardBytes();
    const bytes = heard - this.#counted;
    this.#fromMs = this.#options.clock.nowMs();
    this.#counted = heard;
    const heardMs = Math.round((bytes * 8 * 1000) / BIT_RATE);
    if (bytes > 0) this.#options.append({ kind: 'listening', startedMs, bytes, heardMs });
  }
}
