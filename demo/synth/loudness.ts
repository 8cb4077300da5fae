import { integratedLufs } from '#src/audio/loudness/loudness-meter.ts';
import { WeightedPower } from '#src/audio/loudness/weighted-power.ts';
import type { StereoPcm } from './stereo.ts';

const SILENCE_LUFS = -70;

/** Integrated loudness in LUFS (ITU-R BS.1770, both gates); −70 for silence. */
export function measureLoudness(pcm: StereoPcm): number {
  const power = new WeightedPower();
  power.push(pcm);
  return Math.max(SILENCE_LUFS, integratedLufs(power.steps));
}
