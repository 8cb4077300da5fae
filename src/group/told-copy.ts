import { readFile, stat } from 'node:fs/promises';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { Logger } from '#src/platform/log/logger.ts';

/**
 * Which segments (HLS) broadcast has told, as its file says it: numbers must not fall with a turn either [W140]. What
 * the file says is broadcast's own affair, and read by it alone.
 */
export class ToldCopy {
  readonly #path: string;
  readonly #logger: Logger;
  #taken = '';

  constructor(path: string, logger: Logger) {
    this.#path = path;
    this.#logger = logger;
  }

  /** Returns what the file says when it has changed since it was taken; null otherwise, or where there is none. */
  async news(): Promise<{ text: string; stamp: string } | null> {
    try {
      const { ino, size, mtimeMs } = await stat(this.#path);
      const stamp = `${ino} ${size} ${mtimeMs}`;
      return stamp === this.#taken ? null : { text: await readFile(this.#path, 'utf8'), stamp };
    } catch {
      return null;
    }
  }

  /** Call it when the database has them. */
  taken({ stamp }: { stamp: string }): void {
    this.#taken = stamp;
  }

  /** Call it when the database may have lost them. */
  lost(): void {
    this.#taken = '';
  }

  /** Puts what another machine told in place of what this one did. Never rejects: the turn is worth more. */
  async put(text: string): Promise<void> {
    try {
      await replaceFile(this.#path, text, { flush: false });
    } catch (error) {
      this.#logger.warn(
        { err: error, path: this.#path },
        'this machine cannot write which segments (HLS) the one before it told, so their numbers may fall: check the disk of DATA_DIR',
      );
    }
  }
}
