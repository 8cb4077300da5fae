import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const fileSchema = z.record(z.string(), z.int().min(0));

/**
 * Keeps up to which instant each mount was pushed, so that a restart goes on there [W192]. A file that cannot be read
 * or written costs listeners a few seconds that they hear twice.
 */
export class ToldInstants {
  readonly #path: string;
  readonly #before: Readonly<Record<string, number>>;
  #written = '';
  #writing: Promise<void> | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#before = read(path);
  }

  of(mount: string): number | null {
    return this.#before[mount] ?? null;
  }

  /** Writes them down, unless that is still under way. */
  keep(instants: ReadonlyMap<string, number>): void {
    const text = JSON.stringify(Object.fromEntries(instants));
    if (this.#writing !== null || text === this.#written) return;
    this.#written = text;
    this.#writing = this.#replace(text).finally(() => {
      this.#writing = null;
    });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #replace(text: string): Promise<void> {
    try {
      await writeFile(`${this.#path}.new`, text);
      await rename(`${this.#path}.new`, this.#path);
    } catch {
      this.#written = '';
    }
  }
}

function read(path: string): Readonly<Record<string, number>> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
