import { type Envelope, envelopeAt } from '#demo/synth/envelope.ts';
import { Filter } from '#demo/synth/filter.ts';
import type { Instrument, VoiceNote } from '#demo/synth/instrument.ts';
import { createStereo, SAMPLE_RATE, samplesOf } from '#demo/synth/stereo.ts';
import { TABLE_SIZE, wavetable } from '#demo/synth/wavetable.ts';

/** Three resonances of the mouth: hertz and level. */
const VOWELS = {
  a: [
    [760, 1],
    [1250, 0.5],
    [2700, 0.3],
  ],
  o: [
    [480, 1],
    [860, 0.5],
    [2500, 0.16],
  ],
  e: [
    [520, 1],
    [1850, 0.42],
    [2600, 0.28],
  ],
} as const satisfies Record<string, readonly (readonly [number, number])[]>;

export interface VoicePatch {
  vowel: keyof typeof VOWELS;
  /** Singers in each of the two groups, slightly apart in pitch and vibrato. */
  singers: number;
  amp: Envelope;
  /** Air in the sound, 0…1. */
  breath: number;
  /** How far left and right the two groups stand, 0 (in the middle) … 1. */
  width: number;
}

const BLOCK = 64;
const VIBRATO_CENTS = 11;

/** A wordless voice or choir: saws through the resonances of one vowel. */
export function voice(patch: VoicePatch): Instrument {
  return (note) => {
    const length = samplesOf(note.seconds + patch.amp.release * 0.95);
    const groups = [group(patch, note, length), group(patch, note, length)] as const;
    const out = createStereo(length);
    const near = 0.5 + patch.width / 2;
    for (let i = 0; i < length; i++) {
      const [first, second] = [groups[0][i] ?? 0, groups[1][i] ?? 0];
      out.left[i] = first * near + second * (1 - near);
      out.right[i] = second * near + first * (1 - near);
    }
    return out;
  };
}

function group(patch: VoicePatch, note: VoiceNote, length: number): Float32Array {
  const source = new Float32Array(length);
  for (let singer = 0; singer < patch.singers; singer++) addSinger(source, note, singer, patch.singers);
  for (let i = 0; i < length; i++) {
    source[i] = (source[i] ?? 0) + (note.random() * 2 - 1) * patch.breath * 0.25;
  }
  const sound = new Float32Array(length);
  const formant = new Float32Array(length);
  for (const [hz, level] of VOWELS[patch.vowel]) {
    formant.set(source);
    new Filter('band').process(formant, 0, length, hz, 0.88);
    for (let i = 0; i < length; i++) sound[i] = (sound[i] ?? 0) + (formant[i] ?? 0) * level;
  }
  applyLevel(sound, patch.amp, note);
  return sound;
}

function addSinger(source: Float32Array, note: VoiceNote, singer: number, singers: number): void {
  const table = wavetable('saw').tableFor(note.hz);
  const cents = (note.random() - 0.5) * 16;
  const wobbleHz = 4.6 + note.random() * 1.1;
  let phase = note.random();
  for (let from = 0; from < source.length; from += BLOCK) {
    const time = from / SAMPLE_RATE;
    const depth = Math.min(1, time * 1.6) * VIBRATO_CENTS;
    const vibrato = depth * Math.sin(2 * Math.PI * wobbleHz * time + singer * 2.1);
    const slide = note.fromHz === null ? 0 : 1200 * Math.log2(note.fromHz / note.hz) * Math.exp(-time / 0.03);
    const step = (note.hz * 2 ** ((cents + vibrato + slide) / 1200)) / SAMPLE_RATE;
    const to = Math.min(source.length, from + BLOCK);
    for (let i = from; i < to; i++) {
      source[i] = (source[i] ?? 0) + (table[(phase * TABLE_SIZE) | 0] ?? 0) / singers;
      phase += step;
      if (phase >= 1) phase -= 1;
    }
  }
}

function applyLevel(sound: Float32Array, amp: Envelope, note: VoiceNote): void {
  let level = 0;
  for (let from = 0; from < sound.length; from += BLOCK) {
    const to = Math.min(sound.length, from + BLOCK);
    const target = envelopeAt(amp, to / SAMPLE_RATE, note.seconds) * note.velocity * 1.6;
    const step = (target - level) / (to - from);
    for (let i = from; i < to; i++) {
      level += step;
      sound[i] = (sound[i] ?? 0) * level;
    }
  }
}
