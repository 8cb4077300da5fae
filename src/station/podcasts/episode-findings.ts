import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { makeFolder } from '#src/platform/files/make-folder.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { type EpisodeFinding, episodeFindingSchema } from './episode-finding.ts';

/** A file as it was when it was looked into. */
export interface FileState {
  /** Path from STATION_DIR. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
}

/**
 * The way in which episodes are judged today, counted up by a version that reads what an earlier one could not: what
 * was found in another way is looked for once more. Entries of before it was counted say nothing.
 */
const JUDGEMENT = 3;

const entrySchema = z.object({
  file: z.string(),
  sizeBytes: z.number(),
  modifiedMs: z.number(),
  /** Entries of an earlier version lack it. */
  changedMs: z.optional(z.number()),
  finding: episodeFindingSchema,
  judgement: z.optional(z.number()),
});
type Entry = z.infer<typeof entrySchema>;

/** The findings about episodes, kept between starts. Losing the file costs time, nothing else: no episode. */
export class EpisodeFindings {
  readonly #path: string;
  readonly #entries: Map<string, Entry>;
  #isChanged = false;
  /** Why those of before could not be read; null when they were, or there are none. */
  readonly fault: unknown;

  private constructor(path: string, entries: Entry[], fault: unknown = null) {
    this.#path = path;
    this.fault = fault;
    this.#entries = new Map(entries.map((entry) => [entry.file, entry]));
  }

  /** Never rejects: without the file all is looked into anew. */
  static async open(path: string): Promise<EpisodeFindings> {
    try {
      const parsed = z.array(entrySchema).safeParse(JSON.parse(await readFile(path, 'utf8')));
      return new EpisodeFindings(path, parsed.data ?? []);
    } catch (error) {
      const isNone = hasErrorCode(error, 'ENOENT') || error instanceof SyntaxError;
      return new EpisodeFindings(path, [], isNone ? null : error);
    }
  }

  /**
   * Returns what was found in a file of this size and time, and when that had changed, undefined where it was found in
   * another way; null when it was never looked into, or a fault was found in another way.
   */
  find({ file, sizeBytes, modifiedMs }: FileState): Pick<Entry, 'finding' | 'changedMs'> | null {
    const entry = this.#entries.get(file);
    const isSame = entry?.sizeBytes === sizeBytes && entry.modifiedMs === modifiedMs;
    if (!isSame) return null;
    if (entry.judgement === JUDGEMENT) return entry;
    return 'fault' in entry.finding ? null : { finding: entry.finding };
  }

  /** Returns the episodes below a folder that were looked into. */
  below(folder: string): string[] {
    return [...this.#entries.keys()].filter((file) => file.startsWith(`${folder}/`));
  }

  add(state: FileState, finding: EpisodeFinding): void {
    this.#entries.set(state.file, { ...state, finding, judgement: JUDGEMENT });
    this.#isChanged = true;
  }

  /** Forgets the episodes that are gone, and writes what has changed. */
  async save(files: ReadonlySet<string>): Promise<void> {
    for (const file of this.#entries.keys())
      if (!files.has(file)) this.#isChanged = this.#entries.delete(file) || this.#isChanged;
    if (!this.#isChanged) return;
    makeFolder(dirname(this.#path));
    await replaceFile(this.#path, JSON.stringify([...this.#entries.values()]));
    this.#isChanged = false;
  }
}
