import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TemporaryStation } from '#src/import/testing/temporary-station.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

async function stationOnAir(): Promise<TemporaryStation> {
  const station = await TemporaryStation.create();
  await station.putAudio('music/dance/A.wav', {}, { artist: 'A', title: 'A' });
  await station.putAudio('music/hits/B.wav', { seed: 2 }, { artist: 'B', title: 'B' });
  await station.putAudio('jingles/J.wav', { seed: 3, seconds: 1 });
  await station.import();
  return station;
}

const inRotation = async (station: TemporaryStation) =>
  (await station.records()).flatMap(({ placements }) => placements.map(({ path }) => path)).sort();
const ALL = ['jingles/J.wav', 'music/dance/A.wav', 'music/hits/B.wav'];

test('a station folder that is gone, empty or without music withdraws nothing, and says to mount the disk', async () => {
  await using station = await stationOnAir();
  const away = `${station.stationDir} away`;
  const refused = { message: expect.any(String), remedy: expect.stringMatching(/^Mount the disk /) };
  await rename(station.stationDir, away);
  await expect(station.import()).rejects.toMatchObject(refused);
  await mkdir(station.stationDir);
  await expect(station.import()).rejects.toBeInstanceOf(OperatorError);
  await rm(station.stationDir, { recursive: true });
  await rename(away, station.stationDir);
  await rename(station.path('music'), away);
  await mkdir(station.path('music/dance'), { recursive: true });
  await expect(station.import()).rejects.toMatchObject(refused);
  expect(await inRotation(station)).toEqual(ALL);
  await rm(station.path('music'), { recursive: true });
  await rename(away, station.path('music'));
  expect(await station.import()).toMatchObject({ unchanged: 3, removed: 0 });
});

test('one stream that is emptied leaves the air, as whoever empties it means', async () => {
  await using station = await stationOnAir();
  await rm(station.path('music/hits/B.wav'));
  expect(await station.import()).toMatchObject({ removed: 1 });
  expect(await inRotation(station)).toEqual(ALL.slice(0, 2));
});

test('what lies behind a link that leads nowhere for now stays in rotation, and the link is named', async () => {
  await using station = await stationOnAir();
  const away = `${station.stationDir} hits`;
  await rename(station.path('music/hits'), away);
  await symlink(away, station.path('music/hits'));
  expect(await station.import()).toMatchObject({ unchanged: 3 });
  await rename(away, `${away} unmounted`);
  expect(await station.import()).toMatchObject({
    removed: 0,
    skipped: [{ path: 'music/hits', reason: 'is a link that leads nowhere' }],
  });
  expect(await inRotation(station)).toEqual(ALL);
  await rm(station.path('music/hits'));
  expect(await station.import()).toMatchObject({ removed: 1 });
});
