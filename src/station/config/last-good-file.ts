import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from '#src/platform/log/logger.ts';

/**
 * The text of a station file as it was last taken up, kept for processes that start while the file is broken. Every
 * process that takes one up may keep it: they write the same.
 */
export class LastGoodFile {
  readonly #path: string;
  readonly #logger: Logger;

  constructor(path: string, logger: Logger) {
    this.#path = path;
    this.#logger = logger;
  }

  /** Null when none was ever kept, or it cannot be read. */
  read(): Promise<string | null> {
    return readFile(this.#path, 'utf8').catch(() => null);
  }

  /** Whole or not at all, also when the power goes. A failure is logged: the station goes on without. */
  async keep(text: string): Promise<void> {
    if ((await this.read()) === text) return;
    const temporary = `${this.#path}.${randomUUID()}`;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFile(temporary, text, { flush: true });
      await rename(temporary, this.#path);
    } catch (error) {
      this.#logger.warn({ err: error, file: this.#path }, 'the last good version could not be kept');
      await rm(temporary, { force: true }).catch(() => {});
    }
  }
}
