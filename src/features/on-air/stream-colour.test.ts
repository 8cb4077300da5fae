import { describe, expect, it } from 'vitest';
import { STREAM_IDS } from '#src/spec/streams.ts';
import { contrast, streamPalette } from './stream-colour.ts';

describe('streamPalette', () => {
  it.each([
    ['dance', '#14131a'],
    ['hits', '#ffffff'],
    ['club', '#ffffff'],
    ['lounge', '#ffffff'],
    ['trance', '#14131a'],
    ['2000', '#14131a'],
    ['90s', '#14131a'],
    ['80s', '#14131a'],
  ] as const)('writes on %s in %s, which is legible', (streamId, onStream) => {
    const palette = streamPalette(streamId);
    expect(palette.onStream).toBe(onStream);
    expect(contrast(palette.stream, palette.onStream)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(STREAM_IDS)('draws the outlines of %s so that they are seen on every ground', (streamId) => {
    const { meterLight, meterDark } = streamPalette(streamId);
    for (const ground of ['#ffffff', '#faf7f1'])
      expect(contrast(meterLight, ground)).toBeGreaterThanOrEqual(3);
    for (const ground of ['#181a24', '#0e0f16'])
      expect(contrast(meterDark, ground)).toBeGreaterThanOrEqual(3);
  });

  it('leaves a colour alone that is seen as it is', () => {
    expect(streamPalette('club').meterLight).toBe('#003a68');
    expect(streamPalette('90s').meterDark).toBe('#a3e949');
  });
});

describe('contrast', () => {
  it.each([
    ['#f29838', '#ffffff', 2.25],
    ['#cb2b3d', '#0e0f16', 3.6],
    ['#003a68', '#ffffff', 11.63],
    ['#a3e949', '#0e0f16', 13.02],
  ])('of %s and %s is %f', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1);
    expect(contrast(other, one)).toBeCloseTo(expected, 1);
  });
});
