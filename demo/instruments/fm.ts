import { type Envelope, envelopeAt } from '#demo/synth/envelope.ts';
import type { Instrument } from '#demo/synth/instrument.ts';
import { monoOf, SAMPLE_RATE, samplesOf } from '#demo/synth/stereo.ts';

/** Frequency modulation: sines bending one sine. */
export interface FmPatch {
  modulators: readonly {
    ratio: number;
    /** Peak deviation in radians at velocity 1. */
    index: number;
    envelope: Envelope;
    /** How much of the index comes from velocity, 0…1. */
    dynamics: number;
  }[];
  amp: Envelope;
  /** Seconds to −60 dB that the amp's decay takes one octave up, as a share of the one below; 1: all alike. */
  brighterIsShorter: number;
}

const BLOCK = 64;

/** Electric pianos, bells, glassy basses. */
export function fm(patch: FmPatch): Instrument {
  return (note) => {
    const octaves = Math.log2(note.hz / 261.6);
    const amp = { ...patch.amp, decay: patch.amp.decay * patch.brighterIsShorter ** octaves };
    const ring = note.seconds + amp.release * 0.95;
    const length = samplesOf(amp.sustain > 0 ? ring : Math.min(ring, amp.attack + amp.decay));
    const out = new Float32Array(length);
    const step = (2 * Math.PI * note.hz) / SAMPLE_RATE;
    const indices = patch.modulators.map(() => 0);
    let level = 0;
    for (let from = 0; from < length; from += BLOCK) {
      const to = Math.min(length, from + BLOCK);
      const time = to / SAMPLE_RATE;
      const target = envelopeAt(amp, time, note.seconds) * note.velocity * Math.min(1, (length - to) / 600);
      patch.modulators.forEach((modulator, n) => {
        const push = 1 - modulator.dynamics + modulator.dynamics * note.velocity;
        indices[n] = modulator.index * push * envelopeAt(modulator.envelope, time, note.seconds);
      });
      const rise = (target - level) / (to - from);
      for (let i = from; i < to; i++) {
        let bend = 0;
        for (let n = 0; n < patch.modulators.length; n++) {
          bend += (indices[n] ?? 0) * Math.sin(step * i * (patch.modulators[n]?.ratio ?? 1));
        }
        level += rise;
        out[i] = Math.sin(step * i + bend) * level * 0.8;
      }
    }
    return monoOf(out);
  };
}
