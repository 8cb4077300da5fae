import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parseFrameHeader } from '#src/audio/mp3/frame-header.ts';
import { promisedFrames } from '#src/audio/mp3/info-frame.ts';
import { leadingTagBytes } from '#src/audio/mp3/tag-boundaries.ts';

/** Bytes read at once: enough for the longest frame's head with its info. */
const MP3_HEAD_BYTES = 256;

/**
 * Returns the seconds of music that an MP3 file's info frame promises; null for a file without one, whose
 * true length only shows when it is read through.
 * @throws the file system's errors
 */
export function declaredMp3Seconds(path: string): number | null {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(MP3_HEAD_BYTES);
    let at = 0;
    for (;;) {
      const read = readSync(file, head, 0, MP3_HEAD_BYTES, at);
      const tagBytes = leadingTagBytes(head.subarray(0, read), 0);
      if (tagBytes > 0) {
        at += tagBytes;
        continue;
      }
      const header = parseFrameHeader(head, 0);
      const frames = header && promisedFrames(head, 0, header);
      return header && frames ? (frames * header.samples) / header.sampleRate : null;
    }
  } finally {
    closeSync(file);
  }
}

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const BYTE_RATE_AT = 8;
const FORMAT_BYTES_MIN = 12;
/** Lengths from here up are made up: a program that pipes its output cannot know the length. */
const DATA_BYTES_STATED_MAX = 0x7fff_0000;
/** Chunks looked at before the sound: more than any program writes. */
const CHUNKS_MAX = 100;

/**
 * Returns the seconds of sound that a WAV file's header promises, even where fewer follow; null when it
 * promises nothing reliable.
 * @see https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
 * @throws the file system's errors
 */
export function declaredWavSeconds(path: string): number | null {
  const file = openSync(path, 'r');
  try {
    const read = (at: number, bytes: number) => {
      const buffer = Buffer.alloc(bytes);
      return readSync(file, buffer, 0, bytes, at) === bytes ? buffer : null;
    };
    if (read(0, 4)?.toString('latin1') !== 'RIFF') return null;
    let byteRate = 0;
    for (let at = RIFF_HEAD_BYTES, chunks = 0; chunks < CHUNKS_MAX; chunks += 1) {
      const head = read(at, CHUNK_HEAD_BYTES);
      if (head === null) return null;
      const name = head.toString('latin1', 0, 4);
      const bytes = head.readUInt32LE(4);
      if (name === 'data') return byteRate > 0 && bytes < DATA_BYTES_STATED_MAX ? bytes / byteRate : null;
      const format = name === 'fmt ' ? read(at + CHUNK_HEAD_BYTES, FORMAT_BYTES_MIN) : null;
      byteRate = format?.readUInt32LE(BYTE_RATE_AT) ?? byteRate;
      at += CHUNK_HEAD_BYTES + bytes + (bytes % 2);
    }
    return null;
  } finally {
    closeSync(file);
  }
}

const CAPTURE = 'OggS';
const PAGE_HEAD_BYTES = 27;
const SEGMENTS_AT = 26;
const SEGMENTS_MAX = 255;
const PAGE_BYTES_MAX = PAGE_HEAD_BYTES + SEGMENTS_MAX + SEGMENTS_MAX * 255;

/**
 * Whether an Ogg file stops before its last page does, because it was not copied to its end.
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

/** Returns the length of the page that these bytes begin; infinite for one whose head is not all there. */
function pageBytes(bytes: Buffer): number {
  const segments = bytes[SEGMENTS_AT];
  if (segments === undefined) return Number.POSITIVE_INFINITY;
  const lacing = bytes.subarray(PAGE_HEAD_BYTES, PAGE_HEAD_BYTES + segments);
  if (lacing.length < segments) return Number.POSITIVE_INFINITY;
  return lacing.reduce((sum, length) => sum + length, PAGE_HEAD_BYTES + segments);
}

const BOX_HEAD_BYTES = 8;
const LONG_BOX_HEAD_BYTES = 16;
/** Boxes looked at before the index: more than any program writes. */
const BOXES_MAX = 100;

/**
 * Whether an MP4 file (M4A, MOV) stops before its index does, which mostly stands last, because it was not copied to
 * its end.
 * @see ISO/IEC 14496-12 §4.2, the boxes
 * @throws the file system's errors
 */
export function endsBeforeIndex(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(LONG_BOX_HEAD_BYTES);
    for (let at = 0, boxes = 0; boxes < BOXES_MAX; boxes += 1) {
      const read = readSync(file, head, 0, head.length, at);
      const name = head.toString('latin1', 4, BOX_HEAD_BYTES);
      if (at === 0 && (read < BOX_HEAD_BYTES || name !== 'ftyp')) return false;
      if (read < BOX_HEAD_BYTES) return true;
      const bytes = boxBytes(head, read, size - at);
      if (bytes < BOX_HEAD_BYTES) return false;
      if (bytes > size - at) return true;
      if (name === 'moov') return false;
      at += bytes;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

/** @param left the bytes up to the end of the file, to which a box may say that it goes */
function boxBytes(head: Buffer, read: number, left: number): number {
  const bytes = head.readUInt32BE(0);
  if (bytes === 0) return left;
  if (bytes !== 1) return bytes;
  return read < LONG_BOX_HEAD_BYTES ? Number.POSITIVE_INFINITY : Number(head.readBigUInt64BE(BOX_HEAD_BYTES));
}
