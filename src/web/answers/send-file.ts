import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { isNothingThere } from '#src/platform/errors/error-code.ts';
import { parseRange } from '#src/platform/wire/byte-range.ts';
import { namesEtag } from '#src/platform/wire/entity-tag.ts';
import { WRITING_WAIT_MS_MAX } from '#src/station/content/open-station-content.ts';
import { openRegularFile } from '#src/station/folder/open-regular-file.ts';
import { onStationDisk } from '#src/station/folder/station-disk.ts';
import { FileAnswer, type ReadableFile } from './file-answer.ts';
import { plainAnswer } from './plain-answer.ts';

/** A file that may be there and cannot be read now: whoever asks is to ask again. */
export class FileAway extends Error {}

interface FileOptions {
  contentType: string;
  /** Sent with it. */
  cacheControl: string;
}

/**
 * A file of ours with validators and ranges (RFC 9110 §13, §14), read from disk as it is sent; null when
 * there is none.
 * @throws {FileAway}
 */
export async function sendFile(
  request: Request,
  path: string,
  options: FileOptions,
): Promise<Response | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isNothingThere(error)) return null;
    throw new FileAway(String(error), { cause: error });
  });
  return file && answerWith(request, file, await file.stat(), options);
}

/**
 * The same for a file of the station folder, which volunteers fill: null as well when it is no regular file,
 * may not be read, or does not really lie in `stationDir` at this moment. Another size than the `known` one is
 * that of a file which is being replaced: 503 while somebody writes, and kept by nobody after that.
 * @throws {FileAway}
 */
export async function sendStationFile(
  request: Request,
  path: string,
  options: FileOptions & {
    stationDir: string;
    /** What it was when it was read, and the time. */
    known?: { readonly sizeBytes: number; readonly nowMs: number } | null;
  },
): Promise<Response | null> {
  const opened = await onStationDisk(() => openRegularFile(path, options.stationDir));
  if (!('fault' in opened)) {
    const { handle, stats } = opened;
    const file: ReadableFile = {
      read: (...where) => onStationDisk(() => handle.read(...where)),
      close: () => onStationDisk(() => handle.close()),
    };
    const { known = null } = options;
    if (known === null || known.sizeBytes === stats.size) return answerWith(request, file, stats, options);
    const ageMs = known.nowMs - stats.mtimeMs;
    if (ageMs < 0 || ageMs >= WRITING_WAIT_MS_MAX)
      return answerWith(request, file, stats, { ...options, cacheControl: 'no-store' });
    await file.close();
    return plainAnswer(503, 'The file is being written. Please try again in a moment.', {
      'retry-after': '5',
    });
  }
  if (opened.kind === 'passing') throw new FileAway(`${path} ${opened.fault}`);
  return null;
}

/** Closes the file, at the latest when all is sent. */
async function answerWith(
  request: Request,
  file: ReadableFile,
  { size, mtimeMs }: Stats,
  options: FileOptions,
): Promise<Response> {
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const headers = new Headers({
    'content-type': options.contentType,
    'cache-control': options.cacheControl,
    'accept-ranges': 'bytes',
    etag,
    'last-modified': new Date(mtimeMs).toUTCString(),
  });
  const isFresh = isKnown(request, etag, mtimeMs);
  // A range is for GET alone (RFC 9110 §14.2).
  const isWhole = request.method === 'HEAD' || !isUnchangedRange(request, etag, mtimeMs);
  const range = isWhole ? null : parseRange(request.headers.get('range'), size);
  if (isFresh || range === 'unsatisfiable' || request.method === 'HEAD' || size === 0) {
    await file.close();
    if (isFresh) return new Response(null, { status: 304, headers });
    if (range === 'unsatisfiable') {
      headers.set('content-range', `bytes */${size}`);
      // The file may be longer tomorrow.
      headers.set('cache-control', 'no-store');
      return new Response(null, { status: 416, headers });
    }
    headers.set('content-length', String(size));
    return new Response(null, { headers });
  }
  const sent = range ?? { start: 0, end: size - 1 };
  headers.set('content-length', String(sent.end - sent.start + 1));
  if (range !== null) headers.set('content-range', `bytes ${sent.start}-${sent.end}/${size}`);
  return new FileAnswer(file, sent, { status: range === null ? 200 : 206, headers });
}

function isKnown(request: Request, etag: string, mtimeMs: number): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null) return namesEtag(tags, etag);
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return Math.floor(mtimeMs / 1000) * 1000 <= since;
}

/** `If-Range`: a part is only of use beside the parts of the same version. */
function isUnchangedRange(request: Request, etag: string, mtimeMs: number): boolean {
  const condition = request.headers.get('if-range');
  if (condition === null) return true;
  return condition === etag || Math.floor(mtimeMs / 1000) * 1000 === Date.parse(condition);
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** `Content-Type` of a file by its name's ending. */
export function mediaType(path: string): string {
  return MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
}
