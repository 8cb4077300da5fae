import { Filter } from '#demo/synth/filter.ts';
import type { Instrument } from '#demo/synth/instrument.ts';
import { noiseOf, type Random } from '#demo/synth/random.ts';
import { createStereo, SAMPLE_RATE, samplesOf } from '#demo/synth/stereo.ts';

export interface CymbalPatch {
  /** Seconds until it is 60 dB down. */
  decay: number;
  /** Seconds to its full level: 0 for a stick, more for a shaker. */
  attack: number;
  /** Nothing below this, hertz. */
  lowCutHz: number;
  /** Metal against noise, 0…1. */
  metal: number;
  /** 0 mono … 1 wide. */
  width: number;
}

/** Ratios of the six oscillators of a drum machine's metal. */
const METAL = [1, 1.342, 1.2312, 1.6532, 1.9523, 2.1523] as const;
const METAL_HZ = 466;

/** Hats, shakers, rides and crashes. */
export function cymbal(patch: CymbalPatch): Instrument {
  return ({ velocity, random }) => {
    const length = samplesOf(patch.decay);
    const out = createStereo(length);
    const metal = metalOf(random, length);
    for (const side of [out.left, out.right]) {
      const noise = noiseOf(random, length);
      for (let i = 0; i < length; i++) {
        const own = (noise[i] ?? 0) * (1 - patch.metal * 0.6);
        side[i] = own * (0.4 + 0.6 * patch.width) + (metal[i] ?? 0) * patch.metal;
      }
      new Filter('high').process(side, 0, length, patch.lowCutHz, 0.25);
      new Filter('high').process(side, 0, length, patch.lowCutHz * 0.8, 0);
      new Filter('low').process(side, 0, length, 14_500, 0);
      for (let i = 0; i < length; i++) {
        const time = i / SAMPLE_RATE;
        const rise = patch.attack > 0 ? Math.min(1, time / patch.attack) : Math.min(1, i / 8);
        const fall = Math.exp((-6.9 * time) / patch.decay) * Math.min(1, (length - i) / 300);
        side[i] = (side[i] ?? 0) * rise * fall * velocity * 0.7;
      }
    }
    return out;
  };
}

function metalOf(random: Random, length: number): Float32Array {
  const out = new Float32Array(length);
  const steps = METAL.map((ratio) => (METAL_HZ * ratio * 4 * (1 + (random() - 0.5) * 0.002)) / SAMPLE_RATE);
  const phases = METAL.map(() => random());
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let n = 0; n < phases.length; n++) {
      const phase = ((phases[n] ?? 0) + (steps[n] ?? 0)) % 1;
      phases[n] = phase;
      sum += phase < 0.5 ? 1 : -1;
    }
    out[i] = sum / METAL.length;
  }
  return out;
}
