import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';

const NEWLINE = 0x0a;
const CHUNK_BYTES = 256 * 1024;
/** Most first lines are shorter, and each time something is drained one is read. */
const FIRST_LINE_BYTES = 4 * 1024;
/** What a disk loses at once, and what is left out for a bad spot. */
const BLOCK_BYTES = 4 * 1024;
/** A disk that has more of them has lost the file: each may take seconds until it says so. */
const BAD_BLOCKS_MAX = 64;
/** The text before an offset is remembered by the digest of this many bytes. */
const MARK_BYTES = 256;

type Read = (from: number, length: number) => Promise<Buffer>;

/** An offset in a file that grows by whole lines. */
export interface FileOffset {
  readonly offsetBytes: number;
  /** Digest of what stands right before it: a file that was rewritten no longer has it. */
  readonly mark: string;
}

export interface LineBatch {
  readonly lines: string[];
  /** Behind the last of them. */
  readonly end: FileOffset;
}

/**
 * A file that grows by whole lines, read from where one stopped; its last line counts only once it is
 * complete.
 */
export class AppendedLines implements AsyncDisposable {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Null when there is no such file. */
  static async open(path: string): Promise<AppendedLines | null> {
    try {
      return new AppendedLines(await open(path, 'r'));
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  stats(): Promise<Stats> {
    return this.#file.stat();
  }

  /** Digest of the first line, by which two files of one name differ; null while it is not complete. */
  async head(): Promise<string | null> {
    for (let bytes = FIRST_LINE_BYTES; ; bytes = CHUNK_BYTES) {
      const start = await this.#read(0, bytes);
      const end = start.indexOf(NEWLINE);
      if (end >= 0) return digest(start.subarray(0, end));
      if (start.length < bytes || bytes === CHUNK_BYTES) return null;
    }
  }

  /** Whether the file still has what was read up to `offset`. */
  async holds(offset: FileOffset): Promise<boolean> {
    return (await this.#markBefore(offset.offsetBytes)) === offset.mark;
  }

  /**
   * The lines behind `offsetBytes`, up to `size` of them at a time. Empty lines are left out.
   * @param onBadSpot called where the disk does not give a part of the file: the lines in it are left out or
   * mutilated, the others come. Without it, and for more than a few such parts, its error is thrown
   */
  async *batches(
    offsetBytes: number,
    size: number,
    onBadSpot: ((error: unknown) => void) | null = null,
  ): AsyncGenerator<LineBatch> {
    const read = onBadSpot === null ? this.#read.bind(this) : this.#readOver(onBadSpot);
    const offsetAt = async (atBytes: number): Promise<FileOffset> => ({
      offsetBytes: atBytes,
      mark: await this.#markBefore(atBytes, read),
    });
    let offset = offsetBytes;
    let rest: Buffer = Buffer.alloc(0);
    let lines: string[] = [];
    for (;;) {
      const readBytes = offset + rest.length;
      const leftBytes = Math.max(0, (await this.stats()).size - readBytes);
      const chunk = await read(readBytes, Math.min(CHUNK_BYTES, leftBytes));
      if (chunk.length === 0) break;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
        const line = bytes.toString('utf8', from, end);
        if (line !== '') lines.push(line);
        from = end + 1;
        if (lines.length < size) continue;
        yield { lines, end: await offsetAt(offset + from) };
        lines = [];
      }
      offset += from;
      rest = bytes.subarray(from);
    }
    if (lines.length > 0) yield { lines, end: await offsetAt(offset) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async #markBefore(offsetBytes: number, read: Read = this.#read.bind(this)): Promise<string> {
    const from = Math.max(0, offsetBytes - MARK_BYTES);
    return digest(await read(from, offsetBytes - from));
  }

  /** Has ends of lines for each block that the disk does not give. */
  #readOver(onBadSpot: (error: unknown) => void): Read {
    let left = BAD_BLOCKS_MAX;
    const readBlock = async (from: number, length: number): Promise<Buffer> => {
      try {
        return await this.#read(from, length);
      } catch (error) {
        if (!hasErrorCode(error, 'EIO') || left === 0) throw error;
        left -= 1;
        onBadSpot(error);
        return Buffer.alloc(length, NEWLINE);
      }
    };
    return async (from, length) => {
      try {
        return await this.#read(from, length);
      } catch (error) {
        if (!hasErrorCode(error, 'EIO')) throw error;
      }
      const blocks: Buffer[] = [];
      for (let at = from; at < from + length; ) {
        const end = Math.min(from + length, (Math.floor(at / BLOCK_BYTES) + 1) * BLOCK_BYTES);
        blocks.push(await readBlock(at, end - at));
        at = end;
      }
      return Buffer.concat(blocks);
    };
  }

  /** Only at the end of the file is it shorter than asked for. */
  async #read(from: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#file.read(buffer, filled, length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
