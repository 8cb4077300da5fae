import { type Envelope, envelopeAt } from './envelope.ts';
import { Filter, type FilterKind } from './filter.ts';
import type { Instrument, VoiceNote } from './instrument.ts';
import { createStereo, monoOf, SAMPLE_RATE, type StereoPcm, samplesOf } from './stereo.ts';
import { TABLE_SIZE, type Waveform, wavetable } from './wavetable.ts';

/** A subtractive voice: oscillators, one filter, two envelopes. */
export interface PolySynthPatch {
  oscillators: readonly OscillatorPatch[];
  filter: {
    kind: FilterKind;
    /** Cutoff with the envelope at 0. */
    hz: number;
    /** 0…1 */
    resonance: number;
    /** Octaves the envelope opens at velocity 1 (half of it comes from velocity). */
    octaves: number;
    /** 0: the same cutoff for all notes; 1: follows the pitch (from middle C). */
    tracking: number;
    envelope: Envelope;
  };
  amp: Envelope;
  vibrato?: { hz: number; cents: number; delay: number };
  /** Seconds a slide takes. */
  glide?: number;
  /** Soft clipping after the filter, 0 none … 1 strong. */
  drive?: number;
}

export interface OscillatorPatch {
  wave: Waveform;
  gain: number;
  semitones?: number;
  /** Copies of the oscillator, spread in tuning and over the stereo field. */
  unison?: number;
  /** Cents from the lowest to the highest copy. */
  detune?: number;
  /** 0 mono … 1 from hard left to hard right. */
  width?: number;
  /** Whether the copies start anywhere in their period (a mass) or at its beginning (a hit). */
  free?: boolean;
}

const BLOCK = 64;
const SILENT = 0.0012;

interface Oscillator {
  table: Float32Array;
  ratio: number;
  phase: number;
  left: number;
  right: number;
}

/** An instrument playing `patch`. */
export function polySynth(patch: PolySynthPatch): Instrument {
  const wide = patch.oscillators.some(
    (oscillator) => (oscillator.unison ?? 1) > 1 && (oscillator.width ?? 0) > 0,
  );
  return (note) => (wide ? renderVoice(patch, note, 2) : renderVoice(patch, note, 1));
}

function renderVoice(patch: PolySynthPatch, note: VoiceNote, channels: 1 | 2): StereoPcm {
  const length = samplesOf(note.seconds + patch.amp.release * 0.95);
  const out = channels === 2 ? createStereo(length) : monoOf(new Float32Array(length));
  const oscillators = patch.oscillators.flatMap((oscillator) => expand(oscillator, note));
  const filters = [new Filter(patch.filter.kind), new Filter(patch.filter.kind)] as const;
  let level = 0;
  for (let from = 0; from < length; from += BLOCK) {
    const to = Math.min(length, from + BLOCK);
    const pitch = pitchAt(patch, note, from / SAMPLE_RATE);
    for (const oscillator of oscillators) runOscillator(oscillator, out, from, to, pitch, channels === 2);
    const cutoff = cutoffAt(patch, note, from / SAMPLE_RATE);
    const target = envelopeAt(patch.amp, to / SAMPLE_RATE, note.seconds) * note.velocity;
    const sides = channels === 2 ? [out.left, out.right] : [out.left];
    sides.forEach((side, channel) => {
      filters[channel === 1 ? 1 : 0].process(side, from, to, cutoff, patch.filter.resonance);
      shape(side, from, to, level, target, patch.drive ?? 0);
    });
    level = target;
    if (level < SILENT && from > samplesOf(note.seconds)) break;
  }
  return out;
}

function expand(oscillator: OscillatorPatch, note: VoiceNote): Oscillator[] {
  const copies = oscillator.unison ?? 1;
  const gain = (oscillator.gain / Math.sqrt(copies)) * 0.6;
  return Array.from({ length: copies }, (_, index) => {
    const place = copies === 1 ? 0 : (2 * index) / (copies - 1) - 1;
    // Neighbours in tuning lie on opposite sides.
    const pan = place * (index % 2 === 0 ? 1 : -1) * (oscillator.width ?? 0);
    const cents = (place * (oscillator.detune ?? 0)) / 2;
    const ratio = 2 ** ((oscillator.semitones ?? 0) / 12 + cents / 1200);
    return {
      table: wavetable(oscillator.wave).tableFor(note.hz * ratio),
      ratio,
      phase: oscillator.free ? note.random() : 0,
      left: gain * Math.min(1, 1 - pan * 0.9),
      right: gain * Math.min(1, 1 + pan * 0.9),
    };
  });
}

function runOscillator(
  oscillator: Oscillator,
  out: StereoPcm,
  from: number,
  to: number,
  hz: number,
  stereo: boolean,
): void {
  const { table, left, right } = oscillator;
  const step = (hz * oscillator.ratio) / SAMPLE_RATE;
  const outLeft = out.left;
  const outRight = out.right;
  let phase = oscillator.phase;
  for (let i = from; i < to; i++) {
    const place = phase * TABLE_SIZE;
    const index = place | 0;
    const low = table[index] ?? 0;
    const value = low + ((table[index + 1] ?? 0) - low) * (place - index);
    outLeft[i] = (outLeft[i] ?? 0) + value * left;
    if (stereo) outRight[i] = (outRight[i] ?? 0) + value * right;
    phase += step;
    if (phase >= 1) phase -= 1;
  }
  oscillator.phase = phase;
}

function pitchAt(patch: PolySynthPatch, note: VoiceNote, time: number): number {
  let octaves = 0;
  if (note.fromHz !== null && patch.glide) {
    octaves += Math.log2(note.fromHz / note.hz) * Math.exp((-4 * time) / patch.glide);
  }
  const vibrato = patch.vibrato;
  if (vibrato && time > vibrato.delay) {
    const depth = Math.min(1, (time - vibrato.delay) * 2.5);
    octaves += (depth * vibrato.cents * Math.sin(2 * Math.PI * vibrato.hz * time)) / 1200;
  }
  return octaves === 0 ? note.hz : note.hz * 2 ** octaves;
}

function cutoffAt(patch: PolySynthPatch, note: VoiceNote, time: number): number {
  const { hz, octaves, tracking, envelope } = patch.filter;
  const open = envelopeAt(envelope, time, note.seconds) * octaves * (0.5 + 0.5 * note.velocity);
  return hz * 2 ** (open + tracking * Math.log2(note.hz / 261.6));
}

function shape(
  samples: Float32Array,
  from: number,
  to: number,
  start: number,
  end: number,
  drive: number,
): void {
  const step = (end - start) / (to - from);
  let level = start;
  if (drive === 0) {
    for (let i = from; i < to; i++) {
      level += step;
      samples[i] = (samples[i] ?? 0) * level;
    }
    return;
  }
  const push = 1 + drive * 4;
  const makeUp = 1 / (1 + drive * 1.6);
  for (let i = from; i < to; i++) {
    level += step;
    const x = Math.max(-3, Math.min(3, (samples[i] ?? 0) * push));
    samples[i] = ((x * (27 + x * x)) / (27 + 9 * x * x)) * makeUp * level;
  }
}
