import type { ServerResponse } from 'node:http';
import type { Outage } from '#src/platform/log/outage.ts';
import type { ByteRange } from '#src/platform/wire/byte-range.ts';

const CHUNK_BYTES = 256 * 1024;
const SPARE_BUFFERS_MAX = 16;

/** What is needed of an open file. */
export interface ReadableFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/**
 * Buffers between two downloads. A new one for each chunk would be garbage at once, and to collect it stops
 * the process for 20 ms at every tenth megabyte.
 */
const spareBuffers: Buffer[] = [];

/**
 * An answer whose body is a part of a file, read as the client takes it. It closes the file. Its body may be
 * read as that of any answer; `send` does the same at a fraction of the cost.
 */
export class FileAnswer extends Response {
  readonly #file: ReadableFile;
  readonly #range: ByteRange;

  /** @param init.headers with the `content-length` of the range */
  constructor(file: ReadableFile, range: ByteRange, init: { status: number; headers: Headers }) {
    super(fileStream(file, range), init);
    this.#file = file;
    this.#range = range;
  }

  /**
   * Sends head and body; settles when all is sent, or the client has gone. `reading` is told how the file
   * could be read.
   */
  async send(outgoing: ServerResponse, reading: Outage): Promise<void> {
    const buffer = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    try {
      outgoing.writeHead(this.status, Object.fromEntries(this.headers));
      await this.#copy(outgoing, buffer);
      outgoing.end();
      reading.worked();
      if (spareBuffers.length < SPARE_BUFFERS_MAX) spareBuffers.push(buffer);
    } catch (error) {
      if (!(error instanceof ClientGone)) reading.failed(String(error));
      // An answer that was cut short must not look complete.
      outgoing.destroy();
    } finally {
      await this.#file.close();
    }
  }

  async #copy(outgoing: ServerResponse, buffer: Buffer): Promise<void> {
    const { start, end } = this.#range;
    for (let at = start; at <= end; ) {
      const bytes = await readSome(this.#file, buffer, at, end);
      at += bytes.length;
      await written(outgoing, bytes);
    }
  }
}

/** Reads nothing before it is asked to. */
function fileStream(file: ReadableFile, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
        const bytes = await readSome(file, buffer, at, end).catch(async (error: unknown) => {
          await file.close();
          throw error;
        });
        controller.enqueue(bytes);
        at += bytes.length;
        if (at <= end) return;
        await file.close();
        controller.close();
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}

/** Fills the buffer from `at` on, up to the byte `end`. */
async function readSome(file: ReadableFile, buffer: Buffer, at: number, end: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end + 1 - at), at);
  if (bytesRead === 0) throw new Error('The file has become shorter.');
  return buffer.subarray(0, bytesRead);
}

class ClientGone extends Error {}

/**
 * Resolves when the kernel has the bytes.
 * @throws {ClientGone}
 */
function written(outgoing: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new ClientGone());
    outgoing.once('close', gone);
    outgoing.write(bytes, (error) => {
      outgoing.off('close', gone);
      if (error) gone();
      else resolve();
    });
  });
}
