import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { errorCode, hasErrorCode } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import {
  altered,
  BACKUP_FORMAT,
  type BackupHead,
  type BackupManifest,
  cutOrAltered,
  formatSchema,
  HEAD,
  headSchema,
  isOfSystem,
  JSON_BYTES_MAX,
  MANIFEST,
  manifestSchema,
  noBackup,
  OTHER_NAMES,
  tooNew,
} from './backup-format.ts';
import { type Chunks, fromWebStream, toWebStream } from './web-streams.ts';

/** What was read, and is what was written. */
export interface ReadBackup {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
}

interface Reading {
  readonly folder: string;
  readonly onBytes: (bytes: number, path: string) => void;
  /** Which files are written; the others are only compared. All, unless given. */
  readonly isKept?: (path: string) => boolean;
  /** Of the head, or the manifest. */
  readonly jsonBytesMax?: number;
}

/**
 * Reads the compressed bytes of a backup and writes its files below `folder`, flushed to the disk.
 * @throws {OperatorError} when a file is not what the manifest says, or the backup is newer than the program
 */
export async function readArchive(chunks: Chunks, reading: Reading): Promise<ReadBackup> {
  let read: ReadBackup | null = null;
  try {
    await pipeline(chunks, createZstdDecompress(), async (bytes: Chunks) => {
      read = await readEntries(bytes, reading);
    });
  } catch (error) {
    if (error instanceof OperatorError || isOfSystem(error)) throw error;
    throw cutOrAltered(error);
  }
  if (read === null) throw noBackup();
  return read;
}

async function readEntries(
  bytes: Chunks,
  { folder, onBytes, isKept = () => true, jsonBytesMax = JSON_BYTES_MAX }: Reading,
): Promise<ReadBackup> {
  let head: BackupHead | null = null;
  let manifest: BackupManifest | null = null;
  const found: BackupManifest['parts'] = [];
  const entries = toWebStream(bytes).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of fromWebStream(entries)) {
    const readValue = () => readJson({ header, body }, jsonBytesMax);
    if (head === null) {
      if (header.name !== HEAD) throw noBackup();
      head = readHead(await readValue());
    } else if (header.name === MANIFEST) {
      manifest = manifestSchema.parse(await readValue());
    } else {
      if (!staysInside(header.name) || header.type !== 'file') throw altered();
      const hash = createHash('sha256');
      await pipeline(
        fromWebStream(body),
        async function* (parts: Chunks) {
          for await (const part of parts) {
            hash.update(part);
            onBytes(part.length, header.name);
            yield part;
          }
        },
        isKept(header.name) ? await openFile(join(folder, header.name)) : nowhere(),
      );
      found.push({ path: header.name, bytes: header.size, sha256: hash.digest('hex') });
    }
  }
  if (head === null) throw noBackup();
  if (manifest === null || !isSame(found, manifest.parts)) throw altered();
  await putBackOtherNames(
    manifest.parts.filter(({ path }) => isKept(path)),
    folder,
  );
  return { head, manifest };
}

async function openFile(path: string): Promise<Writable> {
  await mkdir(dirname(path), { recursive: true });
  return createWriteStream(path, { flush: true });
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function isSame(found: BackupManifest['parts'], told: BackupManifest['parts']): boolean {
  return (
    found.length === told.length &&
    found.every(({ path, bytes, sha256 }, at) => {
      const other = told[at];
      return other?.path === path && other.bytes === bytes && other.sha256 === sha256;
    })
  );
}

/** Gives files whose path was no text the bytes of that again. */
async function putBackOtherNames(parts: BackupManifest['parts'], folder: string): Promise<void> {
  let isAnyBack = false;
  for (const { path, was } of parts) {
    if (was === undefined) continue;
    const bytes = Buffer.from(was, 'hex');
    // A byte a sign: what leads elsewhere is ASCII in either.
    if (!path.startsWith(`${OTHER_NAMES}/`) || !staysInside(bytes.toString('latin1'))) throw altered();
    const target = Buffer.concat([Buffer.from(join(folder, sep)), bytes]);
    try {
      await mkdir(target.subarray(0, target.lastIndexOf(sep)), { recursive: true });
      await rename(join(folder, path), target);
      isAnyBack = true;
    } catch (error) {
      // A disk that takes no such name, as those of macOS: the file stays under its number.
      if (!['EILSEQ', 'EINVAL'].includes(errorCode(error) ?? '')) throw error;
    }
  }
  if (!isAnyBack) return;
  await rmdir(join(folder, OTHER_NAMES)).catch((error: unknown) => {
    if (!hasErrorCode(error, 'ENOTEMPTY')) throw error;
  });
}

/**
 * Whether a name leads to nowhere but below the folder it is written to. Folders of the station may have any sign in
 * their names, a line break and, where it stands between no folders, a backslash.
 */
function staysInside(name: string): boolean {
  return name
    .split('/')
    .every(
      (step) =>
        !['', '.', '..'].includes(step) && !step.includes('\0') && (sep === '/' || !step.includes(sep)),
    );
}

function readHead(value: unknown): BackupHead {
  const { format } = formatSchema.parse(value);
  const head = headSchema.safeParse(value);
  if (head.success) return head.data;
  throw format > BACKUP_FORMAT ? tooNew() : noBackup();
}

async function readJson(
  { header, body }: { header: { size: number }; body: ReadableStream<Uint8Array> },
  bytesMax: number,
): Promise<unknown> {
  if (header.size > bytesMax) throw altered();
  const chunks: Uint8Array[] = [];
  for await (const chunk of fromWebStream(body)) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
