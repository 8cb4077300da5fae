import { stat } from 'node:fs/promises';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { AppendedLines } from '#src/platform/files/appended-lines.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { type MediaRecord, mediaRecordSchema } from './media-record.ts';

const LINES_AT_ONCE = 500;

/**
 * The catalogue file, read as it grows. Holds the file open, so that a replaced one is recognised by its
 * inode; then reads the new one from the start.
 */
export class CatalogueTail implements AsyncDisposable {
  readonly records = new Map<string, MediaRecord>();
  readonly #path: string;
  #file: AppendedLines | null = null;
  /** Behind the last whole line that was read. */
  #offsetBytes = 0;
  #linesRead = 0;
  #fault: unknown = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Why a part of the file could not be read, and what it held is missing; null where all of it was. */
  get fault(): unknown {
    return this.#fault;
  }

  /** Lines that a later line of the same record has replaced. */
  get voidLines(): number {
    return this.#linesRead - this.records.size;
  }

  /**
   * Takes in what has been written since the last call and returns the records that are new or different. A
   * record that a replaced file no longer has comes back without placements. A file that is gone changes
   * nothing until it is back. Where nothing is known yet, a bad spot of the disk costs what it holds alone;
   * later everything stays as it was until the file can be read again.
   * @throws the file system's error
   */
  async read(): Promise<MediaRecord[]> {
    const isReplaced = await this.#isReplaced();
    if (isReplaced === null) return [];
    if (!isReplaced) return [...(await this.#readOn(this.records)).values()];

    if (!(await this.#open())) return [];
    const fresh = new Map<string, MediaRecord>();
    const isFirst = this.records.size === 0;
    try {
      await this.#readOn(fresh, isFirst ? this.#noteFault : null);
      if (this.#fault !== null && fresh.size === 0) throw this.#fault;
    } catch (error) {
      // The next call reads it from its start.
      await this[Symbol.asyncDispose]();
      throw error;
    }
    const changed: MediaRecord[] = [];
    for (const record of fresh.values()) {
      if (!isSame(record, this.records.get(record.id))) changed.push(record);
    }
    for (const old of this.records.values()) {
      if (fresh.has(old.id)) continue;
      if (old.placements.length > 0) changed.push({ ...old, placements: [] });
    }
    this.records.clear();
    for (const [id, record] of fresh) this.records.set(id, record);
    return changed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.[Symbol.asyncDispose]();
    this.#file = null;
  }

  /** Whether the file was replaced; null when there is none at the path now. */
  async #isReplaced(): Promise<boolean | null> {
    const atPath = await stat(this.#path).catch(ignoreMissing);
    if (!atPath) return null;
    if (!this.#file) return true;
    const held = await this.#file.stats();
    return held.ino !== atPath.ino || held.dev !== atPath.dev || atPath.size < this.#offsetBytes;
  }

  /** Opens the file; false when it has gone meanwhile. */
  async #open(): Promise<boolean> {
    const file = await AppendedLines.open(this.#path);
    if (file === null) return false;
    await this.#file?.[Symbol.asyncDispose]();
    this.#file = file;
    this.#offsetBytes = 0;
    this.#linesRead = 0;
    this.#fault = null;
    return true;
  }

  readonly #noteFault = (error: unknown) => {
    this.#fault ??= error;
  };

  /** Reads to the end of the file into `records`; returns the last version of each record that was read. */
  async #readOn(
    records: Map<string, MediaRecord>,
    onBadSpot: ((error: unknown) => void) | null = null,
  ): Promise<Map<string, MediaRecord>> {
    const read = new Map<string, MediaRecord>();
    if (!this.#file) return read;
    for await (const { lines, end } of this.#file.batches(this.#offsetBytes, LINES_AT_ONCE, onBadSpot)) {
      this.#offsetBytes = end.offsetBytes;
      for (const record of parseJsonLines(lines, mediaRecordSchema)) {
        this.#linesRead += 1;
        records.set(record.id, record);
        read.set(record.id, record);
      }
    }
    return read;
  }
}

function isSame(a: MediaRecord, b: MediaRecord | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function ignoreMissing(error: unknown): null {
  if (hasErrorCode(error, 'ENOENT')) return null;
  throw error;
}

/** Reads all rendered audio by id, as the catalogue is now; empty when nothing has been imported yet. */
export async function readCatalogue(folder: DataFolder): Promise<Map<string, MediaRecord>> {
  await using tail = new CatalogueTail(folder.catalogue);
  await tail.read();
  return tail.records;
}
