import { type Loudness, LoudnessMeter } from '#src/audio/loudness/loudness-meter.ts';
import type { PeakWatch } from '#src/audio/loudness/true-peak-meter.ts';
import { AudioSource } from './audio-source.ts';

export interface MeasuredAudio extends Loudness {
  /** Seconds that were decoded. */
  seconds: number;
  /** Samples at 44.1 kHz that they became. */
  samples: number;
}

/**
 * Decodes a whole file and measures it as the stereo at 44.1 kHz that it will become. Blocks while it works.
 * `watch` gets the peaks on the way.
 * @throws {AudioSourceError}
 */
export function measureLoudness(path: string, watch: PeakWatch | null = null): MeasuredAudio {
  using source = AudioSource.open(path);
  const meter = new LoudnessMeter(watch);
  let samples = 0;
  for (const block of source.samples()) {
    meter.push(block);
    samples += block.left.length;
  }
  const { decodedSeconds: seconds } = source;
  source.assertComplete(seconds);
  return { ...meter.finish(), seconds, samples };
}
