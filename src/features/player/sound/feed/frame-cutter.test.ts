import { expect, test } from 'vitest';
import { FrameCutter, NoFrames } from './frame-cutter.ts';
import { frameOf } from './testing/frames.ts';

const FRAMES = Array.from({ length: 38 }, (_, at) => frameOf(at));
const ALL = Buffer.concat(FRAMES);

test.each([1, 2, 3, 417, 418, 1_000, 16_000])('frames come out whole from pieces of %i bytes', (size) => {
  const cutter = new FrameCutter();
  const frames: Uint8Array[] = [];
  for (let at = 0; at < ALL.length; at += size) frames.push(...cutter.cut(ALL.subarray(at, at + size)));
  expect(frames).toHaveLength(FRAMES.length);
  expect(Buffer.concat(frames).equals(ALL)).toBe(true);
});

test('what breaks off in a frame gives those before it', () => {
  expect(new FrameCutter().cut(ALL.subarray(0, 1_000))).toHaveLength(2);
});

test('what is no frame of the radio is refused', () => {
  expect(() => new FrameCutter().cut(Buffer.from('<!doctype html>'))).toThrow(NoFrames);
  expect(() => new FrameCutter().cut(Buffer.concat([ALL.subarray(0, 400), ALL]))).toThrow(NoFrames);
});
