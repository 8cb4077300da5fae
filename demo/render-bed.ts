import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeMp3Frames } from '#src/audio/codec/encode-file.ts';
import { hzOf } from './synth/instrument.ts';
import { measureLoudness } from './synth/loudness.ts';
import { polySynth } from './synth/poly-synth.ts';
import { createRandom } from './synth/random.ts';
import { addReverb } from './synth/reverb-and-echo.ts';
import { addSound, createStereo, SAMPLE_RATE, type StereoPcm } from './synth/stereo.ts';

/**
 * Renders the bed that broadcast plays when there is no music at all, a loop without a seam:
 * `node demo/render-bed.ts` writes `assets/bed.mp3`.
 */
const FRAME_SAMPLES = 1152;
/** 460 frames: 12.02 s. */
const LOOP_FRAMES = 460;
const LOOP_SAMPLES = LOOP_FRAMES * FRAME_SAMPLES;
const LOUDNESS_LUFS = -26;

/** Dmaj9, Bm9, Gmaj9, A7sus4, as MIDI pitches; the first of each is the bass. */
const CHORDS = [
  [38, 57, 61, 64, 66],
  [35, 57, 61, 62, 66],
  [31, 57, 59, 62, 66],
  [33, 57, 59, 62, 67],
] as const;
/** Single notes over the chords: chord number, place in it (0…1), pitch. */
const DROPS = [
  [0, 0.1, 81],
  [0, 0.6, 78],
  [1, 0.35, 76],
  [2, 0.1, 83],
  [2, 0.55, 78],
  [3, 0.3, 76],
] as const;

const pad = polySynth({
  oscillators: [
    { wave: 'soft', gain: 0.8, unison: 5, detune: 14, width: 0.9, free: true },
    { wave: 'triangle', gain: 0.3, semitones: 12, unison: 3, detune: 9, width: 0.7, free: true },
  ],
  filter: {
    kind: 'low',
    hz: 620,
    resonance: 0.1,
    octaves: 1.2,
    tracking: 0.3,
    envelope: { attack: 1.6, decay: 4, sustain: 0.4, release: 3 },
  },
  amp: { attack: 1.1, decay: 3, sustain: 0.8, release: 4 },
});
const drop = polySynth({
  oscillators: [{ wave: 'glass', gain: 0.5, unison: 2, detune: 7, width: 0.6 }],
  filter: {
    kind: 'low',
    hz: 2400,
    resonance: 0,
    octaves: 0.5,
    tracking: 0.2,
    envelope: { attack: 0.01, decay: 1, sustain: 0, release: 1 },
  },
  amp: { attack: 0.02, decay: 2.6, sustain: 0, release: 1.5 },
});

/** Adds a sound to a loop: what hangs over the end comes round at the beginning. */
function addToLoop(loop: StereoPcm, sound: StereoPcm, at: number, gain: number): void {
  const rounds = Math.ceil((at + sound.left.length) / LOOP_SAMPLES);
  for (let round = 0; round < rounds; round++) addSound(loop, sound, at - round * LOOP_SAMPLES, gain);
}

function dryLoop(): StereoPcm {
  const random = createRandom('onde bed');
  const loop = createStereo(LOOP_SAMPLES);
  const chordSamples = LOOP_SAMPLES / CHORDS.length;
  const seconds = chordSamples / SAMPLE_RATE;
  CHORDS.forEach((chord, index) => {
    chord.forEach((midi, voice) => {
      const note = { hz: hzOf(midi), seconds, velocity: 0.8, fromHz: null, random };
      addToLoop(loop, pad(note), index * chordSamples, voice === 0 ? 0.5 : 0.3);
    });
  });
  for (const [chord, place, midi] of DROPS) {
    const note = { hz: hzOf(midi), seconds: 0.2, velocity: 0.7, fromHz: null, random };
    addToLoop(loop, drop(note), Math.round((chord + place) * chordSamples), 0.16);
  }
  return loop;
}

function tile(loop: StereoPcm, rounds: number): StereoPcm {
  const tiled = createStereo(loop.left.length * rounds);
  for (let round = 0; round < rounds; round++) addSound(tiled, loop, round * loop.left.length, 1);
  return tiled;
}

/** Three rounds with a room around them; in the last one the room has settled, so that it joins itself. */
function withRoom(loop: StereoPcm): StereoPcm {
  const dry = tile(loop, 3);
  const send = dry.left.map((sample, i) => (sample + (dry.right[i] ?? 0)) * 0.5);
  addReverb(dry, send, { seconds: 4, preDelay: 0.03, dampHz: 3200 }, 0.32);
  const from = 2 * LOOP_SAMPLES;
  return { left: dry.left.slice(from), right: dry.right.slice(from) };
}

function atLoudness(loop: StereoPcm, lufs: number): StereoPcm {
  const gain = 10 ** ((lufs - measureLoudness(tile(loop, 2))) / 20);
  return { left: loop.left.map((x) => x * gain), right: loop.right.map((x) => x * gain) };
}

const loop = atLoudness(withRoom(dryLoop()), LOUDNESS_LUFS);
// The middle one of three rounds: its first frame continues its last one.
const frames = encodeMp3Frames(tile(loop, 3)).slice(LOOP_FRAMES, 2 * LOOP_FRAMES);
writeFileSync(join(import.meta.dirname, '../assets/bed.mp3'), Buffer.concat(frames));
