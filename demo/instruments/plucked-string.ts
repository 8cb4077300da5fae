import type { Instrument } from '#demo/synth/instrument.ts';
import { monoOf, SAMPLE_RATE, samplesOf } from '#demo/synth/stereo.ts';

export interface PluckedStringPatch {
  /** Seconds to −60 dB of an open middle C. */
  decay: number;
  /** 0 dull … 1 bright. */
  brightness: number;
  /** Seconds the string needs to stop once the finger lifts. */
  damper: number;
  /** Where it is plucked, as a share of its length. */
  place: number;
}

/** Karplus and Strong's plucked string: guitars, harps, muted riffs. */
export function pluckedString(patch: PluckedStringPatch): Instrument {
  return ({ hz, seconds, velocity, random }) => {
    const period = SAMPLE_RATE / hz;
    // The smoothing below delays as well; an all-pass tunes what whole samples leave over.
    const delay = period - (1 - patch.brightness) / 2;
    const whole = Math.floor(delay - 0.1);
    const part = delay - whole;
    const line = excite(whole, patch, velocity, random);
    const length = samplesOf(Math.min(seconds + patch.damper, patch.decay));
    const out = new Float32Array(length);
    const tune = (1 - part) / (1 + part);
    const keep = 10 ** (-3 / (hz * patch.decay * Math.min(1.6, (261.6 / hz) ** 0.4)));
    const release = samplesOf(seconds);
    let place = 0;
    let previous = 0;
    let tuned = 0;
    let tunedInput = 0;
    for (let i = 0; i < length; i++) {
      const sample = line[place] ?? 0;
      const smooth = (sample * (1 + patch.brightness) + previous * (1 - patch.brightness)) / 2;
      previous = sample;
      const fed = smooth * (i > release ? keep * 0.988 : keep);
      tuned = tune * (fed - tuned) + tunedInput;
      tunedInput = fed;
      line[place] = tuned;
      if (++place === whole) place = 0;
      out[i] = sample * Math.min(1, (length - i) / 500) * Math.min(1, i / 8) * velocity;
    }
    return monoOf(out);
  };
}

function excite(
  length: number,
  patch: PluckedStringPatch,
  velocity: number,
  random: () => number,
): Float32Array {
  const line = new Float32Array(length);
  const dull = 0.25 + 0.55 * velocity * (0.4 + 0.6 * patch.brightness);
  let smooth = 0;
  for (let i = 0; i < length; i++) {
    smooth += (random() * 2 - 1 - smooth) * dull;
    line[i] = smooth;
  }
  const shift = Math.max(1, Math.floor(length * patch.place));
  const shaped = line.map((value, i) => value - 0.9 * (line[(i + length - shift) % length] ?? 0));
  const mean = shaped.reduce((sum, value) => sum + value, 0) / length;
  let peak = 1e-9;
  for (let i = 0; i < length; i++) {
    shaped[i] = (shaped[i] ?? 0) - mean;
    peak = Math.max(peak, Math.abs(shaped[i] ?? 0));
  }
  return shaped.map((value) => (value / peak) * 0.9);
}
