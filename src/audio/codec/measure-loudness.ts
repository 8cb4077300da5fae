import type { Loudness } from '#src/audio/loudness/loudness.ts';
import { LoudnessMeter } from '#src/audio/loudness/loudness-meter.ts';
import { AudioSource } from './audio-source.ts';

export interface MeasuredAudio extends Loudness {
  /** Seconds that were decoded. */
  seconds: number;
  /** Seconds that the file's own header claims; null when it claims nothing to be relied on. */
  declaredSeconds: number | null;
  /** Whether those are counted in samples. */
  isDeclaredExactly: boolean;
}

/**
 * Decodes a whole file and measures it as the stereo at 44.1 kHz that it will be. Blocks while it works.
 * @throws {AudioSourceError}
 */
export function measureLoudness(path: string): MeasuredAudio {
  using source = AudioSource.open(path);
  const meter = new LoudnessMeter();
  for (const block of source.samples()) meter.push(block);
  const { decodedSeconds: seconds, declaredSeconds, isDeclaredExactly } = source;
  return { ...meter.finish(), seconds, declaredSeconds, isDeclaredExactly };
}
