import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { lastingReasonSchema } from './rejection.ts';

/** One line of `media/rejected.jsonl`. */
const rejectedFileSchema = z.object({
  path: z.string(),
  sizeBytes: z.number(),
  modifiedMs: z.number(),
  reason: lastingReasonSchema,
  message: z.string(),
});
export type RejectedEntry = z.infer<typeof rejectedFileSchema>;

/**
 * The files that cannot go on air as they are, remembered so that the next import need not open them again. Losing this
 * file costs time, nothing else.
 */
export class RejectedFiles {
  readonly #path: string;
  readonly #entries: Map<string, RejectedEntry>;

  private constructor(path: string, entries: RejectedEntry[]) {
    this.#path = path;
    this.#entries = new Map(entries.map((entry) => [entry.path, entry]));
  }

  static async open(folder: DataFolder): Promise<RejectedFiles> {
    const path = join(folder.media, 'rejected.jsonl');
    try {
      return new RejectedFiles(path, (await readFile(path, 'utf8')).split('\n').flatMap(parseLine));
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
      return new RejectedFiles(path, []);
    }
  }

  /** What was found wrong with exactly this file; null when it was not, or the file has changed since. */
  find(file: Pick<RejectedEntry, 'path' | 'sizeBytes' | 'modifiedMs'>): RejectedEntry | null {
    const entry = this.#entries.get(file.path);
    const isSame = entry?.sizeBytes === file.sizeBytes && entry.modifiedMs === file.modifiedMs;
    return entry && isSame ? entry : null;
  }

  /** Rejects with the file system's error. */
  async add(entry: RejectedEntry): Promise<void> {
    this.#entries.set(entry.path, entry);
    await appendFile(this.#path, `\n${JSON.stringify(entry)}\n`);
  }

  /**
   * Forgets what is no longer in the station folder. Rejects with the file system's error; the file is as before then.
   */
  async keepOnly(paths: ReadonlySet<string>): Promise<void> {
    const gone = [...this.#entries.keys()].filter((path) => !paths.has(path));
    if (gone.length === 0) return;
    for (const path of gone) this.#entries.delete(path);
    await replaceFile(
      this.#path,
      Array.from(this.#entries.values(), (entry) => `${JSON.stringify(entry)}\n`),
    );
  }
}

function parseLine(line: string): RejectedEntry[] {
  try {
    const parsed = rejectedFileSchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
