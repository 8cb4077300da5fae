import type { FrameHeader } from './frame-header.ts';

/**
 * The one format on air: MPEG-1 layer III, 44.1 kHz, two channels, constant 128 kbit/s. A browser's decoder
 * dies of a change of sample rate or channel count within a stream, so nothing else may ever reach a
 * listener.
 */
export const SAMPLE_RATE = 44_100;
export const SAMPLES_PER_FRAME = 1152;
export const BIT_RATE = 128_000;
/** Bytes of a frame without and with its padding byte. */
export const FRAME_BYTES_MIN = 417;
export const FRAME_BYTES_MAX = 418;

/**
 * Why bytes cannot go on air: `no-frames` (no MP3 at all), `wrong-format` (MP3 of another rate or layout),
 * `broken` (frames, then something that is neither a frame nor a tag).
 */
export type Mp3Fault = 'no-frames' | 'wrong-format' | 'broken';

export class Mp3FormatError extends Error {
  override readonly name = 'Mp3FormatError';
  readonly reason: Mp3Fault;

  constructor(reason: Mp3Fault, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** @throws {Mp3FormatError} `wrong-format` when a frame with this header may not go on air */
export function assertBroadcastFormat(header: FrameHeader): void {
  const fits =
    header.version === 1 &&
    header.layer === 3 &&
    header.sampleRate === SAMPLE_RATE &&
    header.bitRate === BIT_RATE &&
    (header.channelMode === 'stereo' || header.channelMode === 'joint-stereo');
  if (!fits) {
    throw new Mp3FormatError('wrong-format', `${describe(header)} instead of ${BROADCAST_FORMAT}`);
  }
}

/**
 * Returns the milliseconds from the start of frame 0 to the start of frame `n`: 1152/44100 s = 1280/49 ms
 * each.
 */
export function frameStartMs(n: number): number {
  return (n * 1280) / 49;
}

const BROADCAST_FORMAT = 'MPEG-1 layer 3, 44100 Hz, 128 kbit/s, stereo';

function describe(header: FrameHeader): string {
  const rate = `${header.bitRate / 1000} kbit/s`;
  return `MPEG-${header.version} layer ${header.layer}, ${header.sampleRate} Hz, ${rate}, ${header.channelMode}`;
}
