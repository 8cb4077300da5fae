import { type FileHandle, open } from 'node:fs/promises';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { type ByteRange, parseRange } from './byte-range.ts';

const CHUNK_BYTES = 64 * 1024;

/**
 * A file with validators and ranges (RFC 9110 §13, §14), streamed from disk; null when there is none. `cacheControl`
 * goes with it.
 */
export async function sendFile(
  request: Request,
  path: string,
  options: { contentType: string; cacheControl: string },
): Promise<Response | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return null;
    throw error;
  });
  if (file === null) return null;
  const { size, mtimeMs } = await file.stat();
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const headers = new Headers({
    'content-type': options.contentType,
    'cache-control': options.cacheControl,
    'accept-ranges': 'bytes',
    etag,
    'last-modified': new Date(mtimeMs).toUTCString(),
  });
  const range = isUnchangedRange(request, etag, mtimeMs)
    ? parseRange(request.headers.get('range'), size)
    : null;
  if (
    isFresh(request, etag, mtimeMs) ||
    range === 'unsatisfiable' ||
    request.method === 'HEAD' ||
    size === 0
  ) {
    await file.close();
    if (isFresh(request, etag, mtimeMs)) return new Response(null, { status: 304, headers });
    if (range === 'unsatisfiable') {
      headers.set('content-range', `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    headers.set('content-length', String(size));
    return new Response(null, { headers });
  }
  const sent: ByteRange = range ?? { start: 0, end: size - 1 };
  headers.set('content-length', String(sent.end - sent.start + 1));
  if (range !== null) headers.set('content-range', `bytes ${sent.start}-${sent.end}/${size}`);
  return new Response(fileStream(file, sent), { status: range === null ? 200 : 206, headers });
}

/** Read as the client takes it; closed at its end, and when the client has gone. */
function fileStream(file: FileHandle, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, end + 1 - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
      at += bytesRead;
      if (bytesRead > 0 && at <= end) return;
      await file.close();
      // A file cut short meanwhile must not look complete.
      if (at <= end) controller.error(new Error('The file has become shorter.'));
      else controller.close();
    },
    cancel: () => file.close(),
  });
}

function isFresh(request: Request, etag: string, mtimeMs: number): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null)
    return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return Math.floor(mtimeMs / 1000) * 1000 <= since;
}

/** `If-Range`: a part is only of use beside the parts of the same version. */
function isUnchangedRange(request: Request, etag: string, mtimeMs: number): boolean {
  const condition = request.headers.get('if-range');
  if (condition === null) return true;
  return condition === etag || Math.floor(mtimeMs / 1000) * 1000 === Date.parse(condition);
}
