import { HEADER_BYTES } from './frame-header.ts';

/** Side info of a frame with two channels, ISO/IEC 11172-3 §2.4.1.7. */
const SIDE_INFO_BYTES = 32;
const CHECKSUM_BYTES = 2;
/** Bytes at the head of a frame that say where its sound lies. */
export const MAIN_DATA_HEAD_BYTES = HEADER_BYTES + CHECKSUM_BYTES + 2;

/** Where the sound of a frame of the broadcast format lies. */
export interface MainData {
  /** How many bytes of main data before the frame's own it begins: the bit reservoir, 0 without one. */
  beginsBefore: number;
  /** Bytes of main data that the frame holds, whosever they are. */
  bytes: number;
}

/** Reads it from the first bytes of a frame that is `sizeBytes` long. */
export function mainDataOf(head: Uint8Array, sizeBytes: number): MainData {
  const hasChecksum = ((head[1] ?? 0) & 1) === 0;
  const at = HEADER_BYTES + (hasChecksum ? CHECKSUM_BYTES : 0);
  // The first nine bits of the side info.
  const beginsBefore = ((head[at] ?? 0) << 1) | ((head[at + 1] ?? 0) >> 7);
  return { beginsBefore, bytes: sizeBytes - at - SIDE_INFO_BYTES };
}

/**
 * Bits of the side info before its four parts, and of each part, which begins with the length of its sound in
 * bits.
 */
const PARTS_AT = 20;
const PART_BITS = 59;
const PARTS = 4;
const LENGTH_BITS = 12;

/**
 * Whether a frame of two channels and without a checksum ends in a byte that no sound needs: its own sound
 * lies in it alone, and is shorter than the room for it. What follows must begin no earlier than behind it.
 */
export function endsInSpareByte(frame: Uint8Array): boolean {
  const { beginsBefore, bytes } = mainDataOf(frame, frame.length);
  if (beginsBefore > 0) return false;
  let bits = 0;
  for (let part = 0; part < PARTS; part += 1) bits += bitsAt(frame, PARTS_AT + part * PART_BITS);
  return bits <= (bytes - 1) * 8;
}

/** Reads a length from the side info. */
function bitsAt(frame: Uint8Array, bit: number): number {
  let value = 0;
  for (let at = bit; at < bit + LENGTH_BITS; at += 1) {
    const byte = frame[HEADER_BYTES + (at >> 3)] ?? 0;
    value = (value << 1) | ((byte >> (7 - (at & 7))) & 1);
  }
  return value;
}
