import { appendFileSync, utimesSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { writeAudio } from '#src/audio/testing/write-audio.ts';
import { writeEpisode } from '#src/audio/testing/write-episode.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { optionsToFailAt } from '#src/platform/files/testing/failing-process.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { StationFolder } from '#src/station/folder/station-folder.ts';
import { LastGoodFiles } from '#src/station/last-good-files.ts';
import { formatProblem } from '#src/station/problem.ts';
import { EpisodeExaminer } from './episode-examiner.ts';
import { podcastReader } from './podcast-reader.ts';
import type { Podcasts } from './podcast-show.ts';

/** Each looks into files in a process of its own. */
let stationDir: string;
let show: string;
beforeEach(async () => {
  stationDir = await mkdtemp(join(tmpdir(), 'onde-podcasts-'));
  show = join(stationDir, 'podcasts', 'nuit');
  await mkdir(show, { recursive: true });
  await writeFile(join(show, 'show.yaml'), 'title: La nuit\nstream: [dance, club]\n');
});
afterEach(() => rm(stationDir, { recursive: true }));

function openReader(
  timezone: string,
  clock: Pick<Clock, 'nowMs'> | null = null,
  lastGoodFolder: string | null = null,
) {
  const lastGood = new LastGoodFiles(lastGoodFolder, createLogger({ level: 'silent', part: 'test' }));
  const cacheFolder = join(stationDir, 'cache');
  return podcastReader({ stationDir, cacheFolder, lastGood, clock, timezone: () => timezone });
}

async function read(last: Podcasts = null) {
  const reader = openReader('Europe/Paris');
  const { value, problems, isUnfinished } = await reader.read(last, new AbortController().signal);
  return { value, show: value?.get('nuit'), problems: problems.map(formatProblem), isUnfinished };
}

test('an episode says by its tags what it is, how long it is and where its chapters are', async () => {
  await writeEpisode(join(show, 'one.mp3'), 3, {
    title: 'Première “été” 🎉',
    comment: 'Du son.',
    date: '2026-07-01',
    chapters: [
      { startMs: 0, title: 'Début' },
      { startMs: 1500, title: 'Вторая' },
    ],
  });
  const { show: read1, problems } = await read();
  expect(problems).toEqual([]);
  expect(read1).toMatchObject({ name: 'nuit', title: 'La nuit', streams: ['dance', 'club'], feed: null });
  expect(read1?.episodes).toHaveLength(1);
  const [episode] = read1?.episodes ?? [];
  expect(episode).toMatchObject({
    title: 'Première “été” 🎉',
    description: 'Du son.',
    publishedMs: Date.UTC(2026, 5, 30, 22),
    contentType: 'audio/mpeg',
    sizeBytes: (await readFile(join(show, 'one.mp3'))).length,
    chapters: [
      { startSeconds: 0, title: 'Début' },
      { startSeconds: 1.5, title: 'Вторая' },
    ],
  });
  expect(episode?.durationSeconds).toBeCloseTo(3, 0);
  expect(episode?.guid).toMatch(/^[0-9a-f]{32}$/);
});

test('figures that a program has left in comments are no description', async () => {
  await writeEpisode(join(show, 'one.mp3'), 1, {
    frames: [
      ['COMM', 'engiTunNORM\0 00000B5E 00000B4E'],
      ['COMM', 'engiTunPGAP\0' + '0'],
    ],
    comment: 'Du son.',
  });
  const gaps: [string, string] = ['COMM', 'engiTunPGAP\0' + '0'];
  await writeEpisode(join(show, 'two.mp3'), 1, { frames: [gaps] }, 880);
  const { show: read1 } = await read();
  const described = read1?.episodes.map(({ file, description }) => [file, description]);
  expect(described?.toSorted()).toEqual([
    ['one.mp3', 'Du son.'],
    ['two.mp3', ''],
  ]);
});

test.each([
  [
    'has year and day apart',
    3,
    [
      ['TYER', '2026'],
      ['TDAT', '2111'],
    ],
  ],
  ['has the whole date as its year', 3, [['TYER', '2026-11-21']]],
  [
    'has the year of a release before the date',
    4,
    [
      ['TDRL', '2026'],
      ['TDRC', '2026-11-21'],
    ],
  ],
] as const)('an episode whose tag %s is of that date', async (_, version, frames) => {
  await writeEpisode(join(show, 'one.mp3'), 1, { version, frames });
  const { show: read1 } = await read();
  expect(read1?.episodes.map(({ publishedMs }) => publishedMs)).toEqual([Date.parse('2026-11-20T23:00:00Z')]);
});

test.each([
  ['the hour alone', '2026-12-24T18', '2026-12-24T17:00:00Z'],
  ['more than a date', '2026-12-24T18h30', '2026-12-23T23:00:00Z'],
])('an episode whose tag has %s waits for that date [R149]', async (_, date, published) => {
  await writeEpisode(join(show, 'one.mp3'), 1, { date });
  const { show: read1 } = await read();
  expect(read1?.episodes.map(({ publishedMs }) => publishedMs)).toEqual([Date.parse(published)]);
});

test('an episode whose chapters cannot be read has the rest of its tags', async () => {
  const path = join(show, 'one.m4a');
  writeAudio(path, { seconds: 1 }, { title: 'Brume', date: '2026-07-01' });
  await writeFile(path, withLostChapters(await readFile(path)));
  const { show: read1 } = await read();
  expect(read1?.episodes).toMatchObject([
    { title: 'Brume', publishedMs: Date.parse('2026-06-30T22:00:00Z'), chapters: [] },
  ]);
});

/** Adds a track of chapters to an MP4 that says of how many, and not where they are (ISO/IEC 14496-12). */
function withLostChapters(file: Buffer): Buffer {
  const box = (name: string, ...parts: Buffer[]) => {
    const head = Buffer.alloc(8);
    const body = Buffer.concat(parts);
    head.writeUInt32BE(head.length + body.length);
    head.write(name, 4);
    return Buffer.concat([head, body]);
  };
  const words = (...numbers: number[]) =>
    Buffer.concat(numbers.map((number) => Buffer.from(number.toString(16).padStart(8, '0'), 'hex')));
  const chapterTrack = box(
    'trak',
    box('tkhd', words(0, 0, 0, 2), Buffer.alloc(68)),
    box('mdia', box('minf', box('stbl', box('stsz', words(0, 4, 1))))),
  );
  // The table of contents stands last, and its track of sound holds the reference.
  const contents = file.subarray(file.indexOf('moov') - 4);
  const sound = contents.indexOf('trak') - 4;
  const behind = sound + contents.readUInt32BE(sound);
  return Buffer.concat([
    file.subarray(0, -contents.length),
    box(
      'moov',
      contents.subarray(8, sound),
      box('trak', contents.subarray(sound + 8, behind), box('tref', box('chap', words(2)))),
      chapterTrack,
      contents.subarray(behind),
    ),
  ]);
}

test('an episode without a date that a clock which was ahead has written is there at once', async () => {
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'A' });
  const { ctimeMs } = await stat(join(show, 'one.mp3'));
  utimesSync(join(show, 'one.mp3'), new Date('2036-01-01'), new Date('2036-01-01'));
  const { show: read1 } = await read();
  const [{ publishedMs } = { publishedMs: Number.NaN }] = read1?.episodes ?? [];
  expect(publishedMs).toBeGreaterThanOrEqual(Math.floor(ctimeMs));
  expect(publishedMs).toBeLessThan(Date.now() + 60_000);
});

test('[R227] texts of a tag that cannot say how they are written are read as Windows writes them', async () => {
  // Version 2.3 in what it calls Latin-1.
  const title = Buffer.concat([
    Buffer.from('TIT2\0\0\0\x0b\0\0\0', 'latin1'),
    Buffer.from('L\x92\xe9t\xe9 \x96 II', 'latin1'),
  ]);
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0', 'latin1'), Buffer.from([title.length]), title]);
  await writeFile(join(show, 'one.mp3'), Buffer.concat([tag, ...toneFrames(1, 440)]));
  expect((await read()).show?.episodes).toMatchObject([{ title: 'L’été – II' }]);
});

test('a folder in the place of a text of the show is told as what it is', async () => {
  await mkdir(join(show, 'one.mp3.yaml'));
  await rm(join(show, 'show.yaml'));
  await mkdir(join(show, 'show.yaml'));
  await mkdir(join(show, 'season 1'));
  expect((await read()).problems).toEqual([
    'podcasts/nuit/one.mp3.yaml: expected a file',
    'podcasts/nuit/season 1: expected the episodes of a show in its own folder',
    'podcasts/nuit/show.yaml: expected a file',
  ]);
});

test('its guid survives a new name and new tags, not new audio', async () => {
  await writeEpisode(join(show, 'one.mp3'), 2, { title: 'A' });
  const guidOf = async () => (await read()).show?.episodes[0]?.guid;
  const guid = await guidOf();
  await rename(join(show, 'one.mp3'), join(show, 'renamed.mp3'));
  expect(await guidOf()).toBe(guid);
  await writeEpisode(join(show, 'renamed.mp3'), 2, { title: 'B', date: '2026-01-01' });
  expect(await guidOf()).toBe(guid);
  await writeEpisode(join(show, 'renamed.mp3'), 2, { title: 'B' }, 880);
  expect(await guidOf()).not.toBe(guid);
});

test('the .yaml beside an episode goes before its tags, the name of the file comes last', async () => {
  await writeEpisode(join(show, '2026-03-04 Ça_là.mp3'), 1, { title: '' }, 300);
  await writeEpisode(join(show, 'two.mp3'), 1, { title: 'Tagged', date: '2026' }, 500);
  await writeFile(join(show, 'two.mp3.yaml'), 'date: 2026-11-20 18:00\nguid: episode-2\n');
  const { show: read1, problems } = await read();
  expect(problems).toEqual([]);
  expect(read1?.episodes).toMatchObject([
    { file: 'two.mp3', title: 'Tagged', guid: 'episode-2', publishedMs: Date.UTC(2026, 10, 20, 17) },
    { title: 'Ça/là', publishedMs: Date.UTC(2026, 2, 3, 23) },
  ]);
});

test('a guid of digits stays as it is written: apps have heard it under that one', async () => {
  const guids = {
    'one.mp3': '0042',
    'two.mp3': '20261121183000123',
    'three.mp3': '1.10',
    'four.mp3': '12e400',
  };
  for (const [at, [file, guid]] of Object.entries(guids).entries()) {
    await writeEpisode(join(show, file), 1, { title: file }, 300 + 100 * at);
    await writeFile(join(show, `${file}.yaml`), `guid: ${guid}\n`);
  }
  const { show: found, problems } = await read();
  expect(problems).toEqual([]);
  expect(Object.fromEntries(found?.episodes.map(({ file, guid }) => [file, guid]) ?? [])).toEqual(guids);
});

test('an episode without a title is called as its file is, without a date at the beginning', async () => {
  const titles = {
    '2026-11-15 Episode zwei.mp3': 'Episode zwei',
    '2026-11-15_-_Live.mp3': 'Live',
    '2026-11-15.mp3': '2026-11-15',
    '2026-02-30 Nie.mp3': '2026-02-30 Nie',
    '1999 oder so.mp3': '1999 oder so',
  };
  for (const [at, file] of Object.keys(titles).entries())
    await writeEpisode(join(show, file), 1, {}, 300 + 100 * at);
  const { show: read1, problems } = await read();
  expect(problems).toEqual([]);
  expect(Object.fromEntries(read1?.episodes.map(({ file, title }) => [file, title]) ?? [])).toEqual(titles);
});

test('an episode that is not audio is told and left out, and the others stay', async () => {
  await writeEpisode(join(show, 'good.mp3'), 1);
  await writeFile(join(show, 'bad.mp3'), 'These are words, not sound. '.repeat(200));
  await writeFile(join(show, 'notes.txt'), '');
  await writeFile(join(show, 'lost.mp3.yaml'), 'title: Lost');
  const first = await read();
  expect(first.problems).toEqual([
    expect.stringMatching(/^podcasts\/nuit\/lost\.mp3\.yaml: expected the episode that it describes/),
    expect.stringMatching(
      /^podcasts\/nuit\/notes\.txt: expected an episode \(\.mp3, .*\), its \.yaml or a picture$/,
    ),
    expect.stringMatching(
      /^podcasts\/nuit\/bad\.mp3: expected an episode with sound in it; it .*not an audio file/,
    ),
  ]);
  expect(first.show?.episodes.map(({ file }) => file)).toEqual(['good.mp3']);
  expect((await read(first.value)).problems).toEqual(first.problems);
});

test('a file that was looked into is not opened again until it changes', async () => {
  const path = join(show, 'one.mp3');
  await writeEpisode(path, 1, { title: 'A' });
  const time = new Date(Date.UTC(2026, 0, 1));
  await utimes(path, time, time);
  await read();
  const cache = join(stationDir, 'cache', 'podcast-episodes.json');
  const kept = await readFile(cache, 'utf8');
  await writeFile(cache, kept.replace('"title":"A"', '"title":"As it was kept"'));
  expect((await read()).show?.episodes).toMatchObject([{ title: 'As it was kept' }]);
  await utimes(path, new Date(), new Date());
  expect((await read()).show?.episodes).toMatchObject([{ title: 'A' }]);
});

/** Writes an episode under a time of before, as programs do that are told to keep the time. */
async function retag(title: string): Promise<void> {
  const path = join(show, 'one.mp3');
  await writeEpisode(path, 1, { title });
  const time = new Date(Date.UTC(2026, 0, 1));
  await utimes(path, time, time);
}

test('an episode that was retagged under its former size and time has its new tags', async () => {
  const reader = openReader('Europe/Paris');
  const title = async () => {
    const { value } = await reader.read(null, new AbortController().signal);
    return value?.get('nuit')?.episodes[0]?.title;
  };
  for (const word of ['Lune', 'Dune', 'Rune']) {
    await retag(word);
    expect(await title()).toBe(word);
  }
});

test('a damaged episode that was mended under its former size and time is there', async () => {
  const path = join(show, 'one.mp3');
  await retag('Lune');
  const [whole, { mtime }] = await Promise.all([readFile(path), stat(path)]);
  await writeFile(path, Buffer.alloc(whole.length));
  await utimes(path, mtime, mtime);
  expect((await read()).show?.episodes).toEqual([]);
  await writeFile(path, whole);
  await utimes(path, mtime, mtime);
  expect((await read()).show?.episodes).toMatchObject([{ title: 'Lune' }]);
});

test('a time of change that told of nothing new is believed once by a process', async () => {
  const signal = new AbortController().signal;
  const reader = openReader('Europe/Paris');
  const title = async () => (await reader.read(null, signal)).value?.get('nuit')?.episodes[0]?.title;
  await retag('Lune');
  expect(await title()).toBe('Lune');
  await chmod(join(show, 'one.mp3'), 0o600);
  expect(await title()).toBe('Lune');
  await retag('Dune');
  expect(await title()).toBe('Lune');
  expect((await read()).show?.episodes).toMatchObject([{ title: 'Dune' }]);
});

test('a start has what was found before at once, and looks into what was touched since afterwards', async () => {
  await retag('Lune');
  await read();
  await retag('Dune');
  const reader = openReader('Europe/Paris', { nowMs: () => Date.UTC(2026, 1, 1) });
  const { signal } = new AbortController();
  const first = await reader.read(null, signal);
  expect(first.isUnfinished).toBe(true);
  expect(first.value?.get('nuit')?.episodes).toMatchObject([{ title: 'Lune' }]);
  const second = await reader.read(first.value, signal);
  expect(second.isUnfinished).toBe(false);
  expect(second.value?.get('nuit')?.episodes).toMatchObject([{ title: 'Dune' }]);
});

test('an episode that an earlier version called damaged is read once more, and no other one is', async () => {
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'A' });
  await writeFile(join(show, 'two.mp3'), Buffer.alloc(4_096));
  const fault = 'keeps the decoder busy for too long; it is probably damaged';
  const found = async (name: string, judgement?: number) => {
    const looked = await stat(join(show, name));
    const { size: sizeBytes, mtimeMs: modifiedMs, ctimeMs: changedMs } = looked;
    const file = `podcasts/nuit/${name}`;
    return { file, sizeBytes, modifiedMs, changedMs, finding: { fault, isLasting: true }, judgement };
  };
  await mkdir(join(stationDir, 'cache'));
  const kept = [await found('one.mp3'), await found('two.mp3', 3)];
  await writeFile(join(stationDir, 'cache', 'podcast-episodes.json'), JSON.stringify(kept));
  const { show: read1, problems } = await read();
  expect(read1?.episodes).toMatchObject([{ title: 'A' }]);
  expect(problems).toEqual([expect.stringContaining(fault)]);
});

test('what an earlier version found is there at a start, and is looked for once more afterwards', async () => {
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'A' });
  await read();
  const keptAt = join(stationDir, 'cache', 'podcast-episodes.json');
  const kept: { finding: object; judgement: number }[] = JSON.parse(await readFile(keptAt, 'utf8'));
  const before = kept.map((entry) => ({ ...entry, finding: { ...entry.finding, title: 'B' }, judgement: 1 }));
  await writeFile(keptAt, JSON.stringify(before));
  const reader = openReader('Europe/Paris', { nowMs: () => Date.now() + 60_000 });
  const { signal } = new AbortController();
  const first = await reader.read(null, signal);
  expect(first.value?.get('nuit')?.episodes).toMatchObject([{ title: 'B' }]);
  const second = await reader.read(first.value, signal);
  expect(second.value?.get('nuit')?.episodes).toMatchObject([{ title: 'A' }]);
});

test('an episode whose header says more than it has stays as an earlier version has published it, at each start', async () => {
  const path = join(show, 'one.mp3');
  writeAudio(path, { seconds: 6, seed: 3 }, { title: 'A' });
  await read();
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, Math.floor(whole.length / 2)));
  await utimes(path, 0, 0);
  const { size: sizeBytes } = await stat(path);
  const keptAt = join(stationDir, 'cache', 'podcast-episodes.json');
  const kept: object[] = JSON.parse(await readFile(keptAt, 'utf8'));
  const before = kept.map((entry) => ({ ...entry, sizeBytes, modifiedMs: 0, judgement: 2 }));
  await writeFile(keptAt, JSON.stringify(before));
  for (const _start of [1, 2])
    expect(await read()).toMatchObject({ problems: [], show: { episodes: [{ title: 'A', sizeBytes }] } });
});

test('findings that cannot be kept, on a full disk for instance, cost no episode and are told', async () => {
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'Une' });
  await symlink(join(stationDir, 'full'), join(stationDir, 'cache'));
  const { show: read1, problems } = await read();
  expect(read1?.episodes).toMatchObject([{ title: 'Une' }]);
  expect(problems).toEqual([
    expect.stringMatching(
      /^podcasts: what was found in episodes could not be kept, .*(EEXIST|ENOENT|ENOTDIR)/,
    ),
  ]);
});

test.each([
  [
    'has a file in the place of its folder',
    async (cache: string) => writeFile(cache, ''),
    /could not be kept.*(EEXIST|ENOTDIR)/,
  ],
  [
    'has a folder in the place of its file',
    async (cache: string) => {
      await mkdir(join(cache, 'podcast-episodes.json', 'below'), { recursive: true });
    },
    /could not be kept.*(EISDIR|ENOTEMPTY|EPERM)/,
  ],
  [
    'cannot be read',
    async (cache: string) => {
      await mkdir(cache);
      // Whoever runs this may be allowed to read everything: a link to itself can be read by nobody.
      await symlink('podcast-episodes.json', join(cache, 'podcast-episodes.json'));
    },
    /^podcasts: what was found in episodes before could not be read, so they were all read again: ELOOP/,
  ],
])('a cache that %s costs no episode, and is one line', async (_what, spoil, line) => {
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'Une' });
  await spoil(join(stationDir, 'cache'));
  const { show: read1, problems } = await read();
  expect(read1?.episodes).toMatchObject([{ title: 'Une' }]);
  expect(problems).toEqual([expect.stringMatching(line)]);
});

/** What the radio reads at this time. */
async function readAt(nowMs: () => number, last: Podcasts) {
  const reader = openReader('Europe/Paris', { nowMs });
  const { value, problems, isUnfinished } = await reader.read(last, new AbortController().signal);
  return {
    value,
    sizes: value?.get('nuit')?.episodes.map(({ sizeBytes }) => sizeBytes),
    problems,
    isUnfinished,
  };
}

test.each([
  [
    'that cannot be listed',
    () => {
      const { list } = StationFolder.prototype;
      vi.spyOn(StationFolder.prototype, 'list').mockImplementation(function (
        this: StationFolder,
        path,
        report,
      ) {
        return path.endsWith('nuit') ? Promise.resolve(null) : list.call(this, path, report);
      });
      return () => void vi.restoreAllMocks();
    },
  ],
  [
    'behind a link that leads nowhere',
    async () => {
      await rename(show, `${show}-away`);
      await symlink('nuit', show);
      return async () => {
        await rm(show);
        await rename(`${show}-away`, show);
      };
    },
  ],
])('the episodes of a show %s for a moment are not looked into again', async (_, takeAway) => {
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'A' });
  const first = await read();
  const bringBack = await takeAway();
  // A start knows nothing of the show but what was found in it.
  await read();
  await bringBack();
  const examined = vi.spyOn(EpisodeExaminer.prototype, 'examine');
  const last = await read();
  expect(last.show).toEqual(first.show);
  expect(examined).not.toHaveBeenCalled();
  examined.mockRestore();
});

test.each(['access', 'open'] as const)(
  '[R208] an episode that was touched stays as it was while its disk fails, at %s for instance',
  async (call) => {
    await retag('Lune');
    const first = await read();
    await chmod(join(show, 'one.mp3'), 0o600);
    vi.stubEnv('NODE_OPTIONS', optionsToFailAt(call, '.mp3'));
    const second = await read(first.value);
    expect(second.show?.episodes).toEqual(first.show?.episodes);
    expect(second.isUnfinished).toBe(false);
    expect(second.problems).toEqual([expect.stringMatching(/it could not be read just now \(EIO/)]);
    vi.unstubAllEnvs();
    await retag('Dune');
    expect((await read(second.value)).show?.episodes).toMatchObject([{ title: 'Dune' }]);
  },
);

test('half of an upload is no episode, and leaves the one that it replaces as it was [R36]', async () => {
  const path = join(show, 'one.mp3');
  await writeEpisode(path, 2);
  const whole = await readFile(path);
  const { mtimeMs } = await stat(path);
  const first = await readAt(() => mtimeMs + 1_000, null);
  expect(first).toMatchObject({ sizes: [whole.length], problems: [], isUnfinished: false });
  // The .yaml was there first, and has the folder read.
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  await writeFile(path, half);
  await utimes(path, new Date(mtimeMs + 5_000), new Date(mtimeMs + 5_000));
  const second = await readAt(() => mtimeMs + 5_500, first.value);
  expect(second).toMatchObject({ sizes: [whole.length], problems: [], isUnfinished: true });
  expect(await readAt(() => mtimeMs + 5_500, null)).toMatchObject({ sizes: [], isUnfinished: true });
  expect((await readAt(() => mtimeMs + 6_000, null)).sizes).toEqual([half.length]);
});

test.each(['mp3', 'flac', 'ogg', 'm4a'])(
  'half of an upload that rests is no episode either, as far as a %s file says how long it is [R36]',
  async (format) => {
    const path = join(show, `one.${format}`);
    writeAudio(path, { seconds: 6, seed: 3 }, { title: 'Une' });
    const whole = await readFile(path);
    const first = await read();
    expect(first).toMatchObject({ problems: [], show: { episodes: [{ sizeBytes: whole.length }] } });
    await writeFile(path, whole.subarray(0, Math.floor(whole.length / 2)));
    await utimes(path, 0, 0);
    const problems = [expect.stringMatching(/: expected an episode.*: copy it again from where it came$/)];
    // What it replaces stays, and a start that knows of nothing else has none.
    expect(await read(first.value)).toMatchObject({ problems, show: first.show });
    expect(await read()).toMatchObject({ problems, show: { episodes: [] } });
    await writeFile(path, whole);
    await utimes(path, 1, 1);
    expect(await read()).toMatchObject({ problems: [], show: { episodes: [{ title: 'Une' }] } });
  },
);

test('a file that grows while it is looked into is no episode yet, whatever its time says', async () => {
  const path = join(show, 'one.mp3');
  await writeEpisode(path, 1);
  const rest = await readFile(path);
  const hourAhead = new Date(Date.now() + 3_600_000);
  await utimes(path, hourAhead, hourAhead);
  // The time is asked for after the first look.
  const grow = () => {
    appendFileSync(path, rest);
    utimesSync(path, hourAhead, hourAhead);
    return Date.now();
  };
  const first = await readAt(grow, null);
  expect(first).toMatchObject({ sizes: [], problems: [], isUnfinished: true });
  expect(await readAt(Date.now, first.value)).toMatchObject({
    sizes: [2 * rest.length],
    isUnfinished: false,
  });
});

test('a show.yaml that breaks leaves the show as it was; one that never was good leaves none', async () => {
  await writeEpisode(join(show, 'one.mp3'), 1);
  const first = await read();
  await writeFile(join(show, 'show.yaml'), 'titl: La nuit\nstream: dance\n');
  const second = await read(first.value);
  expect(second.problems).toEqual([
    expect.stringMatching(/^podcasts\/nuit\/show\.yaml:1: .*title: expected the title of the show/),
    'podcasts/nuit/show.yaml:1: titl: no such key; did you mean title?',
  ]);
  expect(second.show).toEqual(first.show);
  expect((await read()).show).toBeUndefined();
});

test('an episode’s .yaml that breaks leaves its guid and title as they were', async () => {
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'Tagged' });
  await writeFile(join(show, 'one.mp3.yaml'), 'guid: mine\ntitle: Given\n');
  const first = await read();
  await writeFile(join(show, 'one.mp3.yaml'), 'guid: mine\ntitl: Given\n');
  const second = await read(first.value);
  expect(second.problems).toEqual(['podcasts/nuit/one.mp3.yaml:2: titl: no such key; did you mean title?']);
  expect(second.show?.episodes).toMatchObject([{ guid: 'mine', title: 'Given' }]);
  expect((await read()).show?.episodes).toEqual([]);
});

test('an episode whose .yaml is broken at a start is as it was last good, until its .yaml is right or gone', async () => {
  const start = async () => {
    const reader = openReader('Europe/Paris', null, join(stationDir, 'last-good'));
    const { value, problems } = await reader.read(null, new AbortController().signal);
    return { episodes: value?.get('nuit')?.episodes, problems: problems.map(formatProblem) };
  };
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'Tagged' });
  const yaml = join(show, 'one.mp3.yaml');
  await writeFile(yaml, 'guid: mine\ntitle: Given\ndate: 2026-07-01\n');
  const good = await start();
  expect(good.episodes).toMatchObject([{ guid: 'mine', title: 'Given' }]);
  await writeFile(yaml, 'guid: mine\ntitl: Broken\n');
  const problems = ['podcasts/nuit/one.mp3.yaml:2: titl: no such key; did you mean title?'];
  expect(await start()).toEqual({ episodes: good.episodes, problems });
  await writeFile(yaml, 'guid: mine\ntitle: Mended\n');
  expect((await start()).episodes).toMatchObject([{ guid: 'mine', title: 'Mended' }]);
  await rm(yaml);
  expect((await start()).episodes).toMatchObject([{ title: 'Tagged' }]);
});

test('an episode whose .yaml is empty for a moment stays as it was, also for a process that starts meanwhile', async () => {
  const lastGood = join(stationDir, 'last-good');
  const reader = () => openReader('Europe/Paris', null, lastGood);
  const { signal } = new AbortController();
  await writeEpisode(join(show, 'one.mp3'), 1, { title: 'Tagged' });
  const yaml = join(show, 'one.mp3.yaml');
  await writeFile(yaml, 'guid: mine\ntitle: Given\ndate: 2099-07-01\n');
  const running = reader();
  const good = await running.read(null, signal);
  for (const nothing of ['', '# guid: mine\n']) {
    await writeFile(yaml, nothing);
    for (const [opened, last] of [[running, good.value] as const, [reader(), null] as const]) {
      const { value, problems } = await opened.read(last, signal);
      expect(value?.get('nuit')?.episodes).toEqual(good.value?.get('nuit')?.episodes);
      expect(problems.map(formatProblem)).toEqual([
        expect.stringMatching(/^podcasts\/nuit\/one\.mp3\.yaml: is empty/),
      ]);
    }
  }
  // An earlier version kept an empty one as good.
  await writeFile(join(lastGood, 'podcasts/nuit/one.mp3.yaml'), '');
  expect((await reader().read(null, signal)).value?.get('nuit')?.episodes).toEqual([]);
});

test('what was kept of an episode or a show goes once that is gone, and stays while its disk may be away', async () => {
  const podcasts = join(stationDir, 'podcasts');
  const lastGood = join(stationDir, 'last-good');
  const kept = async () => {
    await openReader('Europe/Paris', null, lastGood).read(null, new AbortController().signal);
    const entries = await readdir(lastGood, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return paths.map((path) => relative(join(lastGood, 'podcasts'), path)).sort();
  };
  await mkdir(join(podcasts, 'jour'));
  await writeFile(join(podcasts, 'jour', 'show.yaml'), 'title: Le jour\nstream: dance\n');
  for (const name of ['jour/one.mp3', 'nuit/two.mp3', 'nuit/three.mp3']) {
    await writeEpisode(join(podcasts, name), 1, { title: name });
    await writeFile(join(podcasts, `${name}.yaml`), `guid: ${name}\n`);
  }
  const all = [
    'jour/one.mp3.yaml',
    'jour/show.yaml',
    'nuit/show.yaml',
    'nuit/three.mp3.yaml',
    'nuit/two.mp3.yaml',
  ];
  expect(await kept()).toEqual(all);
  // As the place of a disk that is away: the folder of all shows, and that of one.
  await rename(podcasts, join(stationDir, 'away'));
  expect(await kept()).toEqual(all);
  await mkdir(podcasts);
  expect(await kept()).toEqual(all);
  await mkdir(join(podcasts, 'nuit'));
  expect(await kept()).toEqual(all);
  await rm(podcasts, { recursive: true });
  await rename(join(stationDir, 'away'), podcasts);
  // One that is uploaded anew, and one that is gone.
  await rm(join(show, 'two.mp3'));
  await rm(join(show, 'three.mp3'));
  await rm(join(show, 'three.mp3.yaml'));
  expect(await kept()).toEqual(all.filter((name) => !name.includes('three')));
  await rm(join(podcasts, 'jour'), { recursive: true });
  const beingWritten = 'jour/one.mp3.yaml.7.new';
  await writeFile(join(lastGood, 'podcasts', beingWritten), '');
  expect(await kept()).toEqual([beingWritten, 'nuit/show.yaml', 'nuit/two.mp3.yaml']);
});

test('a show whose feed is elsewhere has no episodes here', async () => {
  await writeFile(join(show, 'show.yaml'), 'title: A\nstream: dance\nfeed: https://example.org/feed.xml\n');
  await writeEpisode(join(show, 'one.mp3'), 1);
  const { show: read1, problems } = await read();
  expect(read1).toMatchObject({ feed: 'https://example.org/feed.xml', episodes: [] });
  expect(problems).toEqual([
    'podcasts/nuit/one.mp3: expected no episodes here: show.yaml names a feed elsewhere',
  ]);
});

test('one episode in two files is told and published once', async () => {
  await writeEpisode(join(show, 'a.mp3'), 1);
  await writeEpisode(join(show, 'b.mp3'), 1);
  const { show: read1, problems } = await read();
  expect(read1?.episodes).toHaveLength(1);
  expect(problems).toEqual(['podcasts/nuit/b.mp3: expected each episode once; a.mp3 is the same']);
});

test.each([
  ['a.mp3', '2026-07-01', '2030-01-01', 'b.mp3'],
  ['b.mp3', '2030-01-01', '2026-07-01', 'a.mp3'],
  ['a.mp3', '2026-07-01', '2026-07-01', 'b.mp3'],
])(
  'of one episode in two files %s is published, which is dated first: a date to come hides nothing',
  async (published, a, b, told) => {
    await writeEpisode(join(show, 'a.mp3'), 1, { date: a });
    await writeEpisode(join(show, 'b.mp3'), 1, { date: b });
    const { show: found, problems } = await read();
    expect(found?.episodes.map(({ file }) => file)).toEqual([published]);
    expect(problems).toEqual([`podcasts/nuit/${told}: expected each episode once; ${published} is the same`]);
  },
);

test('a reading that is given up while it looks into an episode ends at once', async () => {
  await writeEpisode(join(show, 'a.mp3'), 1);
  const reader = openReader('UTC');
  const stopping = new AbortController();
  const reading = reader.read(null, stopping.signal);
  stopping.abort();
  await expect(reading).rejects.toThrow();
});

test('the .yaml of an episode is found under a name whose accents a Mac has written', async () => {
  await writeEpisode(join(show, 'E\u0301te\u0301.mp3'), 1);
  await writeFile(join(show, '\u00c9t\u00e9.mp3.yaml'), 'title: Given\n');
  const { show: read1, problems } = await read();
  expect(problems).toEqual([]);
  expect(read1?.episodes).toMatchObject([{ title: 'Given' }]);
});

test('[R3] a show on a stream whose menu has no podcasts is there, and the line is told', async () => {
  await writeFile(join(show, 'show.yaml'), 'title: La nuit\nstream: [dance, lounge]\n');
  const { show: read1, problems } = await read();
  expect(read1).toMatchObject({ streams: ['dance', 'lounge'] });
  expect(problems).toEqual([
    'podcasts/nuit/show.yaml:2: stream: no menu leads to podcasts of lounge: expected one of dance, hits, club, trance',
  ]);
});

test('an episode that is a link to nowhere, or to a file outside, costs neither its neighbours nor other shows', async () => {
  await writeEpisode(join(show, 'good.mp3'), 1);
  await writeEpisode(join(stationDir, 'elsewhere.mp3'), 1, {}, 700);
  await symlink('/nowhere', join(show, 'lost.mp3'));
  await symlink(join(stationDir, 'elsewhere.mp3'), join(show, 'inside.mp3'));
  await symlink(process.execPath, join(show, 'out.mp3'));
  const { show: read1, problems } = await read();
  expect(problems).toEqual([
    'podcasts/nuit/lost.mp3: is a link that leads nowhere',
    'podcasts/nuit/out.mp3: is a link that leads out of the station folder: put the file or folder itself there',
  ]);
  expect(read1?.episodes.map(({ file }) => file).sort()).toEqual(['good.mp3', 'inside.mp3']);
});

test.each([
  ['is not there', 'cover.jpg', null, /expected the name of a picture beside show\.yaml/],
  ['is no picture by its name', 'notes.txt', 'words', /ends in \.jpg, \.png or \.webp$/],
  ['is no picture by its content', 'cover.png', 'root:x:0:0', /cover\.png is not what its ending says$/],
  [
    'leads out of the station',
    'cover.png',
    Symbol('link'),
    /the picture is a link that leads out of the station/,
  ],
])('a show does without a picture that %s, and the line is told', async (_, image, content, problem) => {
  await writeFile(join(show, 'show.yaml'), `title: La nuit\nstream: dance\nimage: ${image}\n`);
  if (typeof content === 'string') await writeFile(join(show, image), content);
  else if (content !== null) await symlink('/etc/passwd', join(show, image));
  const { show: read1, problems } = await read();
  expect(problems).toContainEqual(expect.stringMatching(/^podcasts\/nuit\/show\.yaml:3: image: /));
  expect(problems).toContainEqual(expect.stringMatching(problem));
  expect(read1).toMatchObject({ title: 'La nuit', image: null });
});

test('pictures that are what their ending says, and addresses, are a show’s picture', async () => {
  const pictures = {
    'a.png': Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'),
    'b.jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    'c.webp': Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
  };
  for (const [file, bytes] of Object.entries(pictures)) {
    await writeFile(join(show, file), bytes);
    await writeFile(join(show, 'show.yaml'), `title: La nuit\nstream: dance\nimage: ${file}\n`);
    expect((await read()).show?.image).toMatchObject({ file });
  }
  // A file of a Mac has its accents in signs of their own, and who types the name has not.
  await writeFile(join(show, 'E\u0301te\u0301.png'), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  await writeFile(join(show, 'show.yaml'), 'title: La nuit\nstream: dance\nimage: \u00c9t\u00e9.png\n');
  expect((await read()).show?.image).toMatchObject({ file: 'E\u0301te\u0301.png' });
  await writeFile(join(show, 'show.yaml'), 'title: A\nstream: dance\nimage: https://example.org/a.jpg\n');
  const { show: read1, problems } = await read();
  expect(read1?.image).toEqual({ address: 'https://example.org/a.jpg' });
  expect(problems).toEqual([]);
});
