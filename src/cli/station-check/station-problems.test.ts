import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RejectedFiles } from '#src/import/rejected/rejected-files.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { CatalogueWriter } from '#src/station/catalogue/catalogue-writer.ts';
import { formatProblem } from '#src/station/problem.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { findStationProblems } from './station-problems.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'onde-check-'));
  await mkdir(join(root, 'station'));
});
afterEach(() => rm(root, { recursive: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, 'station', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

function find() {
  return findStationProblems({
    stationDir: join(root, 'station'),
    dataDir: join(root, 'data'),
    origin: 'https://radio.example.org',
    logger: createLogger({ level: 'silent', part: 'test' }),
  });
}

async function check(): Promise<string[]> {
  return (await find()).map(formatProblem);
}

const MP4 = '\0\0\0\x10ftypisom\0\0\x02\0\0\0\0\x08moov';

test('what the last import refused is listed, whatever the reason, until the file has changed or plays', async () => {
  await write({
    'music/dance/a.mp3': 'a',
    'music/dance/b.mp3': 'b',
    'jingles/same.mp3': 'c',
    'music/dance/notes.xyz': 'd',
  });
  const folder = dataFolder(join(root, 'data'));
  await mkdir(folder.media, { recursive: true });
  const rejected = await RejectedFiles.open(folder);
  const stateOf = async (path: string) => {
    const { size: sizeBytes, mtimeMs: modifiedMs } = await stat(join(root, 'station', path));
    return { path, sizeBytes, modifiedMs };
  };
  await rejected.add({
    ...(await stateOf('music/dance/a.mp3')),
    reason: 'unreadable',
    message: 'cannot be opened',
  });
  await rejected.add({
    ...(await stateOf('music/dance/b.mp3')),
    reason: 'crashed',
    message: 'brought\x1b[2J down',
  });
  await rejected.add({
    ...(await stateOf('jingles/same.mp3')),
    reason: 'other-kind',
    message: 'is the same',
  });
  await rejected.add({
    ...(await stateOf('music/dance/notes.xyz')),
    reason: 'not-audio',
    message: 'is no audio',
  });
  const listed = [
    'jingles/same.mp3: is the same',
    'music/dance/a.mp3: cannot be opened',
    'music/dance/b.mp3: brought\ufffd[2J down',
  ];
  expect(await check()).toEqual(listed);
  {
    await using writer = await CatalogueWriter.open(folder);
    const placement = { ...(await stateOf('music/dance/a.mp3')), streamId: 'dance' as const, folder: '' };
    await writer.append({ ...mediaRecord(1, 'A', 'B'), placements: [placement] });
  }
  await write({ 'jingles/same.mp3': 'another' });
  expect(await check()).toEqual(['music/dance/b.mp3: brought\ufffd[2J down']);
});

test('an operator sees the problems of every part at once, with file and line', async () => {
  await write({
    'station.yaml': 'name: Plage\ntimezon: Europe/Paris\n',
    'musik/dance/a.mp3': '',
    'music/a.mp3': '',
    'music/dance/words.mp3': 'words',
    'videos/A - B.mp4': 'no video',
    'videos/No - Track.mp4': MP4,
    'schedule/weekDance.xml':
      '<week>\n<event><day>9</day><hour>25</hour><nom>A</nom><couleur>1</couleur></event>\n</week>',
    'podcasts/nuit/show.yaml': 'title: Nuit\nstream: disco\n',
    'biographies/Solo/fr.md': 'Un texte.',
    'notes.txt': '',
    'Schedule/weekClub.xml': '',
  });
  const folder = dataFolder(join(root, 'data'));
  {
    await using writer = await CatalogueWriter.open(folder);
    await writer.append(mediaRecord(1, 'A', 'B'));
  }
  const { size, mtimeMs } = await stat(join(root, 'station', 'music/dance/words.mp3'));
  const rejected = await RejectedFiles.open(folder);
  await rejected.add({
    path: 'music/dance/words.mp3',
    sizeBytes: size,
    modifiedMs: mtimeMs,
    reason: 'not-audio',
    message: 'is not an audio file',
  });
  expect(await check()).toEqual([
    'Schedule: no such part of a station; did you mean schedule?',
    'station.yaml:2: timezon: no such key; did you mean timezone?',
    expect.stringMatching(/^music\/a\.mp3: belongs into a folder named after its stream/),
    'musik: is no part of a station, so nothing in it is heard; did you mean music?',
    'music/dance/words.mp3: is not an audio file',
    'videos/A - B.mp4: expected a video in the MP4 format',
    'schedule/weekDance.xml:2: day: expected a day from 1 (Monday) to 7 (Sunday), found "9"',
    'schedule/weekDance.xml:2: hour: expected a whole hour from 0 to 23, found "25"',
    expect.stringMatching(/^podcasts\/nuit\/show\.yaml:2: stream: expected a stream, or a list of streams/),
    expect.stringMatching(/^biographies: without en\.md: Solo\. /),
    expect.stringMatching(/^videos\/No - Track\.mp4: no track has this name now/),
  ]);
});

test('a video under a name that no track has any more is a reminder, and so is a folder called nearly like a stream', async () => {
  await write({
    'music/dance/1.mp3': 'a',
    'videos/Old - Name.mp4': MP4,
    'spots/2000s/a.mp3': 'b',
    'jingles/Morning/b.mp3': 'c',
  });
  {
    await using writer = await CatalogueWriter.open(dataFolder(join(root, 'data')));
    await writer.append(mediaRecord(1, 'New', 'Name'));
  }
  expect(await find()).toMatchObject([
    { file: 'spots/2000s', message: 'is heard on every stream; did you mean 2000?', isReminder: true },
    { file: 'videos/Old - Name.mp4', isReminder: true },
  ]);
});

test('tracks of which no file is left are absent music for the check, too', async () => {
  await write({ 'music/dance/cover.jpg': 'a' });
  {
    await using writer = await CatalogueWriter.open(dataFolder(join(root, 'data')));
    await writer.append(mediaRecord(1, 'A', 'B'));
  }
  await expect(find()).rejects.toThrow('There is no music in');
});

test('a long silence within a piece is a reminder, by its place in the file', async () => {
  await write({ 'music/dance/1.mp3': 'a', 'music/dance/2.mp3': 'b' });
  const folder = dataFolder(join(root, 'data'));
  {
    await using writer = await CatalogueWriter.open(folder);
    const innerSilence = { fromMs: 183_400, durationMs: 61_000 };
    await writer.append(mediaRecord(1, 'A', 'Hidden', 'dance', { innerSilence }));
    await writer.append(mediaRecord(2, 'B', 'Whole', 'dance', { innerSilence: null }));
  }
  const problems = (await find()).filter(({ message }) => message.includes('silent'));
  expect(problems).toEqual([
    {
      file: 'music/dance/1.mp3',
      line: null,
      message: expect.stringMatching(/^is silent for 61 s from 3:03 on/),
      isReminder: true,
    },
  ]);
});

test('[R127] files of one folder with the same sound are told: only one of their titles is to be heard', async () => {
  await write({ 'music/dance/a.mp3': 'x' });
  {
    await using writer = await CatalogueWriter.open(dataFolder(join(root, 'data')));
    const record = mediaRecord(1, 'Ana', 'Song');
    const at = (path: string, folder: string) =>
      record.placements.map((placement) => ({ ...placement, path, folder }));
    const placements = [
      ...at('music/dance/b.mp3', ''),
      ...at('music/dance/a.mp3', ''),
      ...at('music/dance/mix/a.mp3', 'mix'),
    ];
    await writer.append({ ...record, placements });
  }
  expect(await find()).toEqual([
    {
      file: 'music/dance/b.mp3',
      line: null,
      message:
        'is the same recording as music/dance/a.mp3, so they are one track, "Ana - Song": take one of them out',
      isReminder: true,
    },
  ]);
});

test('a file that was rejected and has been replaced since is not judged', async () => {
  await write({ 'music/dance/words.mp3': 'words' });
  const folder = dataFolder(join(root, 'data'));
  await mkdir(folder.media, { recursive: true });
  const rejected = await RejectedFiles.open(folder);
  const message = 'is not an audio file';
  await rejected.add({
    path: 'music/dance/words.mp3',
    sizeBytes: 1,
    modifiedMs: 1,
    reason: 'not-audio',
    message,
  });
  expect(await check()).toEqual([]);
});

test('an empty station folder has no problems, and one that is missing is said to be', async () => {
  expect(await check()).toEqual([]);
  await rm(join(root, 'station'), { recursive: true });
  await expect(check()).rejects.toBeInstanceOf(OperatorError);
});

test('a station that has played and is empty, or without music, is absent: the disk is to be mounted', async () => {
  await using writer = await CatalogueWriter.open(dataFolder(join(root, 'data')));
  await writer.append(mediaRecord(1, 'A', 'B'));
  await expect(check()).rejects.toMatchObject({
    message: expect.stringMatching(/^There is nothing of a station in /),
    remedy: expect.stringMatching(/^Mount the disk /),
  });
  await write({ 'station.yaml': 'name: Plage\n', 'legal.fr.md': 'Texte.' });
  await expect(check()).rejects.toMatchObject({ message: expect.stringMatching(/^There is no music in /) });
  await write({ 'music/dance/a.mp3': 'x' });
  expect(await check()).toEqual([]);
});

test('a station.yaml that is gone is a problem where there has been one', async () => {
  await write({ 'music/dance/a.mp3': 'x' });
  expect(await check()).toEqual([]);
  await mkdir(join(root, 'data', 'last-good'), { recursive: true });
  await writeFile(join(root, 'data', 'last-good', 'station.yaml'), 'name: Plage\n');
  expect(await check()).toEqual(['station.yaml: is gone: put it back, or write another one']);
});

test('folders of the hours are looked for below the stream, as an operator may write them', async () => {
  const hours = (folder: string) => `      - { from: 1, until: 2, folder: "${folder}" }`;
  const written = ['mix', './mix/', 'music/dance/mix', 'Mix', 'mixx', 'mix/late', '../hits', 'Été'];
  await write({
    'station.yaml': ['streams:', '  - id: dance', '    hours:', ...written.map(hours)].join('\n'),
    'legal.fr.md': 'Texte.',
    'music/dance/mix/late/a.mp3': 'x',
    [`music/dance/${'Été'.normalize('NFD')}/a.mp3`]: 'x',
    'music/hits/a.mp3': 'x',
  });
  expect(await check()).toEqual([
    'station.yaml:7: streams[0].hours[3].folder: there is no folder music/dance/Mix, so the whole stream plays; did you mean mix?',
    'station.yaml:8: streams[0].hours[4].folder: there is no folder music/dance/mixx, so the whole stream plays; did you mean mix?',
    'station.yaml:10: streams[0].hours[6].folder: there is no folder music/dance/../hits, so the whole stream plays',
  ]);
});

test('hours of a folder in which nothing plays are told; what waits for an import may', async () => {
  await write({
    'station.yaml':
      'streams:\n  - id: dance\n    hours:\n' +
      ['mix', 'night', 'new', 'refused']
        .map((folder) => `      - { from: 1, until: 2, folder: ${folder} }\n`)
        .join(''),
    'legal.fr.md': 'Texte.',
    'music/dance/a.mp3': 'x',
    'music/dance/mix/cover.jpg': 'x',
    'music/dance/night/late/.keep': '',
    'music/dance/new/late/a.mp3': 'x',
    'music/dance/refused/a.mp3': 'x',
    'music/hits/mix/a.mp3': 'x',
  });
  const folder = dataFolder(join(root, 'data'));
  await mkdir(folder.media, { recursive: true });
  const { size: sizeBytes, mtimeMs: modifiedMs } = await stat(
    join(root, 'station/music/dance/refused/a.mp3'),
  );
  const rejected = await RejectedFiles.open(folder);
  const file = { path: 'music/dance/refused/a.mp3', sizeBytes, modifiedMs };
  await rejected.add({ ...file, reason: 'silent', message: 'is silent' });
  const empty = (at: number, name: string) =>
    `station.yaml:${at + 4}: streams[0].hours[${at}].folder: music/dance/${name} holds nothing that plays, so the whole stream plays: put music into it, or take these hours out`;
  expect(await check()).toEqual([
    empty(0, 'mix'),
    empty(1, 'night'),
    empty(3, 'refused'),
    'music/dance/refused/a.mp3: is silent',
  ]);
});

test('hours without a day are told', async () => {
  await write({
    'station.yaml':
      'streams:\n  - id: dance\n    hours:\n      - { from: 1, until: 2, folder: mix,\n          days: [] }',
    'legal.fr.md': 'Texte.',
    'music/dance/mix/a.mp3': 'x',
  });
  expect(await check()).toEqual([
    'station.yaml:5: streams[0].hours[0].days: expected at least one day, from 1 (Monday) to 7 (Sunday); without any these hours never come',
  ]);
});

test('files whose names look as if they had been read by another alphabet are named', async () => {
  await write({ 'music/dance/1.mp3': 'a', 'music/dance/2.mp3': 'b' });
  const folder = dataFolder(join(root, 'data'));
  await mkdir(folder.media, { recursive: true });
  await using writer = await CatalogueWriter.open(folder);
  await writer.append(mediaRecord(1, 'ЦЬЅЬВЧ', 'Nova'), mediaRecord(2, 'Кино', 'Группа крови'));
  const odd = (await find()).filter(({ message }) => message.includes('another alphabet'));
  expect(odd).toMatchObject([{ file: 'music/dance/1.mp3', isReminder: true }]);
});

test('different recordings under one full title are named, those of one stream as a problem', async () => {
  await write({ 'music/dance/1.mp3': 'a', 'music/dance/2.mp3': 'b', 'music/club/3.mp3': 'c' });
  const folder = dataFolder(join(root, 'data'));
  await mkdir(folder.media, { recursive: true });
  await using writer = await CatalogueWriter.open(folder);
  await writer.append(
    mediaRecord(1, 'Zoé', 'Été'),
    mediaRecord(2, 'ZOE', 'ÉTÉ'),
    mediaRecord(3, 'Zoé', 'Nuit', 'club'),
    mediaRecord(4, 'Zoé', 'Nuit', 'dance'),
    mediaRecord(5, 'Yuki', 'ガラス'),
    mediaRecord(6, 'Yuki', 'カラス'),
  );
  const shared = (await find()).filter(({ message }) => message.includes('another recording'));
  expect(shared.map(({ file, isReminder = false }) => [file, isReminder])).toEqual([
    ['music/club/3.mp3', true],
    ['music/dance/1.mp3', false],
  ]);
  expect(shared.map(formatProblem).join('\n')).toContain('music/dance/2.mp3');
});

test('the picture of an advert that is cut off or too large is told with its line, and a whole one is not', async () => {
  const whole = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#f29838' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const slots = ['whole', 'cut'].map(
    (name) =>
      `  - place: card\n    image: ads/${name}.png\n    link: https://example.org/\n    alt: Summer by the sea\n`,
  );
  await write({ 'station.yaml': `name: Onde\nslots:\n${slots.join('')}` });
  await mkdir(join(root, 'station/ads'));
  await writeFile(join(root, 'station/ads/whole.png'), whole);
  await writeFile(join(root, 'station/ads/cut.png'), whole.subarray(0, whole.length / 3));
  const told = (await check()).filter((line) => line.includes('ads/'));
  expect(told).toEqual([
    expect.stringMatching(
      /^station\.yaml:8: slots: ads\/cut\.png: the picture cannot be drawn \(.+\): put another/,
    ),
  ]);
});

test('a feed elsewhere that is the show’s own address is told of: it leads nobody anywhere', async () => {
  const feed = 'feed: https://radio.example.org/podcasts/tides.xml';
  await write({ 'podcasts/tides/show.yaml': `title: Tides\nstream: dance\n${feed}\n` });
  expect(await check()).toContainEqual(
    expect.stringMatching(/^podcasts\/tides\/show\.yaml: feed: is this show's own address/),
  );
});
