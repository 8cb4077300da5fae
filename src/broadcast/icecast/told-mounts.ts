import { readFileSync } from 'node:fs';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { type ToldMounts, toldMountsSchema } from './told-mounts.wire.ts';

/**
 * Keeps up to which instant each mount was pushed, so that a restart goes on there [W192], and what Icecast says
 * [W195]. A file that cannot be read or written costs listeners a few seconds that they hear twice.
 */
export class KeptMounts {
  readonly #path: string;
  readonly #before: ToldMounts | null;
  #writing: Promise<void> | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#before = read(path);
  }

  /** The instant up to which a mount was pushed by the run before; null when that is not known. */
  msOf(mount: string): number | null {
    return this.#before?.mounts[mount]?.ms ?? null;
  }

  /** Writes them down, unless that is still under way. */
  keep(told: ToldMounts): void {
    if (this.#writing !== null) return;
    this.#writing = replaceFile(this.#path, JSON.stringify(told), { flush: false })
      // The next one is written in a second.
      .catch(() => {})
      .finally(() => {
        this.#writing = null;
      });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }
}

function read(path: string): ToldMounts | null {
  try {
    return toldMountsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
