import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { createStationData, mediaRecord } from '#src/station/testing/station-data.ts';
import { musicForecast } from './music-forecast.ts';

/** A station of these records, all tracks of 3 minutes, and this station.yaml. */
async function forecast(records: MediaRecord[], yaml = ''): Promise<string[]> {
  await using data = await createStationData();
  const stationDir = join(data.folder.root, 'station');
  await mkdir(stationDir);
  await writeFile(join(stationDir, 'station.yaml'), yaml);
  await data.addMedia(...records);
  return await musicForecast(stationDir, data.folder.root, new ManualClock());
}
const tracks = (count: number, artists: number, folder = '', from = 0) =>
  Array.from({ length: count }, (_, at) => {
    const record = mediaRecord(from + at + 1, `Artist ${at % artists}`, `Title ${from + at}`);
    return { ...record, placements: record.placements.map((place) => ({ ...place, folder })) };
  });

test('each stream says how long its music lasts', async () => {
  const lines = await forecast(tracks(245, 49));
  expect(lines[0]).toBe('dance: 245 tracks by 49 artists, 12 h 15 min until a track must come again');
  expect(lines[1]).toBe('  in a simulated day a track comes up to 2 times, again after 3 h 18 min or more');
  expect(lines[2]).toBe('hits: no tracks, a quiet bed and the jingles play');
  expect(lines).toHaveLength(9);
});

test('of what does not come again within the simulated day nothing is said', async () => {
  const lines = await forecast(tracks(600, 120));
  expect(lines.slice(0, 2)).toEqual([
    'dance: 600 tracks by 120 artists, 30 h until a track must come again',
    'hits: no tracks, a quiet bed and the jingles play',
  ]);
});

test('a folder with hours of its own is told of besides', async () => {
  const yaml = 'streams:\n  - id: dance\n    hours: [{ days: [5], from: 22, until: 23, folder: mix }]\n';
  const lines = await forecast([...tracks(100, 50), ...tracks(14, 14, 'mix/late', 200)], yaml);
  expect(lines.slice(0, 4)).toEqual([
    'dance: 114 tracks by 50 artists, 5 h 42 min until a track must come again',
    '  in a simulated day a track comes up to 5 times, again after 3 h or more',
    'dance, folder mix: 14 tracks by 14 artists, 42 min until a track must come again',
    '  too few tracks for 3 h between two plays of one: in 1 h simulated it comes up to 2 times, again after 27 min or more',
  ]);
});

test('too few artists for an hour: the one who is heard most is named', async () => {
  const lines = await forecast(tracks(120, 6));
  expect(lines.slice(0, 3)).toEqual([
    'dance: 120 tracks by 6 artists, 6 h until a track must come again',
    '  in a simulated day a track comes up to 4 times, again after 3 h or more',
    '  too few artists for an hour between two tracks of one: Artist 2 comes every 18 min, again after 9 min or more',
  ]);
});

test('an artist of most tracks: how often they follow on themself', async () => {
  const others = tracks(10, 10, '', 200).map((record) => ({ ...record, artist: `${record.artist} B` }));
  const lines = await forecast([...tracks(50, 1), ...others]);
  expect(lines.slice(1, 3)).toEqual([
    '  too few tracks for 3 h between two plays of one: in a simulated day it comes up to 8 times, again after 1 h 54 min or more',
    '  too few artists for an hour between two tracks of one: Artist 0 comes every 4 min, up to 8 times in a row',
  ]);
});

test('one track is named in the singular, and before the first import nothing is said', async () => {
  expect((await forecast(tracks(1, 1)))[0]).toBe(
    'dance: 1 track by 1 artist, 3 min until a track must come again',
  );
  expect(await forecast([])).toEqual([]);
});

test('pieces of seconds are told of in seconds, and the soonest is never said to be later', async () => {
  const short = tracks(3, 3).map((record) => ({ ...record, durationMs: 14_800 }));
  expect((await forecast(short)).slice(0, 3)).toEqual([
    'dance: 3 tracks by 3 artists, 44 s until a track must come again',
    '  too few tracks for 3 h between two plays of one: in a simulated day it comes up to 1,946 times, again after 14 s or more',
    '  too few artists for an hour between two tracks of one: Artist 2 comes every 44 s, again after 14 s or more',
  ]);
});

test('the only track of a stream comes again at once, whatever its length', async () => {
  const lines = await forecast(
    tracks(1, 1).map((record) => ({ ...record, durationMs: 40_019.591_836_734_69 })),
  );
  expect(lines[1]).toBe(
    '  too few tracks for 3 h between two plays of one: in a simulated day it comes up to 2,159 times, again at once',
  );
});
