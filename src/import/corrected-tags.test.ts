import { chmod, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TemporaryStation } from './testing/temporary-station.ts';

/** Gives a file another title and its former time, as programs do that are told to keep the time. */
async function retag(station: TemporaryStation, path: string, from: string, to: string): Promise<void> {
  const { mtime } = await stat(station.path(path));
  const before = await readFile(station.path(path), 'latin1');
  expect(before).toContain(from);
  await station.put(path, Buffer.from(before.replace(from, to), 'latin1'));
  await utimes(station.path(path), mtime, mtime);
}

async function stationWith(...paths: string[]): Promise<TemporaryStation> {
  const station = await TemporaryStation.create();
  for (const path of paths) {
    await station.putAudio(path, {}, { artist: 'Ana', title: 'Sung' });
    await utimes(station.path(path), 1_000, 1_000);
  }
  await station.import();
  return station;
}

test('[R127] a corrected tag renames the track, though size and time of the file are as before', async () => {
  await using station = await stationWith('music/dance/a.mp3');
  const { id } = await station.recordOf('music/dance/a.mp3');
  await retag(station, 'music/dance/a.mp3', 'Sung', 'Song');
  expect(await station.import()).toMatchObject({ files: 1, filed: 1, rendered: 0, unchanged: 0 });
  expect(await station.recordOf('music/dance/a.mp3')).toMatchObject({ id, artist: 'Ana', title: 'Song' });
  expect(await station.import()).toMatchObject({ filed: 0, unchanged: 1 });
});

test('files that only changed rights or were restored are neither rendered nor filed again', async () => {
  await using station = await stationWith('music/dance/a.mp3', 'music/hits/b.mp3');
  const before = await station.records();
  await chmod(station.path('music/dance/a.mp3'), 0o600);
  expect(await station.import()).toMatchObject({ filed: 0, rendered: 0, unchanged: 2 });
  await writeFile(`${station.folder.media}/change-times.jsonl`, 'torn');
  expect(await station.import()).toMatchObject({ filed: 0, rendered: 0, unchanged: 2 });
  expect(await station.records()).toEqual(before);
});

test('of two files of one recording the one that still bears its title keeps it', async () => {
  await using station = await stationWith('music/dance/a.mp3', 'music/hits/b.mp3');
  await retag(station, 'music/hits/b.mp3', 'Sung', 'Song');
  expect(await station.import()).toMatchObject({ filed: 0, unchanged: 2 });
  expect(await station.records()).toMatchObject([{ title: 'Sung' }]);
  await retag(station, 'music/dance/a.mp3', 'Sung', 'Song');
  expect(await station.import()).toMatchObject({ filed: 1, unchanged: 1 });
  expect(await station.records()).toMatchObject([{ title: 'Song' }]);
});

test('a refused file that was mended under its former size and time is taken in', async () => {
  await using station = await TemporaryStation.create();
  await station.putAudio('music/dance/a.wav');
  const { size, mtime } = await stat(station.path('music/dance/a.wav'));
  await station.move('music/dance/a.wav', '../good.wav');
  await station.put('music/dance/a.wav', Buffer.alloc(size));
  await utimes(station.path('music/dance/a.wav'), mtime, mtime);
  expect(await station.import()).toMatchObject({ rendered: 0, skipped: [{ path: 'music/dance/a.wav' }] });
  await station.move('../good.wav', 'music/dance/a.wav');
  await utimes(station.path('music/dance/a.wav'), mtime, mtime);
  expect(await station.import()).toMatchObject({ rendered: 1, skipped: [] });
});

test('a track whose file of that title is gone is called as the one that stays', async () => {
  await using station = await stationWith('music/dance/a.mp3');
  await station.put('music/dance/b.mp3', await readFile(station.path('music/dance/a.mp3')));
  await retag(station, 'music/dance/b.mp3', 'Sung', 'Song');
  await station.import();
  expect(await station.records()).toMatchObject([{ title: 'Sung', placements: [{}, {}] }]);
  await station.move('music/dance/a.mp3', 'music/hits/c.mp3');
  await station.import();
  expect(await station.records()).toMatchObject([{ title: 'Sung', placements: [{}, {}] }]);
  await rm(station.path('music/hits/c.mp3'));
  expect(await station.import()).toMatchObject({ removed: 1, filed: 1, rendered: 0 });
  expect(await station.records()).toMatchObject([{ title: 'Song', placements: [{}] }]);
});
