import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { Logger } from '#src/platform/log/logger.ts';

/**
 * The last good texts of station files, kept for processes that start while a file is broken. Every process
 * that reads a good one may keep it: they write the same.
 */
export class LastGoodFiles {
  readonly #folder: string | null;
  readonly #logger: Logger;

  /** @param folder null where the station is only checked: then nothing is kept and nothing is known */
  constructor(folder: string | null, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  /**
   * Returns the last good text; null when none was ever kept, or it cannot be read.
   * @param file path from STATION_DIR
   */
  async read(file: string): Promise<string | null> {
    if (this.#folder === null) return null;
    return readFile(join(this.#folder, file), 'utf8').catch(() => null);
  }

  /** Keeps a good text. A failure is logged and the station goes on. */
  async keep(file: string, text: string): Promise<void> {
    if (this.#folder === null || (await this.read(file)) === text) return;
    const path = join(this.#folder, file);
    try {
      await mkdir(dirname(path), { recursive: true });
      await replaceFile(path, text);
    } catch (error) {
      this.#logger.warn(
        { err: error, file },
        'Onde could not keep a copy of this good file: check the disk of DATA_DIR',
      );
    }
  }
}
