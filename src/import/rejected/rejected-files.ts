import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { promisesSound } from '#src/import/scan/file-roles.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { JUDGEMENT, lastingReasonSchema, rejectedReasonSchema, remarkSchema } from './rejection.ts';

/** One line of `media/rejected.jsonl`. */
const rejectedFileSchema = z.object({
  path: z.string(),
  sizeBytes: z.number(),
  modifiedMs: z.number(),
  reason: rejectedReasonSchema,
  message: z.string(),
  judgement: z.optional(z.number()),
});
export type RejectedEntry = z.infer<typeof rejectedFileSchema>;

/**
 * The files that cannot go on air as they are, remembered so that the next import need not open them again,
 * and so that they can be listed. Losing this file costs time, nothing else.
 */
export class RejectedFiles {
  readonly #path: string;
  readonly #entries: Map<string, RejectedEntry>;
  #lastTurn: Promise<unknown> = Promise.resolve();

  private constructor(path: string, entries: RejectedEntry[]) {
    this.#path = path;
    this.#entries = new Map(entries.map((entry) => [entry.path, entry]));
  }

  static async open(folder: DataFolder): Promise<RejectedFiles> {
    const path = join(folder.media, 'rejected.jsonl');
    try {
      const lines = (await readFile(path, 'utf8')).split('\n');
      return new RejectedFiles(path, parseJsonLines(lines, rejectedFileSchema));
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
      return new RejectedFiles(path, []);
    }
  }

  /** Returns the fault found in exactly this file; null without one, or when the file has changed since. */
  find(file: Pick<RejectedEntry, 'path' | 'sizeBytes' | 'modifiedMs'>): RejectedEntry | null {
    const entry = this.#entries.get(file.path);
    const isSame = entry?.sizeBytes === file.sizeBytes && entry.modifiedMs === file.modifiedMs;
    return entry && isSame ? entry : null;
  }

  /**
   * Remembers a fault as found in today's way.
   * @throws the file system's error
   */
  async add(fault: Omit<RejectedEntry, 'judgement'>): Promise<void> {
    const entry = { ...fault, judgement: JUDGEMENT };
    const before = this.find(entry);
    const isSame = before?.reason === entry.reason && before.message === entry.message;
    if (isSame && isOfToday(before)) return;
    this.#entries.set(entry.path, entry);
    await this.#inTurn(() => appendFile(this.#path, `\n${JSON.stringify(entry)}\n`));
  }

  /**
   * Forgets files that are no longer in the station folder.
   * @throws the file system's error; the list is then as before
   */
  async keepOnly(paths: ReadonlySet<string>): Promise<void> {
    const gone = [...this.#entries.keys()].filter((path) => !paths.has(path));
    for (const path of gone) this.#entries.delete(path);
    if (gone.length > 0) await this.#write();
  }

  /**
   * Forgets a file that has been taken in.
   * @throws the file system's error
   */
  async forget(path: string): Promise<void> {
    if (this.#entries.delete(path)) await this.#write();
  }

  async #write(): Promise<void> {
    await this.#inTurn(() =>
      replaceFile(
        this.#path,
        Array.from(this.#entries.values(), (entry) => `${JSON.stringify(entry)}\n`),
      ),
    );
  }

  /** Files are rendered side by side; two of them that write the list at once would take each other's away. */
  #inTurn(write: () => Promise<void>): Promise<void> {
    const turn = this.#lastTurn.then(write);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }
}

/** Whether a file was judged in today's way: what an earlier version refused may be well. */
export function isOfToday({ judgement }: Pick<RejectedEntry, 'judgement'>): boolean {
  return judgement === JUDGEMENT;
}

/** Whether a file is not to be opened again before it has changed. */
export function isLasting({ reason }: RejectedEntry): boolean {
  return lastingReasonSchema.safeParse(reason).success;
}

/** Whether the file is played all the same. */
export function isRemark({ reason }: RejectedEntry): boolean {
  return remarkSchema.safeParse(reason).success;
}

/** Whether the refusal is worth a line: a file whose name promises no sound may hold none. */
export function isWorthTelling({ path, reason }: Pick<RejectedEntry, 'path' | 'reason'>): boolean {
  return reason !== 'not-audio' || promisesSound(path);
}
