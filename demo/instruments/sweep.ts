import { Filter } from '#demo/synth/filter.ts';
import type { Instrument } from '#demo/synth/instrument.ts';
import { noiseOf } from '#demo/synth/random.ts';
import { createStereo, SAMPLE_RATE, samplesOf } from '#demo/synth/stereo.ts';

const BLOCK = 64;

/** Noise that opens over the length of the note (a rise before a drop), or closes when `down`. */
export function sweep(patch: { fromHz: number; toHz: number; down: boolean }): Instrument {
  return ({ seconds, velocity, random }) => {
    const length = samplesOf(seconds);
    const out = createStereo(length);
    for (const side of [out.left, out.right]) {
      const noise = noiseOf(random, length);
      const filter = new Filter('band');
      for (let from = 0; from < length; from += BLOCK) {
        const to = Math.min(length, from + BLOCK);
        const place = patch.down ? 1 - from / length : from / length;
        filter.process(noise, from, to, patch.fromHz * (patch.toHz / patch.fromHz) ** place, 0.55);
        const level = velocity * place ** 2 * 0.9;
        for (let i = from; i < to; i++) side[i] = (noise[i] ?? 0) * level * Math.min(1, (length - i) / 400);
      }
    }
    return out;
  };
}

/** A deep blow with air around it, for the first beat of a part. */
export function impact(patch: { hz: number; decay: number }): Instrument {
  return ({ velocity, random }) => {
    const length = samplesOf(patch.decay);
    const out = createStereo(length);
    const air = [noiseOf(random, length), noiseOf(random, length)] as const;
    for (const noise of air) new Filter('low').process(noise, 0, length, 2400, 0);
    let phase = 0;
    for (let i = 0; i < length; i++) {
      const time = i / SAMPLE_RATE;
      phase += (2 * Math.PI * patch.hz * (1 + Math.exp(-time / 0.09))) / SAMPLE_RATE;
      const boom = Math.sin(phase) * Math.exp((-6.9 * time) / patch.decay);
      const wind = Math.exp((-9 * time) / patch.decay) * 0.35;
      const level = velocity * Math.min(1, i / 60) * Math.min(1, (length - i) / 2000);
      out.left[i] = (boom * 0.7 + (air[0][i] ?? 0) * wind) * level;
      out.right[i] = (boom * 0.7 + (air[1][i] ?? 0) * wind) * level;
    }
    return out;
  };
}
