import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AudioSource } from '#src/audio/codec/audio-source.ts';
import { SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';
import { mainDataOf } from '#src/audio/mp3/main-data.ts';
import { reservoirFrames } from '#src/audio/testing/reservoir-frames.ts';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { AudioRing } from './audio-ring.ts';
import { decodableFrom } from './pre-roll.ts';

const FIRST = 1_000;

let folder: string;
/** Music that uses the bit reservoir, then a tone that does not, then music again: as a station is half done. */
let frames: Uint8Array[];
let ring: AudioRing;
let whole: Float32Array;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-pre-roll-'));
  const music = reservoirFrames(6);
  frames = [...music, ...toneFrames(3, 330), ...music];
  ring = new AudioRing(FIRST);
  for (const frame of frames) ring.append(frame, 0, frame.length);
  whole = decodeFrom(FIRST);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The left channel of the ring from a frame on, as the project decodes it. */
function decodeFrom(frame: number): Float32Array {
  const path = join(folder, 'cut.mp3');
  writeFileSync(path, ring.slice(ring.positionOf(frame), ring.head));
  using source = AudioSource.open(path);
  const parts: Float32Array[] = [];
  for (const { left } of source.samples()) parts.push(left.slice());
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => {
    samples.set(part, at);
    return at + part.length;
  }, 0);
  return samples;
}

/** The first frame from which on what is decoded from a cut equals the whole, to the sample. */
function rightFrom(cut: number): number {
  const samples = decodeFrom(cut);
  const offset = (cut - FIRST) * SAMPLES_PER_FRAME;
  expect(samples.length).toBe(whole.length - offset);
  const wrong = samples.findLastIndex((sample, at) => sample !== whole[offset + at]);
  return cut + Math.ceil((wrong + 1) / SAMPLES_PER_FRAME);
}

test('the music is of both kinds', () => {
  const reservoir = frames.map((frame) => mainDataOf(frame, frame.length).beginsBefore > 0);
  const share = reservoir.filter(Boolean).length / frames.length;
  expect(share).toBeGreaterThan(0.5);
  expect(share).toBeLessThan(0.9);
});

test('from the frame asked for on, a cut decodes as if it had never been cut', () => {
  const late: number[] = [];
  let alone = 0;
  for (let asked = FIRST + 3; asked < FIRST + frames.length - 3; asked += 29) {
    const begin = decodableFrom(ring, asked);
    expect(begin).toBeLessThan(asked);
    expect(begin).toBeGreaterThan(asked - 8);
    if (rightFrom(begin) > asked) late.push(asked);
    // What a cut at that very frame would be.
    if (rightFrom(asked) > asked) alone += 1;
  }
  expect(late).toEqual([]);
  expect(alone).toBeGreaterThan(10);
});

test('at its oldest frame the ring has nothing to begin with before', () => {
  expect(decodableFrom(ring, FIRST)).toBe(FIRST);
});
