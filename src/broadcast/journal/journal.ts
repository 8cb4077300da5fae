import { mkdirSync } from 'node:fs';
import { appendFile, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#src/platform/log/logger.ts';
import {
  JOURNAL_DAY_FILE,
  type JournalEntry,
  journalDayFile,
  journalEntrySchema,
} from './journal-entry.wire.ts';

/** What went on air, one file a UTC day. A write that fails is logged and never stops the music. */
export class Journal {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #onGrown: () => void;
  #writing: Promise<void> = Promise.resolve();
  #file = '';

  constructor(options: { folder: string; logger: Logger; onGrown: () => void }) {
    this.#folder = options.folder;
    this.#logger = options.logger;
    this.#onGrown = options.onGrown;
    mkdirSync(this.#folder, { recursive: true });
  }

  append(entry: JournalEntry): void {
    this.#writing = this.#writing
      .then(() => this.#write(entry))
      .catch((error) => {
        this.#file = '';
        this.#logger.error({ err: error }, 'the journal could not be written; check the disk of DATA_DIR');
      });
  }

  /** Resolves when all that was appended is written. */
  flushed(): Promise<void> {
    return this.#writing;
  }

  async #write(entry: JournalEntry): Promise<void> {
    const file = join(this.#folder, journalDayFile(entry.startedMs));
    const mend = file !== this.#file && (await endsTorn(file)) ? '\n' : '';
    await appendFile(file, `${mend}${JSON.stringify(entry)}\n`);
    this.#file = file;
    this.#onGrown();
  }
}

/**
 * The journal's days, newest first, each in the order written; ask for no more than needed. Lines that cannot be read,
 * such as the last one after a power cut, are left out.
 */
export async function* readJournalDays(folder: string): AsyncGenerator<JournalEntry[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names
    .filter((one) => JOURNAL_DAY_FILE.test(one))
    .sort()
    .reverse()) {
    const content = await readFile(join(folder, name), 'utf8');
    yield content.split('\n').flatMap(parseLine);
  }
}

function parseLine(line: string): JournalEntry[] {
  if (line === '') return [];
  try {
    const parsed = journalEntrySchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

/** Whether the file's last line has no end: what is appended must not become part of it. */
async function endsTorn(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    if (size === 0) return false;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] !== 0x0a;
  } finally {
    await file.close();
  }
}
