import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TemporaryStation } from '#src/import/testing/temporary-station.ts';
import { isMountPoint } from './mount-points.ts';

/** A station with music on the air, a stream of which had a disk of its own. */
async function stationWithDisk(): Promise<TemporaryStation> {
  const station = await TemporaryStation.create();
  await station.putAudio('music/dance/A.wav');
  await station.putAudio('music/hits/album/B.wav', { seed: 2 });
  await station.import();
  await writeFile(`${station.folder.media}/mount-points.json`, '["music/hits"]');
  return station;
}

async function heard(station: TemporaryStation): Promise<string[]> {
  return (await station.records()).flatMap(({ placements }) => placements.map(({ path }) => path)).sort();
}

test('[R208] music of a stream whose own disk is away plays on until it is back', async () => {
  await using station = await stationWithDisk();
  await station.move('music/hits', 'away');
  await station.put('music/hits/NOT MOUNTED.txt', '');
  const told = [{ path: 'music/hits', reason: expect.stringMatching(/its disk is away: mount it/) }];
  expect(await station.import()).toMatchObject({ removed: 0, skipped: told });
  expect(await station.import()).toMatchObject({ removed: 0, skipped: told });
  expect(await heard(station)).toEqual(['music/dance/A.wav', 'music/hits/album/B.wav']);
  await rm(station.path('music/hits'), { recursive: true });
  await station.move('away', 'music/hits');
  expect(await station.import()).toMatchObject({ unchanged: 2, filed: 0, removed: 0, skipped: [] });
});

test('[R208] a station that is away as a whole is so, too, where a disk was once mounted in it', async () => {
  await using station = await stationWithDisk();
  await rename(station.path(''), `${station.root}/away`);
  await mkdir(station.path(''));
  await expect(station.import()).rejects.toMatchObject({ remedy: expect.stringMatching(/^Mount the disk /) });
  expect(await heard(station)).toEqual(['music/dance/A.wav', 'music/hits/album/B.wav']);
});

test('[R208] a folder without a disk of its own is an emptied one, and so is one that is gone', async () => {
  await using station = await stationWithDisk();
  await rm(station.path('music/hits'), { recursive: true });
  expect(await station.import()).toMatchObject({ removed: 1, skipped: [] });
  await station.putAudio('music/hits/B.wav', { seed: 2 });
  await station.import();
  await rm(station.path('music/hits/B.wav'));
  expect(await station.import()).toMatchObject({ removed: 1, skipped: [] });
  expect(await heard(station)).toEqual(['music/dance/A.wav']);
});

test('a disk begins where the device is another one than above', async () => {
  await using station = await TemporaryStation.create();
  await mkdir(station.path('music'));
  expect(await isMountPoint(station.path('music'))).toBe(false);
  expect(await isMountPoint(station.path('nowhere'))).toBe(false);
  if (process.platform === 'linux') expect(await isMountPoint('/proc')).toBe(true);
});
