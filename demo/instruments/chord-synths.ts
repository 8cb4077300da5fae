import type { Instrument } from '#demo/synth/instrument.ts';
import { polySynth } from '#demo/synth/poly-synth.ts';
import type { Waveform } from '#demo/synth/wavetable.ts';

/** Wide stack of saws for chords and anthems. `bright` is the cutoff in hertz. */
export function supersaw(knobs: {
  bright: number;
  release: number;
  detune?: number;
  attack?: number;
}): Instrument {
  return polySynth({
    oscillators: [
      { wave: 'saw', gain: 0.85, unison: 7, detune: knobs.detune ?? 36, width: 1, free: true },
      { wave: 'saw', gain: 0.3, semitones: 12, unison: 2, detune: 18, width: 0.8, free: true },
    ],
    filter: {
      kind: 'low',
      hz: knobs.bright,
      resonance: 0.08,
      octaves: 1.7,
      tracking: 0.35,
      envelope: { attack: 0.004, decay: 0.9, sustain: 0.6, release: 0.4 },
    },
    amp: { attack: knobs.attack ?? 0.006, decay: 1.6, sustain: 0.72, release: knobs.release },
  });
}

/** Slow, warm, wide. */
export function pad(knobs: {
  bright: number;
  wave?: Waveform;
  attack?: number;
  release?: number;
}): Instrument {
  return polySynth({
    oscillators: [
      { wave: knobs.wave ?? 'saw', gain: 0.7, unison: 4, detune: 17, width: 0.95, free: true },
      { wave: 'triangle', gain: 0.35, semitones: 12, unison: 2, detune: 8, width: 0.7, free: true },
    ],
    filter: {
      kind: 'low',
      hz: knobs.bright,
      resonance: 0.12,
      octaves: 0.9,
      tracking: 0.3,
      envelope: { attack: 0.9, decay: 3, sustain: 0.5, release: 1.5 },
    },
    amp: { attack: knobs.attack ?? 0.35, decay: 3, sustain: 0.85, release: knobs.release ?? 1.4 },
  });
}

/** Short and glittering, for broken chords. */
export function pluck(knobs: {
  bright: number;
  decay: number;
  wave?: Waveform;
  resonance?: number;
}): Instrument {
  return polySynth({
    oscillators: [
      { wave: knobs.wave ?? 'saw', gain: 0.8, unison: 2, detune: 11, width: 0.75 },
      { wave: 'square', gain: 0.25, semitones: -12 },
    ],
    filter: {
      kind: 'low',
      hz: knobs.bright * 0.3,
      resonance: knobs.resonance ?? 0.22,
      octaves: 3.9,
      tracking: 0.4,
      envelope: { attack: 0.001, decay: knobs.decay * 0.7, sustain: 0, release: knobs.decay * 0.6 },
    },
    amp: { attack: 0.002, decay: knobs.decay, sustain: 0, release: Math.min(0.3, knobs.decay) },
  });
}

/** Brass of synthesisers: saws that swell. */
export function brass(knobs: { bright: number; attack?: number }): Instrument {
  return polySynth({
    oscillators: [
      { wave: 'saw', gain: 0.7, unison: 3, detune: 15, width: 0.8, free: true },
      { wave: 'pulse', gain: 0.3, unison: 2, detune: 9, width: 0.6, free: true },
    ],
    filter: {
      kind: 'low',
      hz: knobs.bright * 0.4,
      resonance: 0.1,
      octaves: 2.5,
      tracking: 0.4,
      envelope: { attack: knobs.attack ?? 0.05, decay: 0.7, sustain: 0.55, release: 0.3 },
    },
    amp: { attack: (knobs.attack ?? 0.05) * 0.6, decay: 1, sustain: 0.8, release: 0.3 },
  });
}

/** Electric organ, without its leslie. */
export function organ(knobs: { decay?: number } = {}): Instrument {
  return polySynth({
    oscillators: [
      { wave: 'organ', gain: 0.8, unison: 2, detune: 5, width: 0.5 },
      { wave: 'sine', gain: 0.3, semitones: 19 },
    ],
    filter: {
      kind: 'low',
      hz: 1600,
      resonance: 0,
      octaves: 1.6,
      tracking: 0.4,
      envelope: { attack: 0.001, decay: 0.18, sustain: 0.3, release: 0.1 },
    },
    amp: {
      attack: 0.003,
      decay: knobs.decay ?? 1.5,
      sustain: knobs.decay ? 0 : 0.7,
      release: 0.08,
    },
  });
}

/** Dark chord of one machine: short, hollow, for echoes. */
export function dubStab(knobs: { bright: number; decay: number }): Instrument {
  return polySynth({
    oscillators: [
      { wave: 'saw', gain: 0.6, unison: 2, detune: 10, width: 0.6, free: true },
      { wave: 'pulse', gain: 0.5, unison: 2, detune: 14, width: 0.8, free: true },
    ],
    filter: {
      kind: 'band',
      hz: knobs.bright,
      resonance: 0.3,
      octaves: 0.9,
      tracking: 0.2,
      envelope: { attack: 0.002, decay: knobs.decay * 0.6, sustain: 0, release: 0.2 },
    },
    amp: { attack: 0.003, decay: knobs.decay, sustain: 0, release: 0.15 },
  });
}
