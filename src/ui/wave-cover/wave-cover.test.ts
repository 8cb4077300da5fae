import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STREAM_COLOURS, STREAM_IDS } from '#src/contract/streams.ts';
import { parseColour } from './cover-palette.ts';
import { waveCover, waveSea } from './wave-cover.ts';

const TITLES = Array.from({ length: 40 }, (_, index) => `artist ${index * 7} - title ${index}`);

test('one title in one colour always gives the same picture, in either notation of the colour', () => {
  const hex = waveCover('daft punk - da funk', '#f29838');
  expect(waveCover('daft punk - da funk', '#f29838')).toBe(hex);
  expect(waveCover('daft punk - da funk', 'rgba(242,152,56,1)')).toBe(hex);
});

test('another title gives another picture, and so does another stream', () => {
  const covers = STREAM_IDS.flatMap((id) =>
    ['a', 'b', 'daft punk - da funk'].map((title) => waveCover(title, STREAM_COLOURS[id])),
  );
  expect(new Set(covers).size).toBe(covers.length);
});

test('any title whatever gives a small picture that can be drawn, without a number gone wrong', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...Object.values(STREAM_COLOURS)),
      (title, colour) => {
        const svg = waveCover(title, colour);
        expect(svg).not.toMatch(/NaN|Infinity|undefined|style=/);
        expect(svg.length).toBeLessThan(6_000);
      },
    ),
    { numRuns: 200 },
  );
});

test.each(STREAM_IDS)(
  'covers of %s have a hue near the stream’s, but for the one thing that stands out',
  (id) => {
    const { hue } = parseColour(STREAM_COLOURS[id]);
    for (const title of TITLES) {
      const hues = [...waveSea(title, STREAM_COLOURS[id]).matchAll(/hsl\((\d+)/g)].map(([, degrees]) =>
        Number(degrees),
      );
      expect(hues.length).toBeGreaterThan(2);
      for (const one of hues) expect(Math.abs(((one - hue + 540) % 360) - 180)).toBeLessThanOrEqual(50);
    }
  },
);

test('what stands on a sea stands on the shades of the same title’s cover', () => {
  const colour = STREAM_COLOURS.trance;
  const ground = (svg: string) => /<rect [^>]*fill="(.*?)"/.exec(svg)?.[1];
  for (const title of TITLES) expect(ground(waveSea(title, colour))).toBe(ground(waveCover(title, colour)));
});

test('colours are read in both notations', () => {
  expect(parseColour('#ff0000')).toEqual({ hue: 0, saturation: 100, lightness: 50 });
  expect(parseColour('rgba(0, 0, 255, 0.5)')).toEqual({ hue: 240, saturation: 100, lightness: 50 });
  expect(parseColour('#808080').saturation).toBe(0);
});
