import type { StereoPcm } from '#src/audio/stereo-pcm.ts';

export type { StereoPcm };

/** Everything the demo renders is at this rate (hertz), as the radio's own format is. */
export const SAMPLE_RATE = 44_100;

export function createStereo(length: number): StereoPcm {
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

export function samplesOf(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

/** A sound heard alike on both sides: one array stands for both. */
export function monoOf(samples: Float32Array): StereoPcm {
  return { left: samples, right: samples };
}

/** Adds `sound` to `target` from sample `at`; what hangs over either end is dropped. `pan` −1 left … 1 right. */
export function addSound(target: StereoPcm, sound: StereoPcm, at: number, gain: number, pan = 0): void {
  const gainLeft = gain * Math.min(1, 1 - pan);
  const gainRight = gain * Math.min(1, 1 + pan);
  addSide(target.left, sound.left, at, gainLeft);
  addSide(target.right, sound.right, at, gainRight);
}

function addSide(target: Float32Array, sound: Float32Array, at: number, gain: number): void {
  const from = Math.max(0, -at);
  const to = Math.min(sound.length, target.length - at);
  for (let i = from; i < to; i++) target[at + i] = (target[at + i] ?? 0) + (sound[i] ?? 0) * gain;
}
