import { setTimeout as delay } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { BucketAddress } from './bucket-address.ts';
import { endedBy, pageByPage } from './store-requests.ts';

/** How an object store is reached: S3_ENDPOINT and the others. */
export interface ObjectStoreAccess {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** [W176] Longest time for one request: 16 MB at half a megabit a second. */
const REQUEST_MAX_MS = 5 * MINUTE_MS;
/** Waits before the second, third and fourth try. */
const PAUSES_MS = [1_000, 5_000, 20_000];
/** Parts of a file grow with it, for how long it gets is known at its end. */
const PARTS = {
  bytes: 16 * 1024 * 1024,
  /** So many, and then as many of twice the size. */
  ofASize: 1_000,
  /** Where they stop to grow, as a part is in memory. */
  bytesMax: 128 * 1024 * 1024,
  /** A store takes no more of a file, each of 5 MB or more. */
  max: 10_000,
};
/** A store copies 5 GB at once, and has to be done within the time of a request. */
const COPY_BYTES = 1024 * 1024 * 1024;
/** Of a request that is sent at once; clocks may differ. */
const SIGNED_SECONDS = 900;
/** Of an answer that says why something was not done. */
const TOLD_CHARACTERS = 300;

/**
 * Files below a prefix of a bucket. One part of a file is in memory at a time: 16 MiB at first, and 128 MiB at most,
 * from 117 GB on. A file may have 1 TB.
 */
export class ObjectStore {
  readonly #open: (ask?: typeof fetch) => S3mini;
  readonly #client: S3mini;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #pausesMs: readonly number[];
  readonly #parts: typeof PARTS;
  readonly #copyBytes: number;
  readonly #requestMaxMs: number;

  constructor(
    access: ObjectStoreAccess,
    { bucket, prefix }: BucketAddress,
    {
      pausesMs = PAUSES_MS,
      parts = {},
      copyBytes = COPY_BYTES,
      requestMaxMs = REQUEST_MAX_MS,
    }: {
      pausesMs?: readonly number[];
      parts?: Partial<typeof PARTS>;
      copyBytes?: number;
      requestMaxMs?: number;
    } = {},
  ) {
    const endpoint = `${access.endpoint.replace(/\/+$/, '')}/${bucket}`;
    this.#open = (ask = fetch) =>
      new S3mini({ ...access, endpoint, requestAbortTimeout: requestMaxMs, fetch: ask });
    this.#client = this.#open();
    this.#bucket = bucket;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#pausesMs = pausesMs;
    this.#parts = { ...PARTS, ...parts };
    this.#copyBytes = copyBytes;
    this.#requestMaxMs = requestMaxMs;
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

  /** Writes a file that is not there yet; nobody sees it before it is whole. Gives its size. */
  async write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    const key = this.#prefix + name;
    let bytes = 0;
    await using upload = this.#multipart(key);
    for await (const { part, isLast } of inParts(chunks, (number) => this.#sizeOfPart(number))) {
      bytes += part.length;
      if (isLast && upload.isNew) {
        await this.#patiently(() => this.#client.putObject(key, part, 'application/octet-stream'));
        return bytes;
      }
      await upload.add((id, number) => this.#client.uploadPart(key, id, part, number));
    }
    await upload.complete(bytes);
    return bytes;
  }

  /** @throws {OperatorError} when the store takes no further one */
  #sizeOfPart(number: number): number {
    const { bytes, ofASize, bytesMax, max } = this.#parts;
    if (number <= max) return Math.min(bytesMax, bytes * 2 ** Math.floor((number - 1) / ofASize));
    throw new OperatorError(
      `An object store takes no more than ${max} parts of a file, and this one is larger.`,
      'Back up without --with-media, or into a folder.',
    );
  }

  /** Copies a file to a name that is not there yet, in the store itself, which reads it from its own disks. */
  async copy(from: string, to: string): Promise<void> {
    const [source, key] = [this.#prefix + from, this.#prefix + to];
    const bytes = await this.#patiently(() => this.#client.getContentLength(source));
    if (bytes <= this.#copyBytes) {
      await this.#patiently(() => this.#copyOnce(source, key, {}, {}));
      return;
    }
    await using upload = this.#multipart(key);
    for (let first = 0; first < bytes; first += this.#copyBytes) {
      const last = Math.min(bytes, first + this.#copyBytes) - 1;
      const range = { 'x-amz-copy-source-range': `bytes=${first}-${last}` };
      await upload.add(async (uploadId, partNumber) => {
        const query = { partNumber: String(partNumber), uploadId };
        return { partNumber, etag: await this.#copyOnce(source, key, query, range) };
      });
    }
    await upload.complete(bytes);
  }

  /** Gives the entity tag of what was made. */
  async #copyOnce(
    source: string,
    key: string,
    query: Record<string, string>,
    range: Record<string, string>,
  ): Promise<string> {
    const path = [this.#bucket, ...source.split('/')].map(encodeURIComponent).join('/');
    const headers = { 'x-amz-copy-source': `/${path}`, ...range };
    // The client has no call for a part of a file, but signs one.
    const url = await this.#client.getPresignedUrl('PUT', key, SIGNED_SECONDS, query, headers);
    const signal = AbortSignal.timeout(this.#requestMaxMs);
    const answer = await fetch(url, { method: 'PUT', headers, signal });
    const told = await answer.text();
    // As with the end of an upload, a 200 may have an error in it.
    const etag = /<ETag>(?:"|&quot;|&#34;)?(.+?)(?:"|&quot;|&#34;)?<\/ETag>/.exec(told)?.[1];
    if (!answer.ok || etag === undefined)
      throw new Error(`${answer.status} ${told.slice(0, TOLD_CHARACTERS)}`.trim());
    return etag;
  }

  /** A file that is put together of parts; one that is not completed goes. */
  #multipart(key: string) {
    let upload: string | null = null;
    let isCompleted = false;
    const parts: { partNumber: number; etag: string }[] = [];
    return {
      get isNew() {
        return upload === null;
      },
      add: async (send: (upload: string, number: number) => Promise<(typeof parts)[number]>) => {
        upload ??= await this.#patiently(() =>
          this.#client.getMultipartUploadId(key, 'application/octet-stream'),
        );
        const id = upload;
        parts.push(await this.#patiently(() => send(id, parts.length + 1)));
      },
      complete: async (bytes: number) => {
        const id = upload;
        if (id === null) throw new Error('an upload without parts');
        await this.#patiently(async () => {
          const answer = await this.#client
            .completeMultipartUpload(key, id, parts)
            .catch((error: unknown) => error);
          // A 200 may have an error in it, and an answer may be lost on its way: what is there says whether it is done.
          if ((await this.#client.getContentLength(key).catch(() => null)) === bytes) return;
          throw answer instanceof Error ? answer : new Error(`not completed: ${JSON.stringify(answer)}`);
        });
        isCompleted = true;
      },
      [Symbol.asyncDispose]: async () => {
        if (upload === null || isCompleted) return;
        await this.#client.abortMultipartUpload(key, upload).catch(() => {});
      },
    };
  }

  /** @throws {OperatorError} when there is no such file */
  async *read(name: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    const client = signal ? this.#open(endedBy(signal)) : this.#client;
    const key = this.#prefix + name;
    const found = (await this.#list(key, signal)).find((object) => object.Key === key);
    if (found === undefined)
      throw new OperatorError(
        `The object store has no ${key}.`,
        'See that bucket and name are right: the store tells what it has.',
      );
    const size = Number(found.Size);
    for (let from = 0; from < size; from += this.#parts.bytes) {
      const end = Math.min(size, from + this.#parts.bytes);
      yield await this.#patiently(async () => {
        const answer = await client.getObjectRaw(key, false, from, end);
        const part = new Uint8Array(await answer.arrayBuffer());
        if (part.length === end - from) return part;
        throw new Error(`${part.length} bytes came of ${end - from}`);
      }, signal);
    }
  }

  /** The names right below the prefix, or a folder of it. */
  async list(folder = ''): Promise<string[]> {
    const prefix = `${this.#prefix}${folder === '' ? '' : `${folder}/`}`;
    return (await this.#list(prefix))
      .map(({ Key }) => Key.slice(prefix.length))
      .filter((name) => name !== '' && !name.includes('/'));
  }

  /** Takes a file away, if it is there. */
  async remove(name: string): Promise<void> {
    await this.#patiently(() =>
      this.#client.deleteObject(this.#prefix + name).catch((error: unknown) => {
        if (!saysGone(error)) throw error;
      }),
    );
  }

  async #list(prefix: string, signal?: AbortSignal) {
    const ask = () => this.#open(pageByPage(signal ? endedBy(signal) : fetch)).listObjects('/', prefix);
    return (await this.#patiently(ask, signal)) ?? [];
  }

  /** Stores are away for seconds now and then. */
  async #patiently<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (const pauseMs of this.#pausesMs) {
      try {
        return await ask();
      } catch {
        await delay(pauseMs, undefined, { signal });
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

/** Whether a store says that there is no such file, as Google's does; most say of what is gone that it was deleted. */
function saysGone(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404 && !error.body?.includes('NoSuchBucket');
}

/**
 * The same bytes in parts, the last one shorter.
 * @param sizeOf the size of a part, the first of which is 1
 * @returns each for as long as the next is not asked for, which is written over it
 */
async function* inParts(
  chunks: AsyncIterable<Uint8Array>,
  sizeOf: (number: number) => number,
): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let number = 1;
  let part = Buffer.allocUnsafe(sizeOf(number));
  let bytes = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      if (bytes === part.length) {
        yield { part, isLast: false };
        bytes = 0;
        number += 1;
        const size = sizeOf(number);
        if (size !== part.length) part = Buffer.allocUnsafe(size);
      }
      const taken = chunk.subarray(from, from + part.length - bytes);
      part.set(taken, bytes);
      bytes += taken.length;
      from += taken.length;
    }
  }
  yield { part: part.subarray(0, bytes), isLast: true };
}
