import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { endsWithinLine } from '#src/platform/files/json-lines.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { formatCatalogueLine, type MediaRecord } from './media-record.ts';

/**
 * Appends to the catalogue. One writer at a time: open it only while holding the import lock. When `append` has
 * answered, its records are on the disk.
 */
export class CatalogueWriter implements AsyncDisposable {
  readonly #file: FileHandle;
  #queue: Promise<unknown> = Promise.resolve();
  /** Whether the file ends within a line. */
  #isTorn: boolean;

  private constructor(file: FileHandle, isTorn: boolean) {
    this.#file = file;
    this.#isTorn = isTorn;
  }

  static async open(folder: DataFolder): Promise<CatalogueWriter> {
    await mkdir(folder.media, { recursive: true });
    const file = await open(folder.catalogue, 'a+');
    return new CatalogueWriter(file, await endsWithinLine(file));
  }

  /**
   * Writes the records as they now stand, in one piece.
   * @throws the file system's error, `ENOSPC` for instance
   */
  append(...records: MediaRecord[]): Promise<void> {
    const written = this.#queue.then(() => this.#write(records.map(formatCatalogueLine).join('')));
    this.#queue = written.catch(() => {});
    return written;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue;
    await this.#file.close();
  }

  async #write(lines: string): Promise<void> {
    if (lines === '') return;
    const text = this.#isTorn ? `\n${lines}` : lines;
    this.#isTorn = true;
    await this.#file.appendFile(text);
    this.#isTorn = false;
    await this.#file.datasync();
  }
}

/**
 * Rewrites the catalogue with one line a record; followers take the new file without a hitch. The caller holds the
 * import lock and has no writer open.
 * @throws the file system's error and leaves the old file as it was
 */
export async function compactCatalogue(folder: DataFolder, records: Iterable<MediaRecord>): Promise<void> {
  await replaceFile(folder.catalogue, Array.from(records, formatCatalogueLine));
  await using parent = await open(folder.media, 'r');
  await parent.sync();
}
