import { expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import type { StreamYaml } from '#src/station/config/station-yaml.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { Library } from './library.ts';
import { Programme } from './programme.ts';
import { RotationMemory } from './rotation-memory.ts';
import { sampleLibrary } from './testing/sample-libraries.ts';

const FRIDAY_22H30 = Date.parse('2026-11-20T21:30:00Z');

function station(records: MediaRecord[], stream: Partial<StreamYaml> = {}, wallAheadMs = 0) {
  const memory = new RotationMemory();
  const config = stationConfig({ streams: [{ id: 'dance', ...stream }] });
  const [dance] = config.streams;
  if (!dance) throw new Error('no stream');
  const library = new Library(new Map(records.map((record) => [record.id, record])));
  const programme = new Programme({
    streamId: 'dance',
    memory,
    facts: () => ({ library, stream: dance, timezone: config.timezone, wallAheadMs }),
    chance: () => () => 0.5,
  });
  /** What plays in a row, a minute each. */
  const play = (count: number, atMs = FRIDAY_22H30) =>
    Array.from({ length: count }, (_, index) => {
      const record = programme.next(atMs + index * MINUTE_MS, false);
      if (record) {
        memory.remember({
          ...record,
          startedMs: atMs + index * MINUTE_MS,
          choice: programme.choiceOf(record.id),
        });
      }
      return record?.title ?? 'bed';
    });
  return { programme, memory, play };
}

const tracks = [1, 2, 3, 4].map((number) => mediaRecord(number, `Artist ${number}`, `Track ${number}`));
const inFolder = (number: number, folder: string) => {
  const record = mediaRecord(number, `Artist ${number}`, `In ${folder} ${number}`);
  return { ...record, placements: record.placements.map((place) => ({ ...place, folder })) };
};
const jingle = (number: number, placements?: MediaRecord['placements']) =>
  mediaRecord(number, '', `Jingle ${number}`, 'dance', { kind: 'jingle', ...(placements && { placements }) });

test('a jingle comes after every second track, the jingles in turn', () => {
  const { play } = station([...tracks, jingle(11), jingle(12)], { jingleEvery: 2 });
  const kinds = play(9).map((title) => title.replace(/Track \d/, 'track'));
  expect(kinds).toEqual([
    'track',
    'track',
    'Jingle 11',
    'track',
    'track',
    'Jingle 12',
    'track',
    'track',
    'Jingle 11',
  ]);
});

test('a jingle for every stream serves this one, another stream’s does not', () => {
  const [place] = mediaRecord(1, '', '').placements;
  if (!place) throw new Error('no placement');
  const everywhere = jingle(11, [{ ...place, streamId: null }]);
  const elsewhere = jingle(12, [{ ...place, streamId: 'lounge' }]);
  const { play } = station([...tracks, elsewhere, everywhere], { jingleEvery: 1 });
  expect(new Set(play(8).filter((title) => title.startsWith('Jingle')))).toEqual(new Set(['Jingle 11']));
});

test('jingleEvery 0 plays none', () => {
  const { play } = station([...tracks, jingle(11)], { jingleEvery: 0 });
  expect(play(12).some((title) => title.startsWith('Jingle'))).toBe(false);
});

test('in the hours that name a folder only its tracks play, before and after any', () => {
  const hours = [{ days: [5], from: 22, until: 23, folder: 'mix' }];
  const { play } = station([...tracks, inFolder(21, 'mix'), inFolder(22, 'mix/deep')], { hours });
  expect(play(6).every((title) => title.startsWith('In mix'))).toBe(true);
  expect(play(4, FRIDAY_22H30 + 30 * MINUTE_MS).every((title) => title.startsWith('Track'))).toBe(true);
});

test('the hour is the wall clock’s, though rests are counted without its jumps', () => {
  const hours = [{ days: [5], from: 22, until: 23, folder: 'mix' }];
  const { play } = station([...tracks, inFolder(21, 'mix')], { hours }, -60 * MINUTE_MS);
  expect(play(4).every((title) => title.startsWith('Track'))).toBe(true);
  expect(play(4, FRIDAY_22H30 + 60 * MINUTE_MS)).toEqual(Array(4).fill('In mix 21'));
});

test('an hour whose folder is empty draws from the whole stream', () => {
  const { play } = station(tracks, { hours: [{ days: [5], from: 22, until: 23, folder: 'none' }] });
  expect(play(4)).not.toContain('bed');
});

test('without music a jingle plays after the bed has', () => {
  const { programme } = station([jingle(11)]);
  expect(programme.next(FRIDAY_22H30, false)).toBeNull();
  expect(programme.next(FRIDAY_22H30, true)?.title).toBe('Jingle 11');
});

test('a track left out comes back when its rest is over', () => {
  const { programme } = station(tracks.slice(0, 1));
  programme.rest(tracks[0]?.id ?? '', FRIDAY_22H30 + MINUTE_MS);
  expect(programme.next(FRIDAY_22H30, false)).toBeNull();
  expect(programme.next(FRIDAY_22H30 + MINUTE_MS, false)?.title).toBe('Track 1');
});

test('a track without a place in the station folder plays no more', () => {
  const gone = tracks.map((record) => ({ ...record, placements: [] }));
  expect(station(gone).programme.next(FRIDAY_22H30, false)).toBeNull();
});

test('an artist written with other capitals and accents is the same artist', () => {
  const { programme, memory } = station([mediaRecord(1, 'BEYONCÉ', 'One'), mediaRecord(2, 'Someone', 'Two')]);
  memory.remember({
    kind: 'track',
    id: 'y',
    artist: 'Someone',
    slug: 'y',
    durationMs: MINUTE_MS,
    startedMs: FRIDAY_22H30 - 70 * MINUTE_MS,
  });
  memory.remember({
    kind: 'track',
    id: 'x',
    artist: 'Beyonce',
    slug: 'other',
    durationMs: MINUTE_MS,
    startedMs: FRIDAY_22H30 - MINUTE_MS,
  });
  expect(programme.next(FRIDAY_22H30, false)?.title).toBe('Two');
});

test('a play tells the pool it was drawn from, and why; a jingle nothing', () => {
  const hours = [{ days: [5], from: 22, until: 23, folder: 'mix' }];
  const { programme } = station([...tracks, inFolder(21, 'mix')], { hours });
  const inMix = programme.next(FRIDAY_22H30, false);
  expect(programme.choiceOf(inMix?.id ?? '')).toEqual({ pool: 'mix', round: 0 });
  const later = programme.next(FRIDAY_22H30 + 40 * MINUTE_MS, false);
  expect(programme.choiceOf(later?.id ?? '')).toEqual({ round: 0 });
  expect(programme.choiceOf(jingle(11).id)).toBeUndefined();
});

test('what is chosen again before it begins counts once', () => {
  const { programme, memory } = station(tracks);
  for (let look = 0; look < 5; look += 1) programme.next(FRIDAY_22H30, false);
  const record = programme.next(FRIDAY_22H30, false);
  if (!record) throw new Error('nothing chosen');
  memory.remember({ ...record, startedMs: FRIDAY_22H30, choice: programme.choiceOf(record.id) });
  expect(programme.next(FRIDAY_22H30 + MINUTE_MS, false)?.title).not.toBe(record.title);
  expect(programme.choiceOf('another')).toBeUndefined();
});

test('a file that comes while the stream plays is drawn from at the next choice', () => {
  const memory = new RotationMemory();
  const [dance] = stationConfig({ streams: [{ id: 'dance', jingleEvery: 0 }] }).streams;
  if (!dance) throw new Error('no stream');
  let library = new Library(new Map());
  const programme = new Programme({
    streamId: 'dance',
    memory,
    facts: () => ({ library, stream: dance, timezone: 'Europe/Paris' }),
    chance: () => () => 0.5,
  });
  expect(programme.next(FRIDAY_22H30, false)).toBeNull();
  library = new Library(new Map(tracks.map((record) => [record.id, record])));
  expect(programme.next(FRIDAY_22H30, false)?.title).toMatch(/^Track/);
});

test('a folder’s hours have rounds of their own, and a track that came in them has had its turn on the whole stream', () => {
  const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 22, until: 23, folder: 'mix' }];
  const others = Array.from({ length: 120 }, (_, at) =>
    mediaRecord(at + 1, `Artist ${at % 30}`, `Track ${at}`),
  );
  const mix = Array.from({ length: 30 }, (_, at) => inFolder(at + 200, 'mix'));
  const { programme, memory } = station([...others, ...mix], { hours, jingleEvery: 0 });
  const inHours = new Map<string, number>();
  const inAll = new Map<string, number>();
  for (let atMs = FRIDAY_22H30; atMs < FRIDAY_22H30 + 6 * 24 * 60 * MINUTE_MS; atMs += 3 * MINUTE_MS) {
    const record = programme.next(atMs, false);
    if (!record) throw new Error('nothing chosen');
    const choice = programme.choiceOf(record.id);
    memory.remember({ ...record, startedMs: atMs, choice });
    if (choice?.pool === 'mix') inHours.set(record.title, (inHours.get(record.title) ?? 0) + 1);
    inAll.set(record.title, (inAll.get(record.title) ?? 0) + 1);
  }
  const spread = (counts: number[]) => Math.max(...counts) - Math.min(...counts);
  expect(inHours.size).toBe(30);
  expect(spread([...inHours.values()])).toBeLessThanOrEqual(2);
  const ofOthers = others.map(({ title }) => inAll.get(title) ?? 0);
  expect(spread(ofOthers)).toBeLessThanOrEqual(2);
  const ofMix = mix.map(({ title }) => inAll.get(title) ?? 0);
  expect(Math.max(...ofMix)).toBeLessThan(1.35 * Math.min(...ofOthers));
});

test('a large library is indexed in slices, and what is current not again', async () => {
  const { programme } = station(sampleLibrary(Array.from({ length: 500 }, () => 10)));
  let pauses = 0;
  const prepare = () =>
    programme.prepare(FRIDAY_22H30, async () => {
      pauses += 1;
    });
  await prepare();
  expect(pauses).toBeGreaterThanOrEqual(10);
  const before = pauses;
  await prepare();
  expect(programme.next(FRIDAY_22H30, false)).not.toBeNull();
  expect(pauses).toBe(before);
});

test('a record that moves, changes its kind or leaves is taken up alone; other streams keep their list', () => {
  const [one, other] = [mediaRecord(1, 'A', 'One'), mediaRecord(2, 'B', 'Two', 'lounge')];
  const library = new Library(new Map([one, other].map((record) => [record.id, record])));
  const lounge = library.shelf('lounge', 'track');
  expect(library.shelf('dance', 'track')).toHaveLength(1);
  library.take({ ...one, kind: 'jingle' });
  expect(library.shelf('dance', 'track')).toEqual([]);
  expect(library.shelf('dance', 'jingle').map(({ record }) => record.id)).toEqual([one.id]);
  library.take({ ...one, kind: 'jingle', placements: [] });
  expect(library.shelf('dance', 'jingle')).toEqual([]);
  expect(library.shelf('lounge', 'track')).toBe(lounge);
});
