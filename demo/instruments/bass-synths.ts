import type { Instrument } from '#demo/synth/instrument.ts';
import { polySynth } from '#demo/synth/poly-synth.ts';
import type { Waveform } from '#demo/synth/wavetable.ts';
import { fm } from './fm.ts';

/** Round and low: a sine with a little edge to be heard on small speakers. */
export function subBass(knobs: { edge: number; decay?: number }): Instrument {
  return polySynth({
    oscillators: [
      { wave: 'sine', gain: 1.1 },
      { wave: 'saw', gain: knobs.edge },
    ],
    filter: {
      kind: 'low',
      hz: 240,
      resonance: 0.1,
      octaves: 1.7,
      tracking: 0.4,
      envelope: { attack: 0.002, decay: 0.3, sustain: 0.25, release: 0.1 },
    },
    amp: { attack: 0.005, decay: knobs.decay ?? 2, sustain: knobs.decay ? 0 : 0.85, release: 0.09 },
    glide: 0.07,
    drive: 0.35,
  });
}

/** Saws through a filter that closes at once: the bass of dance floors. */
export function sawBass(knobs: {
  bright: number;
  decay: number;
  resonance?: number;
  octave?: boolean;
}): Instrument {
  return polySynth({
    oscillators: [
      { wave: 'saw', gain: 0.7 },
      { wave: 'square', gain: 0.35, semitones: knobs.octave ? 12 : 0 },
      { wave: 'sine', gain: 0.6 },
    ],
    filter: {
      kind: 'low',
      hz: knobs.bright * 0.35,
      resonance: knobs.resonance ?? 0.25,
      octaves: 2.4,
      tracking: 0.3,
      envelope: { attack: 0.001, decay: knobs.decay, sustain: 0.12, release: 0.08 },
    },
    amp: { attack: 0.003, decay: 1.4, sustain: 0.7, release: 0.07 },
    drive: 0.25,
    glide: 0.05,
  });
}

/** Two saws rubbing against each other. */
export function reeseBass(knobs: { bright: number }): Instrument {
  return polySynth({
    oscillators: [
      { wave: 'saw', gain: 0.6, unison: 3, detune: 24, width: 0.25, free: true },
      { wave: 'sine', gain: 0.8 },
    ],
    filter: {
      kind: 'low',
      hz: knobs.bright,
      resonance: 0.15,
      octaves: 0.5,
      tracking: 0.2,
      envelope: { attack: 0.05, decay: 0.5, sustain: 0.4, release: 0.2 },
    },
    amp: { attack: 0.01, decay: 1, sustain: 0.85, release: 0.12 },
    drive: 0.4,
  });
}

/** The silver box: resonance, slides, a filter that bites. */
export function acid(knobs: { bright: number; wave?: Waveform }): Instrument {
  return polySynth({
    oscillators: [{ wave: knobs.wave ?? 'saw', gain: 1 }],
    filter: {
      kind: 'low',
      hz: knobs.bright * 0.3,
      resonance: 0.9,
      octaves: 2.6,
      tracking: 0.2,
      envelope: { attack: 0.002, decay: 0.32, sustain: 0.05, release: 0.1 },
    },
    amp: { attack: 0.003, decay: 0.9, sustain: 0.5, release: 0.05 },
    drive: 0.6,
    glide: 0.06,
  });
}

/** Digital slap: an FM bass with a hard front. */
export function fmBass(knobs: { bite: number; decay: number }): Instrument {
  return fm({
    modulators: [
      {
        ratio: 1,
        index: knobs.bite,
        envelope: { attack: 0.001, decay: knobs.decay, sustain: 0.15, release: 0.1 },
        dynamics: 0.5,
      },
      {
        ratio: 3,
        index: knobs.bite * 0.4,
        envelope: { attack: 0.001, decay: 0.12, sustain: 0, release: 0.1 },
        dynamics: 0.6,
      },
    ],
    amp: { attack: 0.003, decay: 1.6, sustain: 0.3, release: 0.08 },
    brighterIsShorter: 1,
  });
}
