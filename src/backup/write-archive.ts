import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createTarPacker } from 'modern-tar';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import {
  type BackupHead,
  type BackupManifest,
  HEAD,
  JSON_BYTES_MAX,
  MANIFEST,
  tooManyFiles,
} from './backup-format.ts';

/** A file of the backup. */
export interface Part {
  /** In the backup, with forward slashes. */
  readonly path: string;
  /** On this machine; bytes where the path is no UTF-8. */
  readonly file: string | Buffer;
  /** The bytes of its path in a backup, where they are no UTF-8 and `path` is another one. */
  readonly was?: Buffer;
  /** Of a folder that is being used: it may be gone by now. One that is there and cannot be read fails the backup. */
  readonly isOptional: boolean;
}

const CHUNK_BYTES = 256 * 1024;
/** For their owner alone. */
const MODE = 0o600;

interface Archive {
  head: BackupHead;
  rows: BackupManifest['rows'];
  parts: readonly Part[];
  /** Called with the bytes that were read since the last call. */
  onBytes: (bytes: number, path: string) => void;
  /** Of the manifest. */
  jsonBytesMax?: number;
}

/**
 * The archive as a stream of bytes (tar): head, parts, manifest. What is appended to a part meanwhile stays out.
 * @throws {OperatorError} at once, when the manifest would be longer than what is read
 */
export function writeArchive({
  head,
  rows,
  parts,
  onBytes,
  jsonBytesMax = JSON_BYTES_MAX,
}: Archive): ReadableStream<Uint8Array> {
  if (manifestBytes(rows, parts) > jsonBytesMax) throw tooManyFiles(parts.length);
  const { readable, controller } = createTarPacker();
  const mtime = new Date(head.madeAt);
  const add = async (
    path: string,
    size: number,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => {
    const writer = controller.add({ name: path, size, mtime, mode: MODE }).getWriter();
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  };
  const addJson = (path: string, value: object) => {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
    return add(path, bytes.length, [bytes]);
  };
  const addAll = async () => {
    await addJson(HEAD, head);
    const manifest: BackupManifest = { rows, parts: [] };
    for (const part of parts) {
      const file = await open(part.file).catch((error: unknown) => {
        if (part.isOptional && hasErrorCode(error, 'ENOENT')) return null;
        throw error;
      });
      if (file === null) continue;
      await using _file = { [Symbol.asyncDispose]: () => file.close() };
      const { size } = await file.stat();
      const hash = createHash('sha256');
      const read = async function* () {
        const stream = file.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES, end: size - 1 });
        for await (const chunk of stream) {
          hash.update(chunk);
          onBytes(chunk.length, part.path);
          yield chunk;
        }
      };
      await add(part.path, size, size === 0 ? [] : read());
      const was = part.was && { was: part.was.toString('hex') };
      manifest.parts.push({ path: part.path, bytes: size, sha256: hash.digest('hex'), ...was });
    }
    await addJson(MANIFEST, manifest);
    controller.finalize();
  };
  addAll().catch((error: unknown) => controller.error(error));
  return readable;
}

/** What stands beside a path in the manifest: the names of the fields, their indents, and the longest size there is. */
const ENTRY_BYTES = 150;

/** The most that the manifest can have, known before hours are spent on what it lists. */
function manifestBytes(rows: BackupManifest['rows'], parts: readonly Part[]): number {
  let bytes = Buffer.byteLength(JSON.stringify(rows, null, 2)) + ENTRY_BYTES;
  for (const { path, was } of parts)
    bytes += ENTRY_BYTES + Buffer.byteLength(JSON.stringify(path)) + 2 * (was?.length ?? 0);
  return bytes;
}
