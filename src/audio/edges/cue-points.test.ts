import { describe, expect, test } from 'vitest';
import { findCuePoints } from './cue-points.ts';

const STEP = 4_410;
const LOUD = -16;

/** Tenths of a second at these loudnesses: `[count, lufs]`. */
function piece(...parts: [number, number][]) {
  const stepLufs = Float32Array.from(parts.flatMap(([count, lufs]) => Array<number>(count).fill(lufs)));
  return findCuePoints({ stepLufs, integratedLufs: LOUD }, stepLufs.length * STEP);
}

describe('silence at head and tail', () => {
  test('is left out, but for a fifth of a second', () => {
    const { start, end, silentTail } = piece([30, -Infinity], [100, LOUD], [50, -90]);
    expect([start, end, silentTail]).toEqual([28 * STEP, 132 * STEP, 2 * STEP]);
  });

  test('stays where there is less of it', () => {
    const { start, end, silentTail } = piece([1, -Infinity], [100, LOUD], [1, -Infinity]);
    expect([start, end, silentTail]).toEqual([0, 102 * STEP, STEP]);
  });

  test('is none as long as a fade can be heard', () => {
    const fade = Array.from({ length: 100 }, (_, step): [number, number] => [1, LOUD - step / 2]);
    const { start, end } = piece(...fade.toReversed(), ...fade, [20, -Infinity]);
    expect([start, end]).toEqual([0, 202 * STEP]);
  });

  test('is none where the piece as a whole is quiet', () => {
    const stepLufs = new Float32Array(100).fill(-55);
    const { start, end } = findCuePoints({ stepLufs, integratedLufs: -55 }, 100 * STEP);
    expect([start, end]).toEqual([0, 100 * STEP]);
  });

  test('ends with the last sample, which lies in the middle of a tenth of a second', () => {
    const stepLufs = new Float32Array(100).fill(LOUD);
    const { end, silentTail } = findCuePoints({ stepLufs, integratedLufs: LOUD }, 99 * STEP + 17);
    expect([end, silentTail]).toEqual([99 * STEP + 17, 0]);
  });

  test.each<[string, [number, number][], [number, number]]>([
    [
      'head',
      [
        [1, LOUD],
        [49, -Infinity],
      ],
      [0, 5],
    ],
    [
      'tail',
      [
        [49, -Infinity],
        [1, LOUD],
      ],
      [45, 50],
    ],
    [
      'middle',
      [
        [20, -Infinity],
        [1, LOUD],
        [29, -Infinity],
      ],
      [18, 23],
    ],
  ])('[R226] stays as far as half a second needs it, for a sound at its %s', (_, parts, [from, until]) => {
    const { start, end } = piece(...parts);
    expect([start, end]).toEqual([from * STEP, until * STEP]);
  });
});

describe('silence within', () => {
  test('is told of when it is long, by its place in the file', () => {
    const { innerSilence, end } = piece(
      [30, -Infinity],
      [100, LOUD],
      [101, -80],
      [10, LOUD],
      [120, -80],
      [10, LOUD],
    );
    expect(innerSilence).toEqual({ fromMs: 24_100, durationMs: 12_000 });
    expect(end).toBe(371 * STEP);
  });

  test('is not worth a word when it is a pause', () => {
    expect(piece([100, LOUD], [100, -Infinity], [100, LOUD]).innerSilence).toBeNull();
  });
});
