import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanStation } from './scan-station.ts';

let station = '';
beforeEach(async () => {
  station = await mkdtemp(join(tmpdir(), 'onde-stray-'));
});
afterEach(() => rm(station, { recursive: true }));

/** Returns what a scan says of a station with these files, as `import` and `onde check` print it. */
async function toldOf(...paths: string[]): Promise<string[]> {
  for (const path of paths) {
    await mkdir(dirname(join(station, path)), { recursive: true });
    await writeFile(join(station, path), 'x');
  }
  return (await scanStation(station)).misplaced.map(({ path, reason }) => `${path} ${reason}`);
}

test('a folder of music that is no station is told, with where its music belongs', async () => {
  expect(await toldOf('Ana/Album/CD 1/a.mp3', 'notes/a.txt', 'b.mp3', 'Bo/b.flac')).toEqual([
    expect.stringMatching(
      /^Ana lies, like 2 more beside it, where no stream looks for music: .* music\/dance, /,
    ),
  ]);
});

test('music beside the parts of a station is told, a folder of its own beside them is not', async () => {
  expect(await toldOf('music/dance/a.mp3', 'originals/a.wav', 'cover.jpg', '.trash/b.mp3')).toEqual([]);
  expect(await toldOf('Dance/b.mp3')).toEqual([expect.stringMatching(/^Dance lies where no stream looks/)]);
});

test('a folder that is called nearly as a part of a station is told, for nobody hears what is in it', async () => {
  expect(await toldOf('music/dance/a.mp3', 'Jingles/a.mp3', 'spot/dance/b.flac', 'Videos/a.mp4')).toEqual([
    'Jingles is no part of a station, so nothing in it is heard; did you mean jingles?',
    'spot is no part of a station, so nothing in it is heard; did you mean spots?',
  ]);
});

test('an archive among music is told: nobody hears what is in it', async () => {
  expect(await toldOf('music/dance/a.mp3', 'music/dance/Album.ZIP', 'music/dance/a.log.gz')).toEqual([
    'music/dance/Album.ZIP is an archive, and nothing in it is played: unpack it here',
  ]);
  expect(await toldOf('music/All.zip')).toContainEqual(
    expect.stringMatching(/^music\/All\.zip is an archive, .* unpack it into .* music\/dance, /),
  );
});
