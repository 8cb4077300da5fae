import type { Envelope } from '../synth/envelope.ts';
import type { Instrument } from '../synth/instrument.ts';
import { polySynth } from '../synth/poly-synth.ts';
import type { Waveform } from '../synth/wavetable.ts';
import { fm } from './fm.ts';
import { modal } from './modal.ts';

/** The demo's synthesisers, each with the few knobs that its tracks turn. */

const snap: Envelope = { attack: 0.002, decay: 0.25, sustain: 0, release: 0.2 };

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
      resonance: 0.8,
      octaves: 2.6,
      tracking: 0.2,
      envelope: { attack: 0.002, decay: 0.32, sustain: 0.05, release: 0.1 },
    },
    amp: { attack: 0.003, decay: 0.9, sustain: 0.5, release: 0.05 },
    drive: 0.6,
    glide: 0.06,
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
      envelope: { ...snap, decay: knobs.decay * 0.6 },
    },
    amp: { attack: 0.003, decay: knobs.decay, sustain: 0, release: 0.15 },
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

/** Tine piano: warm, a bell at the front when struck hard. */
export function electricPiano(knobs: { bell?: number; bite?: number } = {}): Instrument {
  return fm({
    modulators: [
      {
        ratio: 1,
        index: knobs.bite ?? 1.5,
        envelope: { attack: 0.001, decay: 2.4, sustain: 0, release: 0.4 },
        dynamics: 0.8,
      },
      {
        ratio: 14,
        index: knobs.bell ?? 0.28,
        envelope: { attack: 0.001, decay: 0.32, sustain: 0, release: 0.1 },
        dynamics: 0.7,
      },
    ],
    amp: { attack: 0.003, decay: 4.5, sustain: 0, release: 0.35 },
    brighterIsShorter: 0.72,
  });
}

/** Bells of digital synthesisers. */
export function bell(knobs: { ratio?: number; index?: number; decay: number }): Instrument {
  return fm({
    modulators: [
      {
        ratio: knobs.ratio ?? 3.5,
        index: knobs.index ?? 2,
        envelope: { attack: 0.001, decay: knobs.decay * 0.5, sustain: 0, release: knobs.decay },
        dynamics: 0.6,
      },
      {
        ratio: 1.003,
        index: 0.5,
        envelope: { attack: 0.001, decay: knobs.decay, sustain: 0, release: knobs.decay },
        dynamics: 0.3,
      },
    ],
    amp: { attack: 0.002, decay: knobs.decay, sustain: 0, release: knobs.decay },
    brighterIsShorter: 0.8,
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

/** The bright upright of house records. `bright` 0…1, `damper` seconds. */
export function piano(knobs: { bright: number; damper: number }): Instrument {
  const partials = Array.from({ length: 14 }, (_, index) => {
    const n = index + 1;
    const stretch = Math.sqrt(1 + 0.0004 * n * n);
    const level = (n ** (-1.9 + 0.9 * knobs.bright) * (1 - 0.5 * Math.cos(n * 0.9))) / 1.6;
    return [n * stretch, level, 3.2 / (1 + 0.33 * index)] as const;
  });
  return modal({ partials, damper: knobs.damper, hammer: 0.5, dynamics: 0.7, strings: 2.2 });
}

export function marimba(): Instrument {
  const partials = [
    [1, 0.9, 0.9],
    [3.93, 0.32, 0.28],
    [9.4, 0.12, 0.1],
  ] as const;
  return modal({ partials, damper: 0, hammer: 0.35, dynamics: 0.8, strings: 0 });
}

export function vibraphone(): Instrument {
  const partials = [
    [1, 0.85, 3.4],
    [4.0, 0.2, 1.2],
    [10.1, 0.06, 0.3],
  ] as const;
  return modal({ partials, damper: 1.2, hammer: 0.15, dynamics: 0.7, strings: 1.2 });
}

export function kalimba(): Instrument {
  const partials = [
    [1, 0.9, 1.2],
    [5.6, 0.16, 0.25],
    [2.0, 0.1, 0.7],
  ] as const;
  return modal({ partials, damper: 0, hammer: 0.4, dynamics: 0.6, strings: 1.5 });
}

/** Tubular and glassy, for the station's own signal. */
export function chime(): Instrument {
  const partials = [
    [1, 0.6, 3.2],
    [2.0, 0.35, 2.6],
    [2.76, 0.22, 1.4],
    [4.07, 0.14, 1.1],
    [5.4, 0.12, 0.8],
    [8.9, 0.06, 0.4],
  ] as const;
  return modal({ partials, damper: 0, hammer: 0.12, dynamics: 0.5, strings: 3 });
}
