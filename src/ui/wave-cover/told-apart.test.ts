import sharp from 'sharp';
import { expect, test } from 'vitest';
import { THUMB_PIXELS } from '#src/contract/limits.ts';
import { STREAM_COLOURS, type StreamId } from '#src/contract/streams.ts';
import { waveCover } from './wave-cover.ts';

const TITLES = Array.from({ length: 200 }, (_, index) => `artist ${index * 7} - title ${index}`);
/** The distance of two plain colours, in OKLab, whose difference can just be seen. */
const JUST_SEEN = 0.02;

// The darkest stream, the lightest, and one between.
test.each<StreamId>(['club', '90s', 'dance'])(
  'among 200 covers of %s as thumbs even the most alike can be told apart [R93]',
  async (streamId) => {
    const thumbs: Float64Array[] = [];
    for (const title of TITLES) thumbs.push(await drawThumb(title, STREAM_COLOURS[streamId]));
    const nearest = nearestDistances(thumbs).sort((a, b) => a - b);
    expect(nearest[0]).toBeGreaterThan(JUST_SEEN);
    expect(nearest[10]).toBeGreaterThan(2 * JUST_SEEN);
    expect(nearest[100]).toBeGreaterThan(3.5 * JUST_SEEN);
  },
);

/** The pixels' lightness and two colour axes, one after the other. */
async function drawThumb(title: string, colour: string): Promise<Float64Array> {
  const svg = Buffer.from(waveCover(title, colour));
  const bytes = await sharp(svg).resize(THUMB_PIXELS, THUMB_PIXELS).removeAlpha().raw().toBuffer();
  const thumb = new Float64Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 3) thumb.set(oklab(bytes.subarray(at, at + 3)), at);
  return thumb;
}

/** How far the cover most like it is, for each: the mean distance of their pixels. */
function nearestDistances(thumbs: readonly Float64Array[]): number[] {
  const nearest = thumbs.map(() => Number.POSITIVE_INFINITY);
  for (const [at, one] of thumbs.entries()) {
    for (const [before, other] of thumbs.slice(0, at).entries()) {
      const distance = meanDistance(one, other);
      nearest[at] = Math.min(nearest[at] ?? 0, distance);
      nearest[before] = Math.min(nearest[before] ?? 0, distance);
    }
  }
  return nearest;
}

function meanDistance(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 3) {
    const lightness = (one[at] ?? 0) - (other[at] ?? 0);
    const a = (one[at + 1] ?? 0) - (other[at + 1] ?? 0);
    const b = (one[at + 2] ?? 0) - (other[at + 2] ?? 0);
    sum += Math.sqrt(lightness * lightness + a * a + b * b);
  }
  return sum / (one.length / 3);
}

/** Björn Ottosson's OKLab of an sRGB colour, whose distances are those that people see. */
function oklab(rgb: Uint8Array): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = [...rgb].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}
