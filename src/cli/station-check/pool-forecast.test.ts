import { expect, test } from 'vitest';
import { Library } from '#src/broadcast/rotation/library.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import type { StreamYaml } from '#src/station/config/station-yaml.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { forecastPools } from './pool-forecast.ts';

/** A Saturday, 13:00 in Paris. */
const NOON = Date.UTC(2026, 10, 21, 12);

function forecast(records: MediaRecord[], yaml: Partial<StreamYaml> = {}, nowMs = NOON) {
  const { streams, timezone } = stationConfig({ streams: [{ id: 'dance', ...yaml }] });
  const [stream] = streams;
  if (!stream) throw new Error('no stream');
  const library = new Library(new Map(records.map((record) => [record.id, record])));
  return forecastPools({ library, stream, timezone }, nowMs);
}

/** Tracks of 3 minutes, `folder` below the stream's; `from` makes their ids and titles differ. */
const tracks = (count: number, artists: number, folder = '', from = 0) =>
  Array.from({ length: count }, (_, at) => {
    const record = mediaRecord(from + at + 1, `Artist ${at % artists}`, `Title ${from + at}`);
    return { ...record, placements: record.placements.map((place) => ({ ...place, folder })) };
  });
const jingle = mediaRecord(9999, '', 'Jingle', 'dance', { kind: 'jingle' });

test('a day is as playout would play it: with its jingles', () => {
  const [without] = forecast(tracks(40, 40), { jingleEvery: 1 });
  const [withJingles] = forecast([...tracks(40, 40), jingle], { jingleEvery: 1 });
  expect(without?.simulated).toMatchObject({ spanMs: 24 * HOUR_MS, mostPlays: 12 });
  expect(withJingles?.simulated).toMatchObject({ spanMs: 24 * HOUR_MS, mostPlays: 6 });
  expect(withJingles?.simulated?.shortestRestMs).toBeGreaterThan(without?.simulated?.shortestRestMs ?? 0);
});

test('a folder is simulated in its next hours, from their beginning, at whatever hour it is asked', () => {
  const hours = [{ days: [5], from: 22, until: 24, folder: 'mix' }];
  const records = [...tracks(100, 50), ...tracks(14, 14, 'mix', 200)];
  const fridayNight = Date.UTC(2026, 10, 20, 22, 40);
  const [atNoon, atNight] = [NOON, fridayNight].map((nowMs) => forecast(records, { hours }, nowMs)[1]);
  expect(atNoon).toMatchObject({
    folder: 'mix',
    tracks: 14,
    simulated: { spanMs: 2 * HOUR_MS, mostPlays: 3 },
  });
  expect(atNight?.simulated).toEqual(atNoon?.simulated);
});

test('a folder that is on all week long is simulated for a day, and the whole stream is never heard', () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  const records = [...tracks(50, 50), ...tracks(10, 10, 'mix', 200)];
  const pools = forecast(records, { hours: [{ days, from: 0, until: 24, folder: 'mix' }] });
  expect(pools.map(({ folder, simulated }) => [folder, simulated?.spanMs])).toEqual([
    [null, undefined],
    ['mix', 24 * HOUR_MS],
  ]);
});

test('hours that others hold are never on', () => {
  const hours = ['mix', 'late'].map((folder) => ({ days: [6], from: 20, until: 21, folder }));
  const [, mix, late] = forecast([...tracks(20, 20, 'mix'), ...tracks(20, 20, 'late', 200)], { hours });
  expect(mix?.simulated?.spanMs).toBe(HOUR_MS);
  expect(late).toMatchObject({ folder: 'late', simulated: null });
});

test('an artist of most tracks follows on themself, named without guests', () => {
  const many = tracks(50, 1).map((record) => ({ ...record, artist: 'Big feat. Guest' }));
  const others = tracks(10, 10, '', 200);
  const [pool] = forecast([
    ...many.slice(1),
    ...tracks(1, 1).map((one) => ({ ...one, artist: 'Big' })),
    ...others,
  ]);
  expect(pool?.simulated?.frequent).toMatchObject({
    artist: 'Big',
    shortestRestMs: 0,
  });
  expect(pool?.simulated?.frequent?.inRow).toBeGreaterThanOrEqual(5);
  expect(pool?.simulated?.frequent?.inRow).toBeLessThanOrEqual(9);
});

test('a large library, or pieces of no length, end a simulation before the day', () => {
  const [large] = forecast(tracks(6_000, 1_500));
  expect(large?.simulated?.spanMs).toBeLessThan(18 * HOUR_MS);
  expect(large?.simulated).toMatchObject({ mostPlays: 1, shortestRestMs: null, frequent: null });
  const [empty] = forecast(tracks(3, 3).map((record) => ({ ...record, durationMs: 0 })));
  expect(empty?.simulated).toMatchObject({ spanMs: 0, shortestRestMs: 0 });
});
