import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { type Chosen, chooseTrack } from './choose-track.ts';
import { ROTATION_RULES } from './pool-rests.ts';
import { RotationMemory } from './rotation-memory.ts';
import { seededRandom } from './seeded-random.ts';
import { sampleLibrary } from './testing/sample-libraries.ts';
import { poolOf, SIMULATED_START_MS as START, simulateRotation } from './testing/simulate-rotation.ts';

/**
 * What comes after plays that began this many minutes ago, the last one last; each draw starts from the same
 * memory.
 */
function draws(
  records: MediaRecord[],
  playedMinutesAgo: [record: MediaRecord | undefined, ago: number][] = [],
  times = 200,
) {
  const random = seededRandom(1);
  const memory = new RotationMemory();
  for (const [record, ago] of playedMinutesAgo) {
    if (record) memory.remember({ ...record, startedMs: START - ago * MINUTE_MS, choice: { round: 1 } });
  }
  const pool = poolOf(records, memory, START);
  const draw = () => chooseTrack({ pool, atMs: START, random, rules: ROTATION_RULES, resting: new Set() });
  return Array.from({ length: times }, draw).filter((one): one is Chosen => one !== null);
}
const titles = (chosen: Chosen[]) =>
  [...new Set(chosen.map(({ record }) => `${record.artist} ${record.title}`))].sort();

test('an empty library gives nothing', () => {
  expect(draws([])).toEqual([]);
});

test('the only track plays again', () => {
  const [only] = sampleLibrary([1]);
  if (!only) throw new Error('no track');
  expect(draws([only], [[only, 4]], 1)).toEqual([
    { record: only, choice: { round: 2, bent: ['track', 'artist'] } },
  ]);
});

test('a track has no second turn while others have had none', () => {
  const records = sampleLibrary([1, 1, 1, 1]);
  const chosen = draws(records, [
    [records[0], 400],
    [records[1], 300],
  ]);
  expect(titles(chosen)).toEqual(['Artist 2 Track 0', 'Artist 3 Track 0']);
});

test('the larger an artist, the more often it is their turn', () => {
  const records = sampleLibrary([20, 10, 10, 10]);
  const large = draws(records, [], 1000).filter(({ record }) => record.artist === 'Artist 0').length;
  expect(large).toBeGreaterThan(400);
  expect(large).toBeLessThan(800);
});

test('an artist who has just been heard waits, however many of their tracks have their turn', () => {
  const records = sampleLibrary([30, 10, 10, 10]);
  expect(titles(draws(records, [[records[0], 3]])).some((title) => title.startsWith('Artist 0'))).toBe(false);
});

test('guests do not make another artist of one', () => {
  const [first, second, other] = sampleLibrary([1, 1, 1]);
  if (!first || !second || !other) throw new Error('no tracks');
  const guest = { ...second, artist: 'Artist 0 feat. Artist 1' };
  expect(titles(draws([first, guest, other], [[first, 3]]))).toEqual(['Artist 2 Track 0']);
});

test('two files of one title are one track, and the one that can be played is taken', () => {
  const [one, other] = sampleLibrary([1, 1]);
  if (!one || !other) throw new Error('no tracks');
  const copy = { ...one, id: 'copy' };
  const pool = poolOf([one, copy, other], new RotationMemory(), START);
  expect(pool.plays).toBe(2);
  const chosen = chooseTrack({
    pool,
    atMs: START,
    random: () => 0,
    rules: ROTATION_RULES,
    resting: new Set([one.id, other.id]),
  });
  expect(chosen?.record.id).toBe('copy');
});

test('a track that was away for long catches nothing up', () => {
  const records = sampleLibrary([1, 1, 1, 1, 1, 1]);
  const memory = new RotationMemory();
  for (const [at, record] of records.entries()) {
    memory.remember({ ...record, startedMs: START - DAY_MS + at, choice: { round: at === 0 ? 3 : 500 } });
  }
  const plays = simulateRotation({ records, days: 0.5, random: seededRandom(2), memory });
  const counts = Map.groupBy(plays, ({ record }) => record.slug)
    .values()
    .map(({ length }) => length)
    .toArray();
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
});

test('a clock that was set back a day stops no music and plays nothing twice in a row', () => {
  const records = sampleLibrary([4, 3, 3]);
  const memory = new RotationMemory();
  simulateRotation({ records, days: 1, random: seededRandom(8), memory, startMs: START + DAY_MS });
  const plays = simulateRotation({ records, days: 0.2, random: seededRandom(9), memory });
  expect(plays.length).toBeGreaterThan(60);
  expect(plays.filter(({ record }, at) => record === plays[at - 1]?.record)).toEqual([]);
});

const old = sampleLibrary(Array.from({ length: 25 }, () => 20));

/** A station that has been on the air for two days, with files that are added then. */
function afterTwoDays(added: MediaRecord[], days: number) {
  const memory = new RotationMemory();
  const random = seededRandom(3);
  simulateRotation({ records: old, days: 2, random, memory });
  const startMs = START + 2 * DAY_MS;
  const plays = simulateRotation({ records: [...old, ...added], days, random, memory, startMs });
  const isAdded = ({ record }: Chosen) => added.some(({ slug }) => slug === record.slug);
  return { plays, isAdded, startMs };
}

test('one new file comes on air within the hour, says that it is the first time, and does not come in a row', () => {
  const added = sampleLibrary([1], START + 2 * DAY_MS, 'Newcomer');
  const { plays, isAdded, startMs } = afterTwoDays(added, 12);
  const heard = plays.filter(isAdded);
  expect((heard[0]?.startedMs ?? Number.POSITIVE_INFINITY) - startMs).toBeLessThan(60 * MINUTE_MS);
  expect(heard.map(({ choice }) => choice.why === 'first')).toEqual(heard.map((_, at) => at === 0));
  const rounds = (12 * 24 * 60) / (500 * 3.5);
  expect(heard.length).toBeGreaterThanOrEqual(Math.floor(1.5 * rounds) - 1);
  expect(heard.length).toBeLessThanOrEqual(Math.ceil(1.5 * rounds) + 2);
});

test('as many new files as old ones are all heard within four days, and flood no six hours', () => {
  const added = sampleLibrary(
    Array.from({ length: 50 }, () => 10),
    START + 2 * DAY_MS,
    'Newcomer',
  );
  const { plays, isAdded, startMs } = afterTwoDays(added, 12);
  const fourDays = plays.filter(({ startedMs }) => startedMs < startMs + 4 * DAY_MS);
  expect(new Set(fourDays.filter(isAdded).map(({ record }) => record.slug)).size).toBe(500);
  for (let at = 0; at + 100 <= plays.length; at += 50) {
    expect(plays.slice(at, at + 100).filter(isAdded).length).toBeLessThanOrEqual(75);
  }
  const newPlays = plays.filter(isAdded).length;
  expect(newPlays / (plays.length - newPlays)).toBeGreaterThan(1.25);
  expect(newPlays / (plays.length - newPlays)).toBeLessThan(1.75);
});

test('new tracks come one and a half times as often as old ones', () => {
  const added = sampleLibrary(
    Array.from({ length: 5 }, () => 10),
    START - DAY_MS,
    'Newcomer',
  );
  const records = [...sampleLibrary(Array.from({ length: 10 }, () => 10)), ...added];
  const plays = simulateRotation({ records, days: 20, random: seededRandom(4) });
  const perTrack = (ofNew: boolean) =>
    plays.filter(({ record }) => record.artist.startsWith('Newcomer') === ofNew).length / (ofNew ? 50 : 100);
  expect(perTrack(true) / perTrack(false)).toBeGreaterThan(1.4);
  expect(perTrack(true) / perTrack(false)).toBeLessThan(1.6);
});

test('a restart changes no choice: the journal alone says where rotation stood', () => {
  const records = sampleLibrary([20, 10, 5, 5, 3, 2, 1, 1]);
  const memory = new RotationMemory();
  const before = simulateRotation({ records, days: 3, random: seededRandom(5), memory });
  const again = new RotationMemory();
  for (const { record, startedMs, choice } of before) {
    if (startedMs >= START + DAY_MS)
      again.remember({ ...record, startedMs, choice: JSON.parse(JSON.stringify(choice)) });
  }
  const after = [memory, again].map((one) =>
    simulateRotation({
      records,
      days: 1,
      random: seededRandom(6),
      memory: one,
      startMs: START + 3 * DAY_MS,
    }).map(({ record }) => record.slug),
  );
  expect(after[1]).toEqual(after[0]);
});

test('a journal of an earlier version, without reasons: first come those that it does not tell of', () => {
  const records = sampleLibrary(Array.from({ length: 40 }, () => 2));
  const memory = new RotationMemory();
  for (const [at, record] of records.slice(0, 50).entries()) {
    memory.remember({ ...record, startedMs: START - (60 - at) * 4 * MINUTE_MS });
  }
  const plays = simulateRotation({ records, days: 1, random: seededRandom(7), memory }).slice(0, 60);
  const heard = new Set(plays.map(({ record }) => record.slug));
  expect(records.slice(50).filter(({ slug }) => !heard.has(slug))).toEqual([]);
});
