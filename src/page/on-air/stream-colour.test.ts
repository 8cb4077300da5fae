import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast } from '#src/platform/colour/colour.ts';
import { streamPalette, streamSheet } from './stream-colour.ts';

/** [R1] */
const COLOURS = {
  dance: 'rgba(242,152,56,1)',
  hits: 'rgba(203,43,61,1)',
  club: 'rgba(0,58,104,1)',
  lounge: 'rgba(126,49,239,1)',
  trance: 'rgba(65,157,228,1)',
  '2000': 'rgba(236,82,40,1)',
  '90s': 'rgba(163,233,73,1)',
  '80s': 'rgba(224,73,166,1)',
};
const channel = fc.integer({ min: 0, max: 255 });

describe('streamPalette', () => {
  test.each([
    ['dance', '#14131a'],
    ['hits', '#ffffff'],
    ['club', '#ffffff'],
    ['lounge', '#ffffff'],
    ['trance', '#14131a'],
    ['2000', '#14131a'],
    ['90s', '#14131a'],
    ['80s', '#14131a'],
  ] as const)('writes on %s in %s, which is legible', (streamId, onStream) => {
    const palette = streamPalette(COLOURS[streamId]);
    expect(palette.onStream).toBe(onStream);
    expect(contrast(palette.stream, palette.onStream)).toBeGreaterThanOrEqual(4.5);
  });

  test('makes text legible and outlines seen on every ground, whatever colour a station chooses', () => {
    fc.assert(
      fc.property(channel, channel, channel, (red, green, blue) => {
        const { stream, onStream, meterLight, meterDark } = streamPalette(`rgba(${red},${green},${blue},1)`);
        expect(contrast(stream, onStream)).toBeGreaterThanOrEqual(4.5);
        for (const ground of ['#ffffff', '#faf7f1'])
          expect(contrast(meterLight, ground)).toBeGreaterThanOrEqual(3);
        for (const ground of ['#181a24', '#0e0f16'])
          expect(contrast(meterDark, ground)).toBeGreaterThanOrEqual(3);
      }),
      {
        examples: [
          [0, 0, 0],
          [255, 255, 255],
          [120, 120, 120],
          [118, 118, 118],
        ],
      },
    );
  });

  test.each([
    ['rgba(242,152,56,1)', '#f29838'],
    ['rgb( 0 , 58 , 104 )', '#003a68'],
    ['rgba(163,233,73,.5)', '#a3e949'],
    ['rgba(999,0,300,0.25)', '#ff00ff'],
  ])('reads %s as %s', (colour, stream) => {
    expect(streamPalette(colour).stream).toBe(stream);
  });

  test('leaves a colour alone that is seen as it is', () => {
    expect(streamPalette(COLOURS.club).meterLight).toBe('#003a68');
    expect(streamPalette(COLOURS['90s']).meterDark).toBe('#a3e949');
  });
});

test('an element that names a stream has its colours by a rule of the sheet', () => {
  const streams = [
    { id: '80s', color: 'rgba(242,152,56,1)' },
    { id: 'club', color: 'rgba(0,58,104,1)' },
  ] as const;
  expect(streamSheet(streams)).toBe(
    '[data-stream="80s"]{--stream:#f29838;--on-stream:#14131a;--meter:light-dark(#c67d32, #f29838)}' +
      '[data-stream="club"]{--stream:#003a68;--on-stream:#ffffff;--meter:light-dark(#003a68, #426d8f)}',
  );
});
