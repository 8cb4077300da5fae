import { inflateSync } from 'node:zlib';

const HEADER_BYTES = 10;
const FRAME_HEADER_BYTES = 10;
/** Flags of a whole tag. */
const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
/** Most that a compressed frame may hold: a picture, at the most. */
const INFLATED_BYTES_MAX = 32_000_000;

/** What the second byte of a frame's flags says, by version, and how many bytes stand before its content for it. */
const FORMATS = {
  3: { compressed: 0x80, encrypted: 0x40, grouped: 0x20, unsynchronised: 0, measured: 0x80 },
  4: { compressed: 0x08, encrypted: 0x04, grouped: 0x40, unsynchronised: 0x02, measured: 0x01 },
} as const;
type Version = keyof typeof FORMATS;

/**
 * Returns the ID3v2 tag that these bytes begin with in plain form, without what readers of tags pass on as letters:
 * zeros behind each 255 of a whole tag, an extended header, frames that are compressed, grouped or encrypted (these are
 * left out), and lengths as iTunes wrote them. Null where there is none of it, and without such a tag.
 * @see id3.org/id3v2.3.0 and id3.org/id3v2.4.0-structure, §3 and §4
 */
export function plainId3(bytes: Uint8Array): Uint8Array | null {
  const tag = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const [version = 0, flags = 0] = [tag[3], tag[5]];
  if (tag.toString('latin1', 0, 3) !== 'ID3' || tag.length < HEADER_BYTES || version < 2 || version > 4)
    return null;
  const isWhole = version < 4 && (flags & UNSYNCHRONISED) !== 0;
  const body = tag.subarray(HEADER_BYTES, HEADER_BYTES + sevenBits(tag, 6));
  const content = isWhole ? resynchronised(body) : body;
  if (version === 2) return isWhole ? tagOf(version, [content]) : null;
  const isExtended = (flags & EXTENDED) !== 0;
  const { frames, isPlain } = readFrames(
    isExtended ? content.subarray(extendedBytes(content, version)) : content,
    version === 3 ? 3 : 4,
  );
  return isWhole || isExtended || !isPlain ? tagOf(version, frames) : null;
}

function readFrames(body: Buffer, version: Version): { frames: Buffer[]; isPlain: boolean } {
  const frames: Buffer[] = [];
  let isPlain = true;
  for (let at = 0; isFrame(body, at); ) {
    const size = frameBytes(body, at, version);
    const end = at + FRAME_HEADER_BYTES + size;
    const frame = body.subarray(at, end);
    const plain = plainFrame(frame, version);
    const isMeasured = version === 3 || sevenBits(body, at + 4) === size;
    isPlain &&= plain === frame && isMeasured;
    if (plain !== null) frames.push(isMeasured ? plain : withSize(plain, version));
    at = end;
  }
  return { frames, isPlain };
}

/** Returns a frame as it is where nothing was done to its content; null for one that cannot be read. */
function plainFrame(frame: Buffer, version: Version): Buffer | null {
  const format = FORMATS[version];
  const flags = frame[9] ?? 0;
  const is = (flag: number) => (flags & flag) !== 0;
  if (is(format.encrypted)) return null;
  if (!is(format.compressed) && !is(format.grouped)) return frame;
  const before = (is(format.measured) ? 4 : 0) + (is(format.grouped) ? 1 : 0);
  const raw = frame.subarray(FRAME_HEADER_BYTES + before);
  const synchronised = is(format.unsynchronised) ? resynchronised(raw) : raw;
  const content = is(format.compressed) ? inflated(synchronised) : synchronised;
  if (content === null) return null;
  const head = Buffer.from(frame.subarray(0, FRAME_HEADER_BYTES));
  head[9] = 0;
  return withSize(Buffer.concat([head, content]), version);
}

function inflated(bytes: Buffer): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: INFLATED_BYTES_MAX });
  } catch {
    return null;
  }
}

/** Returns the length of a frame’s content: iTunes wrote eight bits to the byte where the version has seven. */
function frameBytes(body: Buffer, at: number, version: Version): number {
  const plain = body.readUInt32BE(at + 4);
  if (version === 3) return plain;
  const bySeven = sevenBits(body, at + 4);
  const endsWell = (size: number) => {
    const end = at + FRAME_HEADER_BYTES + size;
    return end === body.length || isFrame(body, end) || (end < body.length && body[end] === 0);
  };
  return !endsWell(bySeven) && endsWell(plain) ? plain : bySeven;
}

function isFrame(body: Buffer, at: number): boolean {
  return (
    at + FRAME_HEADER_BYTES <= body.length && /^[A-Z][A-Z\d]{3}$/.test(body.toString('latin1', at, at + 4))
  );
}

/** The header's own four bytes count in the later version alone. */
function extendedBytes(content: Buffer, version: number): number {
  if (content.length < 4) return content.length;
  return version === 3 ? 4 + content.readUInt32BE(0) : sevenBits(content, 0);
}

function resynchronised(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1)
    if (bytes[at] !== 0 || bytes[at - 1] !== 0xff) plain[length++] = bytes[at] ?? 0;
  return plain.subarray(0, length);
}

function withSize(frame: Buffer, version: Version): Buffer {
  const sized = Buffer.from(frame);
  const size = frame.length - FRAME_HEADER_BYTES;
  if (version === 3) sized.writeUInt32BE(size, 4);
  else bySevenBits(size).copy(sized, 4);
  return sized;
}

function tagOf(version: number, frames: readonly Buffer[]): Buffer {
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, 0]), bySevenBits(body.length), body]);
}

function sevenBits(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((sum, i) => sum * 128 + ((bytes[at + i] ?? 0) & 0x7f), 0);
}

function bySevenBits(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
}
