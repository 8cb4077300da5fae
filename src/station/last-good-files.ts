import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isNothingThere } from '#src/platform/errors/error-code.ts';
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

  /**
   * Removes what was kept of files below a folder that are gone. A failure is logged and the station goes on.
   * @param isGone asked with paths from STATION_DIR
   */
  async forget(folder: string, isGone: (file: string) => boolean): Promise<void> {
    if (this.#folder === null) return;
    try {
      const kept = await readdir(join(this.#folder, folder), { recursive: true, withFileTypes: true });
      const files = kept.filter((entry) => entry.isFile());
      for (const { parentPath, name } of files) {
        const path = join(parentPath, name);
        if (isGone(relative(this.#folder, path))) await rm(path, { force: true });
      }
    } catch (error) {
      if (isNothingThere(error)) return;
      this.#logger.warn(
        { err: error, folder },
        'Onde could not remove its copies of files that are gone: check the disk and the rights of DATA_DIR',
      );
    }
  }
}
