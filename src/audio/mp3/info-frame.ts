import { type FrameHeader, HEADER_BYTES } from './frame-header.ts';

const HAS_FRAME_COUNT = 1;

/**
 * Whether the frame at `offset` carries an encoder's table of contents (Xing, Info or VBRI) and no music.
 * Layout: gabriel.mp3-tech.org/mp3infotag.html; the VBRI mark is always 32 bytes behind the header.
 */
export function isInfoFrame(bytes: Uint8Array, offset: number, header: FrameHeader): boolean {
  return findXing(bytes, offset, header) !== null || isVbri(bytes, offset, header);
}

/**
 * Returns how many frames of music the info frame at `offset` promises; null when there is no info frame, or
 * it does not say.
 */
export function promisedFrames(bytes: Buffer, offset: number, header: FrameHeader): number | null {
  if (isVbri(bytes, offset, header)) return readCount(bytes, offset + HEADER_BYTES + 32 + 14);
  const at = findXing(bytes, offset, header);
  if (at === null || ((bytes[at + 7] ?? 0) & HAS_FRAME_COUNT) === 0) return null;
  return readCount(bytes, at + 8);
}

function findXing(bytes: Uint8Array, offset: number, header: FrameHeader): number | null {
  if (header.layer !== 3) return null;
  const at = offset + HEADER_BYTES + sideInfoBytes(header);
  const places = header.hasChecksum ? [at, at + 2] : [at];
  return places.find((place) => ['Xing', 'Info'].includes(fourLetters(bytes, place))) ?? null;
}

function isVbri(bytes: Uint8Array, offset: number, header: FrameHeader): boolean {
  return header.layer === 3 && fourLetters(bytes, offset + HEADER_BYTES + 32) === 'VBRI';
}

function readCount(bytes: Buffer, at: number): number | null {
  return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : null;
}

/** Returns the bytes of layer III side information, ISO/IEC 11172-3 §2.4.1.7. */
function sideInfoBytes(header: FrameHeader): number {
  const isMono = header.channelMode === 'mono';
  if (header.version === 1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

function fourLetters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
