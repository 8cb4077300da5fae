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
