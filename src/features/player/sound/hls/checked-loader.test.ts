import { expect, test } from 'vitest';
import { isWanted } from './checked-loader.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;
const PAGE = '<!doctype html><title>Sign in</title>';

test.each([
  ['a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2,\n1.mp3\n', true],
  ['a playlist without segments', '#EXTM3U\n', false],
  ['a page in its place', PAGE, false],
  ['nothing in its place', '', false],
  ['a segment', bytes(0x49, 0x44, 0x33, 4), true],
  ['frames without a tag', bytes(0xff, 0xfb), true],
  ['a page in the place of a segment', new TextEncoder().encode(PAGE).buffer, false],
  ['an empty segment', bytes(), false],
])('%s is what was asked for, or not [R191]', (_, answer, expected) => {
  expect(isWanted(answer)).toBe(expected);
});
