import { utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TemporaryStation } from './testing/temporary-station.ts';

/** Two files without tags, of another size and time each, on air under these paths, then with each other's. */
async function swapped(one: string, other: string): Promise<{ station: TemporaryStation; ids: string[] }> {
  const station = await TemporaryStation.create();
  await station.putAudio(one, { seed: 2, seconds: 3.5 });
  await station.putAudio(other, { seed: 3, seconds: 4 });
  await utimes(station.path(one), 1_000, 1_000);
  await utimes(station.path(other), 2_000, 2_000);
  await station.import();
  const ids = [(await station.recordOf(one)).id, (await station.recordOf(other)).id];
  await station.move(one, 'away.wav');
  await station.move(other, one);
  await station.move('away.wav', other);
  return { station, ids };
}

test('[R127] two files that get each other’s names rename both tracks', async () => {
  const [one, other] = ['music/dance/Ana - A.wav', 'music/dance/Bo - B.wav'];
  const { station, ids } = await swapped(one, other);
  await using _ = station;
  expect(await station.import()).toMatchObject({ skipped: [], remarks: [] });
  expect(await station.recordOf(one)).toMatchObject({ id: ids[1], artist: 'Ana', title: 'A' });
  expect(await station.recordOf(other)).toMatchObject({ id: ids[0], artist: 'Bo', title: 'B' });
});

test('a jingle and a track that get each other’s places become what lies there', async () => {
  const [one, other] = ['jingles/J.wav', 'music/dance/Ana - A.wav'];
  const { station, ids } = await swapped(one, other);
  await using _ = station;
  expect(await station.import()).toMatchObject({ skipped: [] });
  expect(await station.recordOf(one)).toMatchObject({ id: ids[1], kind: 'jingle' });
  const track = await station.recordOf(other);
  expect(track).toMatchObject({ id: ids[0], kind: 'track', artist: 'Ana', title: 'A' });
  expect(track.placements.map(({ path }) => path)).toEqual([other]);
});
