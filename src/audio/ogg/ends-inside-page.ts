import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const CAPTURE = 'OggS';
const HEAD_BYTES = 27;
const SEGMENTS_AT = 26;
const SEGMENTS_MAX = 255;
const PAGE_BYTES_MAX = HEAD_BYTES + SEGMENTS_MAX + SEGMENTS_MAX * 255;

/**
 * Whether an Ogg file stops before its last page does: it was not copied to its end.
 * @see RFC 3533 §6, the page's layout
 * @throws the file system's errors
 */
export function endsInsidePage(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, PAGE_BYTES_MAX));
    const read = readSync(file, end, 0, end.length, size - end.length);
    const at = end.subarray(0, read).lastIndexOf(CAPTURE, undefined, 'latin1');
    return at >= 0 && at + pageBytes(end.subarray(at, read)) > read;
  } finally {
    closeSync(file);
  }
}

/** Bytes of the page that these begin with; of one whose head is not all there, more than there are. */
function pageBytes(bytes: Buffer): number {
  const segments = bytes[SEGMENTS_AT];
  if (segments === undefined) return Number.POSITIVE_INFINITY;
  const lacing = bytes.subarray(HEAD_BYTES, HEAD_BYTES + segments);
  if (lacing.length < segments) return Number.POSITIVE_INFINITY;
  return lacing.reduce((sum, length) => sum + length, HEAD_BYTES + segments);
}
