import { readFile, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { id3WithPicture } from '#src/audio/testing/id3-with-picture.ts';
import { optionsToFailAt } from '#src/platform/files/testing/failing-process.ts';
import { TemporaryStation } from './testing/temporary-station.ts';

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
}

/** The colour of a track's cover: the channel that is bright; null without a cover. */
async function colourOf(station: TemporaryStation, path: string): Promise<string | null> {
  if (!(await station.recordOf(path)).hasCover) return null;
  const { cover } = await station.rendered(path);
  const { channels } = await sharp(await readFile(cover)).stats();
  return ['red', 'green', 'blue'].find((_, i) => (channels[i]?.mean ?? 0) > 100) ?? 'black';
}

async function putWithPicture(
  station: TemporaryStation,
  path: string,
  bytes: Buffer,
  type?: string,
): Promise<void> {
  await station.putAudio('music/hits/plain.mp3', { seed: path.length });
  const audio = await readFile(station.path('music/hits/plain.mp3'));
  await rm(station.path('music/hits/plain.mp3'));
  await station.put(path, Buffer.concat([id3WithPicture(bytes, type), audio]));
}

test('a picture in a folder is the cover of the tracks there that bring none, and of an album’s discs', async () => {
  await using station = await TemporaryStation.create();
  await station.put('music/dance/album/Folder.PNG', await picture('red'));
  await station.put('music/dance/album/cover.jpeg', await picture('blue'));
  await station.put('music/dance/album/back.jpg', await picture('green'));
  await station.putAudio('music/dance/album/A.wav', { seed: 1 });
  await station.putAudio('music/dance/album/CD 2/B.wav', { seed: 2 });
  await station.putAudio('music/dance/album/Live/C.wav', { seed: 3 });
  await putWithPicture(station, 'music/dance/album/Own.mp3', await picture('red'));
  expect((await station.import()).skipped).toEqual([]);
  expect(await colourOf(station, 'music/dance/album/A.wav')).toBe('blue');
  expect(await colourOf(station, 'music/dance/album/CD 2/B.wav')).toBe('blue');
  expect(await colourOf(station, 'music/dance/album/Live/C.wav')).toBeNull();
  expect(await colourOf(station, 'music/dance/album/Own.mp3')).toBe('red');
});

test('a picture that comes later, changes or goes is followed, and no sound is rendered for it', async () => {
  await using station = await TemporaryStation.create();
  await station.putAudio('music/dance/A.wav');
  await station.import();
  expect(await colourOf(station, 'music/dance/A.wav')).toBeNull();
  for (const colour of ['red', 'blue']) {
    await station.put('music/dance/cover.png', await picture(colour));
    expect(await station.import()).toMatchObject({ unchanged: 1, rendered: 0, filed: 0 });
    expect(await colourOf(station, 'music/dance/A.wav')).toBe(colour);
  }
  await rm(station.path('music/dance/cover.png'));
  await station.import();
  expect(await colourOf(station, 'music/dance/A.wav')).toBeNull();
});

test('a picture that is none is told once, the music plays, and it is not looked into again', async () => {
  await using station = await TemporaryStation.create();
  await station.put('music/dance/cover.jpg', 'words');
  await station.putAudio('music/dance/A.wav');
  const remarks = [
    { path: 'music/dance/A.wav', reason: 'is played, but its cover is no JPEG, PNG, WebP or GIF' },
  ];
  expect(await station.import()).toMatchObject({ rendered: 1, skipped: [], remarks });
  const before = await station.recordOf('music/dance/A.wav');
  expect(await station.import()).toMatchObject({ unchanged: 1, remarks });
  expect(await station.recordOf('music/dance/A.wav')).toEqual(before);
});

test('a corrected tag leaves the picture that another file of the recording holds, until none holds one', async () => {
  await using station = await TemporaryStation.create();
  const [first, second] = ['music/dance/A.mp3', 'music/hits/B.mp3'];
  const tagAnew = (path: string, title: string) =>
    station.putAudio(path, { seed: 1 }, { artist: 'Ana', title });
  await tagAnew(second, 'Sung');
  const plain = await readFile(station.path(second));
  const withPicture = Buffer.concat([id3WithPicture(await picture('red')), plain]);
  await station.put(first, withPicture);
  await station.import();
  expect(await station.records()).toMatchObject([{ placements: [{}, {}] }]);
  expect(await colourOf(station, first)).toBe('red');

  await station.put('music/hits/cover.png', await picture('blue'));
  await tagAnew(second, 'Song');
  expect(await station.import()).toMatchObject({ filed: 1, rendered: 0 });
  expect(await station.recordOf(second)).toMatchObject({ title: 'Song', folderPicture: null });
  expect(await colourOf(station, first)).toBe('red');
  await rm(station.path('music/hits/cover.png'));
  await tagAnew(second, 'Sang');
  await station.import();
  expect(await colourOf(station, first)).toBe('red');

  await station.put(second, withPicture);
  await tagAnew(first, 'Sung');
  await station.import();
  expect(await colourOf(station, first)).toBe('red');
  await tagAnew(second, 'Sang');
  await station.import();
  expect(await colourOf(station, first)).toBeNull();
});

test('[R208] names and cover of a recording stay while a disk does not give the tags of one of its files', async () => {
  await using station = await TemporaryStation.create();
  const [first, second] = ['music/dance/A.mp3', 'music/hits/B.mp3'];
  const tagAnew = (title: string) => station.putAudio(second, { seed: 1 }, { artist: 'Ana', title });
  await tagAnew('Sung');
  const plain = await readFile(station.path(second));
  await station.put(first, Buffer.concat([id3WithPicture(await picture('red')), plain]));
  await station.import();

  await tagAnew('Song');
  vi.stubEnv('NODE_OPTIONS', optionsToFailAt('open', 'B.mp3'));
  expect(await station.import()).toMatchObject({ filed: 0, isToBeTriedAgain: true });
  expect(await station.recordOf(second)).toMatchObject({ title: 'Sung', hasCover: true });
  // One whose tags can be read does not wait for the other.
  vi.stubEnv('NODE_OPTIONS', optionsToFailAt('open', 'A.mp3'));
  expect(await station.import()).toMatchObject({ filed: 1, isToBeTriedAgain: false });
  expect(await station.recordOf(second)).toMatchObject({ title: 'Song' });
  expect(await colourOf(station, second)).toBe('red');
});

test.each([
  ['has 256 megapixels, more than 40', async () => hugePng(16_000), 'image/png'],
  [
    'is no JPEG, PNG, WebP or GIF',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'image/svg+xml',
  ],
  [
    'is larger than 20 MB',
    async () => Buffer.concat([await picture('red'), Buffer.alloc(20e6)]),
    'image/png',
  ],
])(
  'a picture in the tags that %s costs nobody the music, and the folder’s stands in',
  async (fault, make, type) => {
    await using station = await TemporaryStation.create();
    await putWithPicture(station, 'music/dance/A.mp3', await make(), type);
    const remarks = [{ path: 'music/dance/A.mp3', reason: `is played, but its cover ${fault}` }];
    expect(await station.import()).toMatchObject({ rendered: 1, skipped: [], remarks });
    expect(await colourOf(station, 'music/dance/A.mp3')).toBeNull();
    await station.put('music/dance/cover.png', await picture('blue'));
    await station.import();
    expect(await colourOf(station, 'music/dance/A.mp3')).toBe('blue');
  },
);

/** The head of a picture with a number of pixels on each side: that alone must be enough to refuse it. */
async function hugePng(side: number): Promise<Buffer> {
  const png = await picture('red');
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

test('a copy without a picture beside it, in a folder that comes first, takes no cover away', async () => {
  await using station = await TemporaryStation.create();
  await station.put('music/dance/album/cover.png', await picture('red'));
  await station.putAudio('music/dance/album/A.wav');
  await station.import();
  await station.put('music/club/A.wav', await readFile(station.path('music/dance/album/A.wav')));
  await station.import();
  await station.import();
  expect(await colourOf(station, 'music/dance/album/A.wav')).toBe('red');
  // With both, the picture counts that lies beside one of them.
  await station.put('music/dance/album/cover.png', await picture('blue'));
  await station.import();
  expect(await colourOf(station, 'music/dance/album/A.wav')).toBe('blue');
});
