import { setTimeout as delay } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { BucketAddress } from './bucket-address.ts';

/** How an object store is reached: S3_ENDPOINT and the others. */
export interface ObjectStoreAccess {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** [W176] Longest time for one request: 16 MB at half a megabit a second. */
const REQUEST_MAX_MS = 300_000;
/** Waits before the second, third and fourth try. */
const PAUSES_MS = [1_000, 5_000, 20_000];
/** A store takes 10,000 parts of a file, of 5 MB or more. */
const PART_BYTES = 16 * 1024 * 1024;

/** Files below a prefix of a bucket. Sizes do not matter: one part of a file is in memory at a time. */
export class ObjectStore {
  readonly #client: S3mini;
  readonly #prefix: string;
  readonly #pausesMs: readonly number[];
  readonly #partBytes: number;

  constructor(
    access: ObjectStoreAccess,
    { bucket, prefix }: BucketAddress,
    {
      pausesMs = PAUSES_MS,
      partBytes = PART_BYTES,
      requestMaxMs = REQUEST_MAX_MS,
    }: { pausesMs?: readonly number[]; partBytes?: number; requestMaxMs?: number } = {},
  ) {
    this.#client = new S3mini({
      ...access,
      endpoint: `${access.endpoint.replace(/\/+$/, '')}/${bucket}`,
      requestAbortTimeout: requestMaxMs,
    });
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#pausesMs = pausesMs;
    this.#partBytes = partBytes;
  }

  /** Writes a small file as others will fetch it. */
  async put(
    name: string,
    content: Uint8Array | string,
    { contentType, cacheControl }: { contentType: string; cacheControl: string },
  ): Promise<void> {
    const headers = { 'cache-control': cacheControl };
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    await this.#patiently(() =>
      this.#client.putObject(this.#prefix + name, bytes, contentType, undefined, headers),
    );
  }

  /** Writes a file; nobody sees it before it is whole. Gives its size. */
  async write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    const key = this.#prefix + name;
    let upload: string | null = null;
    const parts: { partNumber: number; etag: string }[] = [];
    let bytes = 0;
    try {
      for await (const { part, isLast } of inParts(chunks, this.#partBytes)) {
        bytes += part.length;
        if (upload === null && isLast) {
          await this.#patiently(() => this.#client.putObject(key, part, 'application/octet-stream'));
          return bytes;
        }
        upload ??= await this.#patiently(() =>
          this.#client.getMultipartUploadId(key, 'application/octet-stream'),
        );
        const id = upload;
        parts.push(await this.#patiently(() => this.#client.uploadPart(key, id, part, parts.length + 1)));
      }
      if (upload !== null) {
        const id = upload;
        await this.#patiently(() => this.#client.completeMultipartUpload(key, id, parts));
      }
      return bytes;
    } catch (error) {
      if (upload !== null) await this.#client.abortMultipartUpload(key, upload).catch(() => {});
      throw error;
    }
  }

  /** @throws {OperatorError} when there is no such file */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const key = this.#prefix + name;
    const found = (await this.#list(key)).find((object) => object.Key === key);
    if (found === undefined)
      throw new OperatorError(
        `The object store has no ${key}.`,
        'See that bucket and name are right: the store tells what it has.',
      );
    const size = Number(found.Size);
    for (let from = 0; from < size; from += this.#partBytes) {
      const end = Math.min(size, from + this.#partBytes);
      yield await this.#patiently(async () => {
        const answer = await this.#client.getObjectRaw(key, false, from, end);
        const part = new Uint8Array(await answer.arrayBuffer());
        if (part.length === end - from) return part;
        throw new Error(`${part.length} bytes came of ${end - from}`);
      });
    }
  }

  /** The names right below the prefix. */
  async list(): Promise<string[]> {
    const objects = await this.#list(this.#prefix);
    return objects
      .map(({ Key }) => Key.slice(this.#prefix.length))
      .filter((name) => name !== '' && !name.includes('/'));
  }

  async remove(name: string): Promise<void> {
    await this.#patiently(() => this.#client.deleteObject(this.#prefix + name));
  }

  async #list(prefix: string) {
    return (await this.#patiently(() => this.#client.listObjects('/', prefix))) ?? [];
  }

  /** Stores are away for seconds now and then. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (const pauseMs of this.#pausesMs) {
      try {
        return await ask();
      } catch {
        await delay(pauseMs);
      }
    }
    try {
      return await ask();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OperatorError(
        `The object store at ${this.#client.endpoint.host} does not do what it is asked: ${reason}`,
        'See that it is there, that the bucket exists, and that S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are right.',
        { cause },
      );
    }
  }
}

/** The same bytes in parts of one size, the last one shorter. */
async function* inParts(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes <= partBytes) continue;
    const all = Buffer.concat(waiting, bytes);
    let from = 0;
    for (; all.length - from > partBytes; from += partBytes)
      yield { part: all.subarray(from, from + partBytes), isLast: false };
    waiting = [all.subarray(from)];
    bytes = all.length - from;
  }
  yield { part: Buffer.concat(waiting, bytes), isLast: true };
}
