/**
 * Where the audio of an MP3 file begins and ends: between ID3v2 (id3.org/id3v2.4.0-structure), APEv2
 * (wiki.hydrogenaud.io/index.php?title=APEv2_specification) and ID3v1 tags.
 */
export interface ByteRange {
  start: number;
  /** Exclusive. */
  end: number;
}

const ID3V2_HEADER_BYTES = 10;
const ID3V1_BYTES = 128;
const APE_HEADER_BYTES = 32;

/** Returns the bytes that are left when all tags before and behind the audio are taken away. */
export function findAudioRange(bytes: Uint8Array): ByteRange {
  let start = 0;
  for (let size = leadingTagBytes(bytes, start); size > 0; size = leadingTagBytes(bytes, start))
    start += size;
  start = Math.min(start, bytes.length);
  let end = bytes.length;
  for (let size = trailingTagBytes(bytes, end); size > 0; size = trailingTagBytes(bytes, end)) end -= size;
  return { start, end: Math.max(start, end) };
}

/** Returns the length of the tag that begins at `at`, read from its first 32 bytes; 0 without a tag. */
export function leadingTagBytes(bytes: Uint8Array, at: number): number {
  if (hasText(bytes, at, 'ID3')) return id3v2Bytes(bytes, at);
  if (hasText(bytes, at, 'APETAGEX')) return APE_HEADER_BYTES + apeContentBytes(bytes, at);
  return 0;
}

function trailingTagBytes(bytes: Uint8Array, end: number): number {
  if (hasText(bytes, end - ID3V1_BYTES, 'TAG')) return ID3V1_BYTES;
  if (hasText(bytes, end - APE_HEADER_BYTES, 'APETAGEX'))
    return apeBytesFromFooter(bytes, end - APE_HEADER_BYTES);
  if (hasText(bytes, end - ID3V2_HEADER_BYTES, '3DI')) return id3v2Bytes(bytes, end - ID3V2_HEADER_BYTES);
  return 0;
}

/**
 * Returns the length of the whole tag by its header, or by the footer that repeats it: the content size is
 * four bytes of seven bits.
 */
function id3v2Bytes(bytes: Uint8Array, at: number): number {
  const flags = bytes[at + 5] ?? 0;
  let content = 0;
  for (let i = 6; i < ID3V2_HEADER_BYTES; i += 1) content = content * 128 + ((bytes[at + i] ?? 0) & 0x7f);
  const hasFooter = (flags & 0x10) !== 0;
  return ID3V2_HEADER_BYTES + content + (hasFooter ? ID3V2_HEADER_BYTES : 0);
}

/** An APE size counts items and footer, not the header. */
function apeContentBytes(bytes: Uint8Array, at: number): number {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = bytes.subarray(at + 12, at + 16);
  return b0 + b1 * 0x100 + b2 * 0x1_0000 + b3 * 0x100_0000;
}

function apeBytesFromFooter(bytes: Uint8Array, at: number): number {
  const hasHeader = ((bytes[at + 23] ?? 0) & 0x80) !== 0;
  return Math.max(apeContentBytes(bytes, at), APE_HEADER_BYTES) + (hasHeader ? APE_HEADER_BYTES : 0);
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  if (at < 0) return false;
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
