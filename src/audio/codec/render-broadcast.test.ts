import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { mainDataOf } from '#src/audio/mp3/main-data.ts';
import { writeAudio } from '#src/audio/testing/write-audio.ts';
import { AudioSource } from './audio-source.ts';
import { renderBroadcast, TAKE_OVER_SAMPLES } from './render-broadcast.ts';

const RATE = 44_100;
const FRAME = 1_152;
const WINDOW = 2_048;
const AS_IT_IS = { gainDb: 0, ceilingDb: null };
/** LAME makes everything 0.45 dB quieter. */
const SCALE = 0.95;

let folder = '';
let steady: Float32Array;
const file = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-render-'));
  // Beats make an encoder save bits up, if it may.
  writeAudio(file('beats.flac'), {
    seconds: 5,
    seed: 3,
    shape: (t) => 0.08 + 0.6 * Math.exp(-12 * (t % 0.5)),
  });
  writeAudio(file('steady.flac'), { seconds: 5, seed: 4 });
  steady = leftOf(file('steady.flac'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function leftOf(path: string): Float32Array {
  using audio = AudioSource.open(path);
  const parts: Float32Array[] = [];
  // A block is only good until the next one is asked for.
  for (const { left } of audio.samples()) parts.push(left.slice());
  return joined(parts);
}

function joined(parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  return all;
}

function render(source: string, start: number, end: number) {
  const audioPath = file('rendered.mp3');
  return renderBroadcast({ source: file(source), loudness: AS_IT_IS, audioPath, part: { start, end } });
}

/** By how many samples `decoded` is behind `truth`, which begins at its sample `at`, and how clean it is, in dB. */
function compare(decoded: Float32Array, truth: Float32Array, at: number) {
  const errorAt = (lag: number) => {
    let sum = 0;
    for (let i = 0; i < truth.length; i += 1)
      sum += (SCALE * (truth[i] ?? 0) - (decoded[at + lag + i] ?? 0)) ** 2;
    return sum;
  };
  let best = { lag: 0, error: Number.POSITIVE_INFINITY };
  for (let lag = -FRAME; lag < 2 * FRAME; lag += 1) {
    const error = errorAt(lag);
    if (error < best.error) best = { lag, error };
  }
  return { lag: best.lag, cleanDb: 10 * Math.log10((SCALE ** 2 * energy(truth)) / best.error) };
}

describe('a rendered piece', () => {
  const count = 3 * RATE + 333;

  test.each([0, 12_345])('has each sample in its place when it begins %i samples into the file', (start) => {
    const { frameOffsets } = render('steady.flac', start, start + count);
    const samples = leftOf(file('rendered.mp3'));
    expect(frameOffsets.length).toBe(Math.ceil(count / FRAME));
    expect(samples.length).toBe(frameOffsets.length * FRAME);
    for (const at of [0, RATE, samples.length - TAKE_OVER_SAMPLES - WINDOW]) {
      const { lag, cleanDb } = compare(samples, steady.subarray(start + at, start + at + WINDOW), at);
      expect(lag).toBe(TAKE_OVER_SAMPLES);
      expect(cleanDb).toBeGreaterThan(9);
    }
  });

  test('is made of frames that need no other', async () => {
    render('beats.flac', 0, count);
    const { audio, frameOffsets } = await readBroadcastFrames(file('rendered.mp3'));
    const frames = [...frameOffsets].map((start, at) => audio.subarray(start, frameOffsets[at + 1]));
    expect(frames.filter((frame) => mainDataOf(frame, frame.length).beginsBefore > 0)).toEqual([]);
  });

  test('is one frame where it is shorter than that', () => {
    expect(render('beats.flac', RATE, RATE + 400).frameOffsets.length).toBe(1);
  });
});

describe('sound that was cut into files', () => {
  // On a frame, right behind one, and anywhere.
  test.each([90 * FRAME, 90 * FRAME + 1, 2 * RATE, 2.5 * RATE])(
    'has no hole on air, cut at sample %i',
    (cut) => {
      const parts = [
        [0, cut],
        [cut, 5 * RATE],
      ].map(([start = 0, end = 0]) => {
        render('steady.flac', start, end);
        return readFileSync(file('rendered.mp3'));
      });
      writeFileSync(file('joined.mp3'), Buffer.concat(parts));
      const heard = leftOf(file('joined.mp3'));
      const end = Math.ceil(cut / FRAME) * FRAME;
      expect(compare(heard, steady.subarray(cut - WINDOW, cut), cut - WINDOW).lag).toBe(TAKE_OVER_SAMPLES);
      const behind = compare(heard, steady.subarray(cut, cut + WINDOW), cut);
      expect(behind.lag).toBe(TAKE_OVER_SAMPLES + end - cut);
      // Two hundredths of a second at a time, it is as loud as ever.
      const usual = energy(steady) / steady.length;
      for (let at = cut - 4 * FRAME; at < end + 4 * FRAME; at += 220)
        expect(Math.abs(10 * Math.log10(energy(heard.subarray(at, at + 882)) / 882 / usual))).toBeLessThan(4);
    },
  );
});

function energy(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0);
}
