import { expect, test } from 'vitest';
import { id3Padding } from './id3-padding.ts';
import { findAudioRange } from './tag-boundaries.ts';

test.each([10, 11, 137, 138, 417, 20_000])('a padding tag of %i bytes is skipped whole', (length) => {
  const tag = id3Padding(length);
  expect(tag).toHaveLength(length);
  expect(findAudioRange(Buffer.concat([tag, Buffer.from('audio')]))).toEqual({
    start: length,
    end: length + 5,
  });
});

test.each([9, 0, -1, 10.5])('a padding tag of %d bytes is refused', (length) => {
  expect(() => id3Padding(length)).toThrow(RangeError);
});
