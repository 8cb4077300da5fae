import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AudioSource } from '#src/audio/codec/audio-source.ts';
import { splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { reservoirFrames } from '#src/audio/testing/reservoir-frames.ts';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { layBreak } from './break-audio.ts';
import { FrameRun } from './frame-run.ts';

const tone = (seconds: number, hertz: number) =>
  splitBroadcastFrames(Buffer.concat(toneFrames(seconds, hertz)));
const A = tone(6, 440);
const B = tone(7, 660);
const C = tone(5, 880);
const whole = (frames: typeof A) => FrameRun.copy(frames, 0, frames.frameOffsets.length);
const frameAt = (frames: typeof A, at: number) =>
  frames.audio.subarray(frames.frameOffsets[at], frames.frameOffsets[at + 1]);

/** One spot beside a piece cut to its length, the first `skip` frames left out. */
const lay = (spot: typeof A, piece: typeof A, skip = 0) => {
  const run = FrameRun.copy(piece, 0, Math.min(spot.frameOffsets.length, piece.frameOffsets.length));
  return layBreak([FrameRun.copy(spot, 0, run.frames)], [{ run, isCut: true }], skip);
};

test.each(Array.from({ length: 60 }, (_, skip) => skip))(
  'both variants have as many bytes, %i frames into the break',
  (skip) => {
    for (const [spot, piece] of [
      [A, B],
      [C, A],
      [B, C],
    ] as const) {
      const { guest, member } = lay(spot, piece, skip);
      expect([member.frames, member.bytes.length]).toEqual([guest.frames, guest.bytes.length]);
      for (const run of [guest, member])
        expect(splitBroadcastFrames(run.bytes).frameOffsets).toHaveLength(guest.frames);
    }
  },
);

test('several pieces beside several spots meet as well, and lose three frames at most', () => {
  const spots = [whole(A), whole(C)];
  const total = A.frameOffsets.length + C.frameOffsets.length;
  const half = Math.floor(total / 3);
  const bonus = [half, half, total - 2 * half].map((frames) => ({
    run: FrameRun.copy(B, 0, frames),
    isCut: true,
  }));
  const { guest, member } = layBreak(spots, bonus);
  expect(member.bytes.length).toBe(guest.bytes.length);
  const kept = guest.frames - 3;
  for (let at = 0; at < kept; at += 1) {
    const original = at < A.frameOffsets.length ? frameAt(A, at) : frameAt(C, at - A.frameOffsets.length);
    expect(guest.frame(at).equals(original)).toBe(true);
  }
});

test('a piece is itself until it fades, and the file that it came from stays as it was', () => {
  const before = Buffer.from(B.audio);
  const { member } = lay(A, B);
  const untouched = member.frames - 77;
  for (let at = 0; at < untouched; at += 1) expect(member.frame(at).equals(frameAt(B, at))).toBe(true);
  expect(member.frame(member.frames - 20).equals(frameAt(B, member.frames - 20))).toBe(false);
  expect(B.audio.equals(before)).toBe(true);
});

describe('frames that give up their padding', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'onde-break-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function samplesOf(run: FrameRun): Float32Array[] {
    const path = join(folder, 'run.mp3');
    writeFileSync(path, run.bytes);
    using source = AudioSource.open(path);
    const parts: Float32Array[] = [];
    for (const { left } of source.samples()) parts.push(left.slice());
    return parts;
  }

  test('sound as before, to the sample, where they stand alone', () => {
    for (const frames of [A, B, C]) {
      const run = whole(frames);
      const shorter = run.shortened(3);
      expect([shorter.frames, shorter.bytes.length]).toEqual([run.frames, run.bytes.length - 3]);
      expect(samplesOf(shorter)).toEqual(samplesOf(run));
    }
  });

  test('are the last ones where they share their bits, and nothing before them changes', () => {
    const run = whole(splitBroadcastFrames(Buffer.concat(reservoirFrames(4))));
    const shorter = run.shortened(2);
    expect([shorter.frames, shorter.bytes.length]).toEqual([run.frames, run.bytes.length - 2]);
    const [before, after] = [samplesOf(run), samplesOf(shorter)].map((parts) =>
      parts.flatMap((part) => [...part]),
    );
    const changed = before?.findIndex((sample, at) => sample !== after?.[at]) ?? -1;
    expect(changed === -1 || changed > (run.frames - 6) * 1_152).toBe(true);
  });
});

test('a piece as long as the spot is not faded', () => {
  const { member } = layBreak([whole(A)], [{ run: whole(A), isCut: false }]);
  expect(member.bytes.equals(A.audio)).toBe(true);
});
