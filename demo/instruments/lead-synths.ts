import type { Instrument } from '#demo/synth/instrument.ts';
import { polySynth } from '#demo/synth/poly-synth.ts';
import type { Waveform } from '#demo/synth/wavetable.ts';

/** One voice in front. */
export function lead(knobs: {
  wave: Waveform;
  bright: number;
  glide?: number;
  release?: number;
  unison?: number;
  attack?: number;
}): Instrument {
  return polySynth({
    oscillators: [
      { wave: knobs.wave, gain: 0.8, unison: knobs.unison ?? 3, detune: 12, width: 0.5, free: true },
      { wave: 'triangle', gain: 0.4, semitones: -12 },
    ],
    filter: {
      kind: 'low',
      hz: knobs.bright,
      resonance: 0.15,
      octaves: 1.8,
      tracking: 0.5,
      envelope: { attack: 0.01, decay: 0.6, sustain: 0.6, release: 0.3 },
    },
    amp: { attack: knobs.attack ?? 0.012, decay: 1.2, sustain: 0.75, release: knobs.release ?? 0.22 },
    vibrato: { hz: 5.3, cents: 14, delay: 0.28 },
    glide: knobs.glide ?? 0.09,
  });
}

/** A breathy, round voice between flute and whistle. */
export function whistle(knobs: { bright: number }): Instrument {
  return polySynth({
    oscillators: [
      { wave: 'triangle', gain: 0.9, unison: 2, detune: 6, width: 0.3, free: true },
      { wave: 'sine', gain: 0.5 },
    ],
    filter: {
      kind: 'low',
      hz: knobs.bright,
      resonance: 0.05,
      octaves: 0.7,
      tracking: 0.6,
      envelope: { attack: 0.05, decay: 0.5, sustain: 0.4, release: 0.2 },
    },
    amp: { attack: 0.045, decay: 1, sustain: 0.8, release: 0.25 },
    vibrato: { hz: 5, cents: 18, delay: 0.22 },
    glide: 0.08,
  });
}
