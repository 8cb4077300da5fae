import type { FrameHeader } from './frame-header.ts';
import { Mp3FormatError } from './mp3-format-error.ts';

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
