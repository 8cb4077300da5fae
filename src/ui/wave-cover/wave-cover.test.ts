import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { STREAM_COLOURS, STREAM_IDS } from '#src/contract/streams.ts';
import { parseColour } from './hsl.ts';
import { waveCover } from './wave-cover.ts';

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

test('the picture is about as dark or light as its stream', async () => {
  const mean = async (colour: string) => {
    const { channels } = await sharp(Buffer.from(waveCover('title', colour))).stats();
    return channels.reduce((sum, channel) => sum + channel.mean, 0) / channels.length;
  };
  expect(await mean(STREAM_COLOURS.club)).toBeLessThan(await mean(STREAM_COLOURS['90s']));
});

test('colours are read in both notations', () => {
  expect(parseColour('#ff0000')).toEqual({ hue: 0, saturation: 100, lightness: 50 });
  expect(parseColour('rgba(0, 0, 255, 0.5)')).toEqual({ hue: 240, saturation: 100, lightness: 50 });
  expect(parseColour('#808080').saturation).toBe(0);
});
