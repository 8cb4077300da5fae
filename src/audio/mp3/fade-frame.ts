import { HEADER_BYTES, parseFrameHeader } from './frame-header.ts';

/** Side info of a frame with two channels. */
const SIDE_INFO_BYTES = 32;
/**
 * Layout of the side info in bits: what comes before the four parts, the length of each part, and where in it
 * the gain is.
 */
const PREFIX_BITS = 20;
const PART_BITS = 59;
const GAIN_AT = 21;
const PARTS_A_GRANULE = 2;
export const GRANULES = 2;
/** Steps of gain in a power of two of amplitude. */
export const STEPS_AN_OCTAVE = 4;
export const GAIN_STEP_DB = (20 * Math.log10(2)) / STEPS_AN_OCTAVE;
/** Bytes at the head of a frame in which all changes lie. */
export const FADED_BYTES = HEADER_BYTES + SIDE_INFO_BYTES;

/**
 * Fades the sound of a frame (MPEG-1 layer III, two channels, no checksum) without decoding it, in steps of
 * 1.5 dB. `factors` is the amplitude of its two halves, from 0 to 1.
 * @see ISO/IEC 11172-3 §2.4.1.7
 */
export function fadeFrame(frame: Buffer, factors: readonly [number, number]): void {
  const side = sideInfoOf(frame);
  for (const [granule, factor] of factors.entries()) {
    const steps = Math.round(-Math.log2(Math.max(factor, 2 ** -16)) * STEPS_AN_OCTAVE);
    for (let channel = 0; channel < PARTS_A_GRANULE; channel += 1) {
      const at = PREFIX_BITS + PART_BITS * (granule * PARTS_A_GRANULE + channel) + GAIN_AT;
      writeByte(side, at, Math.max(0, readByte(side, at) - steps));
    }
  }
}

/** Silences a frame and leaves the bits in it that the frames behind it refer to. */
export function silenceFrame(frame: Buffer): void {
  sideInfoOf(frame).fill(0);
}

function sideInfoOf(frame: Buffer): Buffer {
  const header = parseFrameHeader(frame, 0);
  const isKnown = header?.version === 1 && header.channelMode !== 'mono' && !header.hasChecksum;
  if (!isKnown) throw new RangeError('not a frame of the broadcast format');
  return frame.subarray(HEADER_BYTES, HEADER_BYTES + SIDE_INFO_BYTES);
}

function readByte(bytes: Buffer, bit: number): number {
  return (bytes.readUInt16BE(bit >> 3) >> (8 - (bit & 7))) & 0xff;
}

function writeByte(bytes: Buffer, bit: number, value: number): void {
  const shift = 8 - (bit & 7);
  const others = bytes.readUInt16BE(bit >> 3) & ~(0xff << shift) & 0xffff;
  bytes.writeUInt16BE(others | (value << shift), bit >> 3);
}
