import type { Instrument } from '#demo/synth/instrument.ts';
import { monoOf, SAMPLE_RATE, samplesOf } from '#demo/synth/stereo.ts';

export interface KickPatch {
  /** Pitch it settles on, hertz. */
  hz: number;
  /** How far above it starts, octaves. */
  drop: number;
  /** Seconds until the body is 60 dB down. */
  decay: number;
  /** Level of the beater's click, 0…1. */
  click: number;
  /** 0 clean … 1 pushed. */
  drive: number;
}

/** A bass drum: a sine falling fast in pitch, pushed into soft clipping, with a click in front. */
export function kick(patch: KickPatch): Instrument {
  return ({ velocity, random }) => {
    const length = samplesOf(patch.decay);
    const out = new Float32Array(length);
    const push = 1 + patch.drive * 3;
    let phase = 0;
    for (let i = 0; i < length; i++) {
      const time = i / SAMPLE_RATE;
      const octaves = patch.drop * (0.65 * Math.exp(-time / 0.011) + 0.35 * Math.exp(-time / 0.045));
      phase += (2 * Math.PI * patch.hz * 2 ** octaves) / SAMPLE_RATE;
      const body = Math.exp((-5.2 * time) / patch.decay) * Math.min(1, (length - i) / 900);
      const click = time < 0.02 ? (random() * 2 - 1) * Math.exp(-time / 0.0022) * patch.click * 0.6 : 0;
      const rise = Math.min(1, i / 24);
      out[i] = Math.tanh((Math.sin(phase) * body + click) * push * rise) * (velocity / Math.tanh(push));
    }
    return monoOf(out);
  };
}

export interface TomPatch {
  /** Seconds until it is 60 dB down. */
  decay: number;
  /** Level of the skin's noise, 0…1. */
  skin: number;
}

/** A tom, conga or electronic drum at the note's pitch. */
export function tom(patch: TomPatch): Instrument {
  return ({ hz, velocity, random }) => {
    const length = samplesOf(patch.decay);
    const out = new Float32Array(length);
    let phase = 0;
    let noise = 0;
    for (let i = 0; i < length; i++) {
      const time = i / SAMPLE_RATE;
      phase += (2 * Math.PI * hz * (1 + 0.6 * Math.exp(-time / 0.03))) / SAMPLE_RATE;
      noise += (random() * 2 - 1 - noise) * 0.35;
      const body = Math.exp((-6 * time) / patch.decay);
      const skin = noise * patch.skin * Math.exp(-time / 0.05);
      out[i] = Math.tanh((Math.sin(phase) * body + skin) * 1.4 * Math.min(1, i / 30)) * velocity;
    }
    return monoOf(out);
  };
}
