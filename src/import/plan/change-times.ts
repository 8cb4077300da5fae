import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SourceFile } from '#src/import/scan/source-file.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';

/** One line of `media/change-times.jsonl`. */
const lineSchema = z.object({ path: z.string(), changedMs: z.number() });

type Looked = Pick<SourceFile, 'path' | 'changedMs'>;

/**
 * When each file had last changed in any way as it was looked into: a program that corrects tags may leave size and
 * time as they were, and so may a copy that mends a damaged file. A file that was moved or restored counts as changed,
 * too, and is looked into again. Losing this file costs time, nothing else.
 */
export class ChangeTimes {
  readonly #path: string;
  readonly #times: Map<string, number>;
  #isSaved = true;

  private constructor(path: string, times: Map<string, number>) {
    this.#path = path;
    this.#times = times;
  }

  static async open(folder: DataFolder): Promise<ChangeTimes> {
    const path = join(folder.media, 'change-times.jsonl');
    const text = await readFile(path, 'utf8').catch(() => '');
    const lines = parseJsonLines(text.split('\n'), lineSchema);
    return new ChangeTimes(path, new Map(lines.map(({ path, changedMs }) => [path, changedMs])));
  }

  /** Whether this file was looked into as it is now. */
  isSeen({ path, changedMs }: Looked): boolean {
    return this.#times.get(path) === changedMs;
  }

  see({ path, changedMs }: Looked): void {
    if (this.#times.get(path) === changedMs) return;
    this.#times.set(path, changedMs);
    this.#isSaved = false;
  }

  /** Forgets files that are no longer in the station folder. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#times.keys()) {
      if (!paths.has(path)) this.#isSaved = !this.#times.delete(path) && this.#isSaved;
    }
  }

  /** Writes what was seen. A full disk must not stop an import, which may be about to make room. */
  async save(): Promise<void> {
    if (this.#isSaved) return;
    const lines = Array.from(this.#times, ([path, changedMs]) => `${JSON.stringify({ path, changedMs })}\n`);
    await replaceFile(this.#path, lines).then(
      () => {
        this.#isSaved = true;
      },
      () => {},
    );
  }
}
