import { Filter } from '#demo/synth/filter.ts';
import type { Instrument } from '#demo/synth/instrument.ts';
import { noiseOf } from '#demo/synth/random.ts';
import { createStereo, SAMPLE_RATE, type StereoPcm, samplesOf } from '#demo/synth/stereo.ts';

export interface SnarePatch {
  /** Pitch of the skin, hertz. */
  hz: number;
  /** Level of the skin against the wires, 0…1. */
  body: number;
  /** Seconds until the wires are 60 dB down. */
  decay: number;
  /** Where the wires sound, hertz. */
  colourHz: number;
  /** Seconds after which a gate shuts (the eighties); 0 for none. */
  gate: number;
}

/** A snare drum: two modes of the skin and filtered noise, different on both sides. */
export function snare(patch: SnarePatch): Instrument {
  return ({ velocity, random }) => {
    const length = samplesOf(patch.gate > 0 ? patch.gate + 0.03 : patch.decay);
    const out = createStereo(length);
    const skin = new Float32Array(length);
    let phase = 0;
    for (let i = 0; i < length; i++) {
      const time = i / SAMPLE_RATE;
      phase += (2 * Math.PI * patch.hz * (1 + 0.5 * Math.exp(-time / 0.012))) / SAMPLE_RATE;
      skin[i] = (Math.sin(phase) + 0.45 * Math.sin(phase * 1.78)) * Math.exp(-time / 0.035) * patch.body;
    }
    for (const side of [out.left, out.right]) {
      const wires = noiseOf(random, length);
      new Filter('high').process(wires, 0, length, patch.colourHz * 0.45, 0.15);
      new Filter('low').process(wires, 0, length, patch.colourHz * 2.6, 0.1);
      for (let i = 0; i < length; i++) {
        const time = i / SAMPLE_RATE;
        const fall = patch.gate > 0 ? gated(time, patch.gate) : Math.exp((-6.9 * time) / patch.decay);
        const snap = 1 + 1.2 * Math.exp(-time / 0.006);
        const sample = (wires[i] ?? 0) * fall * snap * 0.62 + (skin[i] ?? 0) * 0.7;
        side[i] = Math.tanh(sample * 1.3) * velocity * Math.min(1, i / 12) * closing(i, length);
      }
    }
    return out;
  };
}

/** Falls a little, stays, and is cut. */
function gated(time: number, gate: number): number {
  const open = 0.45 + 0.55 * Math.exp(-time / 0.05);
  return time < gate ? open : open * Math.exp(-(time - gate) / 0.008);
}

function closing(index: number, length: number): number {
  return Math.min(1, (length - index) / 200);
}

/** Hands: three bursts and a short room. `hz` is where they sound. */
export function clap(patch: { hz: number; decay: number }): Instrument {
  return ({ velocity, random }) => {
    const length = samplesOf(patch.decay + 0.05);
    const out = createStereo(length);
    const bursts = [0, 0.0105 + random() * 0.002, 0.0215 + random() * 0.003];
    for (const side of [out.left, out.right]) {
      const noise = noiseOf(random, length);
      for (let i = 0; i < length; i++) {
        const time = i / SAMPLE_RATE;
        noise[i] = (noise[i] ?? 0) * clapLevel(time, bursts, patch.decay);
      }
      new Filter('band').process(noise, 0, length, patch.hz, 0.42);
      new Filter('high').process(noise, 0, length, patch.hz * 0.55, 0.1);
      for (let i = 0; i < length; i++)
        side[i] = Math.tanh((noise[i] ?? 0) * 3.6) * velocity * 0.8 * closing(i, length);
    }
    return narrowed(out, 0.6);
  };
}

function clapLevel(time: number, bursts: readonly number[], decay: number): number {
  const last = bursts.at(-1) ?? 0;
  if (time >= last) return Math.exp((-6.9 * (time - last)) / decay);
  const started = bursts.filter((burst) => burst <= time).at(-1) ?? 0;
  return 0.85 * Math.exp(-(time - started) / 0.0035);
}

/** A snapping finger or a stick on the rim: short, dry, high. */
export function rim(patch: { hz: number; decay: number }): Instrument {
  return ({ velocity, random }) => {
    const length = samplesOf(patch.decay);
    const out = createStereo(length);
    const noise = noiseOf(random, length);
    new Filter('band').process(noise, 0, length, patch.hz * 1.6, 0.5);
    for (let i = 0; i < length; i++) {
      const time = i / SAMPLE_RATE;
      const tone =
        Math.sin(2 * Math.PI * patch.hz * time) + 0.6 * Math.sin(2 * Math.PI * patch.hz * 0.37 * time);
      const fall = Math.exp((-6.9 * time) / patch.decay) * Math.min(1, i / 10);
      const sample = (tone * 0.4 + (noise[i] ?? 0) * 1.2) * fall * velocity * closing(i, length);
      out.left[i] = sample;
      out.right[i] = sample;
    }
    return out;
  };
}

/** Brings both sides nearer to each other; 1 leaves them, 0 makes mono. */
function narrowed(sound: StereoPcm, width: number): StereoPcm {
  for (let i = 0; i < sound.left.length; i++) {
    const middle = ((sound.left[i] ?? 0) + (sound.right[i] ?? 0)) / 2;
    const side = (((sound.left[i] ?? 0) - (sound.right[i] ?? 0)) / 2) * width;
    sound.left[i] = middle + side;
    sound.right[i] = middle - side;
  }
  return sound;
}
