import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import type { Drawing } from './picture-drawing.ts';
import { PictureFault, PictureProcess } from './picture-process.ts';

const SQUARE: Drawing = { width: 256, height: 256, fit: 'cover', quality: 82, pixelsMax: 20e6 };
const TROUBLED = new URL('./testing/troubled-process.ts', import.meta.url);

const pictures = new PictureProcess({ clock: systemClock });
afterAll(() => pictures[Symbol.asyncDispose]());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f29838' } });
const factsOf = async (picture: Buffer) => {
  const { format, width, height, exif } = await sharp(picture).metadata();
  return [format, width, height, exif];
};

test('a picture becomes a small square, and says nothing of where it was taken', async () => {
  const taken = plain(900, 400)
    .withExif({ IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
    .jpeg();
  const drawn = await pictures.draw(await taken.toBuffer(), SQUARE);
  expect(await factsOf(drawn)).toEqual(['webp', 256, 256, undefined]);
});

test.each(['png', 'webp', 'gif'] as const)(
  'a %s is shown whole, and no larger than it is',
  async (format) => {
    const small = await plain(200, 100).toFormat(format).toBuffer();
    const inside = { ...SQUARE, fit: 'inside' } as const;
    expect(await factsOf(await pictures.draw(small, inside))).toEqual(['webp', 200, 100, undefined]);
    const narrow = { ...inside, width: 50 };
    expect(await factsOf(await pictures.draw(small, narrow))).toEqual(['webp', 50, 25, undefined]);
  },
);

test('a photograph that lies on its side is set upright', async () => {
  const lying = await plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const drawn = await pictures.draw(lying, { ...SQUARE, fit: 'inside' });
  expect(await factsOf(drawn)).toEqual(['webp', 128, 256, undefined]);
});

test.each([
  ['text', Buffer.from('no picture')],
  ['nothing', Buffer.alloc(0)],
  [
    'a drawing with a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
  ],
])('%s is no picture', async (_what, bytes) => {
  await expect(pictures.draw(bytes, SQUARE)).rejects.toThrow(PictureFault);
});

test('a kind of picture that browsers send nobody is none', async () => {
  const tiff = await plain(20, 20).tiff().toBuffer();
  await expect(pictures.draw(tiff, SQUARE)).rejects.toThrow(PictureFault);
});

test('a picture that would fill the memory, or breaks off, is none', async () => {
  const large = await plain(9_000, 9_000).png().toBuffer();
  await expect(pictures.draw(large, SQUARE)).rejects.toThrow(/pixel/);
  const whole = await plain(900, 900).jpeg().toBuffer();
  await expect(pictures.draw(whole.subarray(0, whole.length / 2), SQUARE)).rejects.toThrow(PictureFault);
});

test('pictures that come at once are each drawn as they were asked for', async () => {
  const sides = [10, 20, 30, 40];
  const drawn = await Promise.all(
    sides.map(async (side) =>
      pictures.draw(await plain(100, 100).png().toBuffer(), { ...SQUARE, width: side, height: side }),
    ),
  );
  expect(await Promise.all(drawn.map(factsOf))).toEqual(sides.map((side) => ['webp', side, side, undefined]));
});

test('a picture over which the process dies is none, and the next one is drawn', async () => {
  await using troubled = new PictureProcess({ clock: systemClock, entry: TROUBLED });
  const [died, next] = await Promise.allSettled([
    troubled.draw(Buffer.from('die'), SQUARE),
    troubled.draw(Buffer.from('answer'), SQUARE),
  ]);
  expect(died).toMatchObject({ reason: { name: 'PictureFault', message: expect.stringContaining('twice') } });
  expect(next).toMatchObject({ value: Buffer.from('drawn') });
});

test('a picture over which the process hangs has 30 seconds, and the next one is drawn', async () => {
  const clock = new ManualClock();
  await using troubled = new PictureProcess({ clock, entry: TROUBLED });
  // Started before time passes: the start has a limit of its own.
  await troubled.draw(Buffer.from('answer'), SQUARE);
  const hanging = troubled.draw(Buffer.from('hang'), SQUARE);
  const next = troubled.draw(Buffer.from('answer'), SQUARE);
  // Until it is asked for.
  await setImmediate();
  clock.advance(30_000);
  await expect(hanging).rejects.toThrow(/busy for more than 30 s/);
  expect(await next).toEqual(Buffer.from('drawn'));
});
