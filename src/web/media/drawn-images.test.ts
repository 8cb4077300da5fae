import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { type Draw, DrawnImages, drawnImagesFolder, lineOf, readDrawn, sendDrawn } from './drawn-images.ts';

const OPTIONS = { contentType: 'image/png', cacheControl: 'public, max-age=60' };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-drawn-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Pictures on a disk that can be filled. */
function openImages() {
  const clock = new ManualClock();
  const told: string[] = [];
  const disk = { fault: '', drawings: 0 };
  const images = new DrawnImages({
    cacheFolder: folder,
    clock,
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
    write: async (...file) => {
      if (disk.fault !== '') throw Object.assign(new Error(disk.fault), { code: disk.fault });
      await replaceFile(...file);
    },
  });
  const find = (name: string, pixels = 4, begin = () => {}) => {
    const draw: Draw = (library) => {
      disk.drawings++;
      const create = { width: pixels, height: pixels, channels: 4, background: '#f29838' } as const;
      return library({ create }).png({ compressionLevel: 0 });
    };
    return images.find([name], 'png', draw, '', begin);
  };
  return { clock, told, disk, images, find };
}

test.each(['ENOSPC', 'EROFS', 'EDQUOT'])(
  'a disk that refuses with %s shows each picture all the same',
  async (fault) => {
    const { told, disk, find } = openImages();
    disk.fault = fault;
    const image = await find('a');
    const answer = await sendDrawn(new Request('http://radio.example/a.png'), image, OPTIONS);
    expect([answer?.status, answer?.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer());
    expect(bytes.equals(await readDrawn(image))).toBe(true);
    expect((await sharp(bytes).metadata()).width).toBe(4);
    const etag = answer?.headers.get('etag') ?? '';
    const again = new Request('http://radio.example/a.png', { headers: { 'if-none-match': etag } });
    expect((await sendDrawn(again, await find('a'), OPTIONS))?.status).toBe(304);
    expect(disk.drawings).toBe(1);
    expect(told).toEqual([expect.stringMatching(`"level":40.*${fault}.*drawn pictures cannot be kept`)]);
  },
);

test('a full disk is told once, however many pictures it costs, and so is its end', async () => {
  const { clock, told, disk, find } = openImages();
  disk.fault = 'ENOSPC';
  for (const name of 'abcdefgh') await find(name);
  expect(told).toHaveLength(1);
  disk.fault = '';
  clock.advance(60_000);
  const kept = await find('i');
  expect(kept.unkept).toBeNull();
  expect(kept.path.startsWith(drawnImagesFolder(folder))).toBe(true);
  expect((await readFile(kept.path)).equals(await readDrawn(kept))).toBe(true);
  expect(told.slice(1)).toEqual([expect.stringMatching(/"level":30.*"failures":8.*kept again/)]);
  // What was in memory alone is kept now.
  expect((await find('a')).unkept).toBeNull();
});

test('memory holds the newest of the pictures that cannot be kept, and no more than its limit', async () => {
  const { disk, find } = openImages();
  disk.fault = 'ENOSPC';
  // 4 MB each.
  for (const name of 'abcdef') await find(name, 1_024);
  const begin = () => {
    throw new Error('not held');
  };
  const isHeld = (name: string) => find(name, 4, begin).then(Boolean, () => false);
  const held = await Promise.all([...'abcdef'].map(isHeld));
  expect(held).toEqual([false, false, false, true, true, true]);
});

test('[W267] pictures that one site asks for hold up nobody else, who may ask for one of them', async () => {
  const { images } = openImages();
  const order: string[] = [];
  const ask = (name: string, address: string) =>
    images.findPassing(
      [name],
      'png',
      (library) => {
        order.push(name);
        return library({ create: { width: 4, height: 4, channels: 4, background: '#f29838' } }).png();
      },
      lineOf(address),
    );
  const greedy = Array.from({ length: 12 }, (_, at) => ask(`greedy ${at}`, `2001:db8:1:${at}::1`));
  await Promise.all([...greedy, ask('other', '203.0.113.7'), ask('greedy 11', '203.0.113.8')]);
  expect(order).toHaveLength(13);
  expect(order.slice(0, 5).sort()).toEqual(['greedy 0', 'greedy 1', 'greedy 11', 'greedy 2', 'other']);
});
