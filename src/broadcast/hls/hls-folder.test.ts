import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPlaylist } from '#src/broadcast/testing/read-playlist.ts';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { HlsFolder } from './hls-folder.ts';
import { folderPlace, type HlsPlace } from './hls-place.ts';
import { openSegmentedStream } from './testing/segmented-stream.ts';

const SECOND = framesIn(1_000);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'onde-hls-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

function open(
  stream = openSegmentedStream(),
  folder = join(root, 'hls'),
  place: HlsPlace = folderPlace(folder),
) {
  const clock = new ManualClock();
  const log: string[] = [];
  const logger = pino({}, { write: (line) => void log.push(JSON.parse(line).msg) });
  const hls = new HlsFolder({ place, streams: [stream], clock, logger });
  return {
    hls,
    clock,
    log,
    folder: join(folder, 'dance'),
    /** Lets seconds of the programme pass. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        stream.play(SECOND);
        clock.advance(1_000);
        await hls.settled();
      }
    },
  };
}
const playlistIn = async (folder: string) => readPlaylist(await readFile(join(folder, 'live.m3u8'), 'utf8'));

test('what a playlist lists lies beside it, and goes two minutes later', async () => {
  const stream = openSegmentedStream();
  const { hls, folder, pass, log } = open(stream);
  await pass(70);
  const { segments, sequence } = await playlistIn(folder);
  expect(segments.length).toBe(stream.segments.listed().length);
  expect(sequence).toBe(stream.segments.listed()[0]?.number);
  for (const { number, address } of segments) {
    const bytes = await readFile(join(folder, address));
    expect(bytes.equals(stream.segments.read(number, 'guest') ?? Buffer.alloc(0))).toBe(true);
  }
  await pass(200);
  const names = await readdir(folder);
  expect(names).not.toContain(segments[0]?.address);
  expect(names.length).toBeLessThan(70);
  expect(names.filter((name) => !/^(\d+\.mp3|live\.m3u8)$/.test(name))).toEqual([]);
  await hls[Symbol.asyncDispose]();
  expect(log).toEqual([]);
});

test('[W209] what a playlist lists is put there again when somebody has emptied the folder or taken it away', async () => {
  const { hls, folder, pass, log } = open();
  await pass(70);
  for (const empty of [
    async () => {
      for (const name of await readdir(folder)) await rm(join(folder, name));
    },
    () => rm(join(folder, '..'), { recursive: true }),
  ]) {
    await empty();
    await pass(4);
    const { segments } = await playlistIn(folder);
    expect(segments.length).toBeGreaterThan(20);
    const names = await readdir(folder);
    expect(segments.filter(({ address }) => !names.includes(address))).toEqual([]);
  }
  await hls[Symbol.asyncDispose]();
  expect(log).toEqual([]);
});

test('[W143] a machine that stood still writes nothing before it has heard whether another one has taken over', async () => {
  const stream = openSegmentedStream();
  const { hls, clock, folder, pass } = open(stream);
  await pass(30);
  const written = await readFile(join(folder, 'live.m3u8'), 'utf8');
  stream.play(14 * SECOND);
  clock.standStill(14_000);
  await hls.settled();
  expect(await readFile(join(folder, 'live.m3u8'), 'utf8')).toBe(written);
  await pass(1);
  expect(await readFile(join(folder, 'live.m3u8'), 'utf8')).not.toBe(written);
  // One that is late each time writes all the same.
  const before = await playlistIn(folder);
  for (let turn = 0; turn < 2; turn += 1) {
    stream.play(3 * SECOND);
    clock.standStill(3_000);
    await hls.settled();
  }
  expect((await playlistIn(folder)).sequence).toBeGreaterThanOrEqual(before.sequence);
  expect(await playlistIn(folder)).not.toEqual(before);
  await hls[Symbol.asyncDispose]();
});

test('another account may read it, whatever the umask is, and reach it through all folders that were made for it', async () => {
  const before = process.umask(0o077);
  try {
    const top = join(root, 'srv');
    const below = join(top, 'www', 'radio');
    const { folder, pass } = open(openSegmentedStream(), join(below, 'hls'));
    await pass(4);
    const places = [top, join(top, 'www'), below, join(below, 'hls'), folder, join(folder, 'live.m3u8')];
    const modes = await Promise.all(places.map(async (path) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o755, 0o755, 0o755, 0o755, 0o755, 0o644]);
  } finally {
    process.umask(before);
  }
});

test('guests hear their adverts from it, and nothing of members is in it', async () => {
  const stream = openSegmentedStream();
  stream.play(20 * SECOND);
  const at = stream.playBreak(200);
  const { folder, pass } = open(stream);
  await pass(20);
  const inBreak = stream.segments.listed().filter(({ end, first }) => first >= at && end <= at + 200);
  expect(inBreak.length).toBeGreaterThan(1);
  for (const { number } of inBreak) {
    const bytes = await readFile(join(folder, `${number}.mp3`));
    expect(bytes.equals(stream.segments.read(number, 'guest') ?? Buffer.alloc(0))).toBe(true);
  }
});

test('after a restart what the run before left goes in its time, and what others put there stays', async () => {
  const first = openSegmentedStream();
  const before = open(first);
  await before.pass(130);
  const names = await readdir(before.folder);
  await writeFile(join(before.folder, '12345678901.mp3.new'), 'cut off');
  await writeFile(join(before.folder, '00000001.mp3'), 'of long ago');
  await writeFile(join(before.folder, '01.mp3'), 'a track of somebody');
  await writeFile(join(before.folder, 'index.html'), 'a page');
  const from = first.timeline.headFrame - 125 * SECOND;
  const second = openSegmentedStream({ from, frames: 130 * SECOND, told: first.kept });
  const { folder, pass } = open(second);
  await pass(2);
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining(['01.mp3', 'index.html', 'live.m3u8']));
  expect(left).not.toContain('00000001.mp3');
  expect(left.some((name) => name.endsWith('.new'))).toBe(false);
  expect(left.filter((name) => names.includes(name)).length).toBeGreaterThan(30);
  await pass(200);
  const rest = await readdir(folder);
  expect(rest.filter((name) => names.includes(name))).toEqual(['live.m3u8']);
});

test('in a folder that holds no playlist of ours nothing is taken away', async () => {
  await mkdir(join(root, 'hls', 'dance'), { recursive: true });
  await writeFile(join(root, 'hls', 'dance', '20260101.mp3'), 'a recording');
  const { folder, pass } = open();
  await pass(3);
  expect(await readFile(join(folder, '20260101.mp3'), 'utf8')).toBe('a recording');
});

test('a folder that cannot be written is told once, and written again when it can', async () => {
  // Rights do not stop root: a file stands where the folder is to be.
  const path = join(root, 'hls');
  await writeFile(path, '');
  const stream = openSegmentedStream();
  const { folder, log, pass } = open(stream, path);
  await pass(20);
  expect(log).toEqual([
    expect.stringMatching(/serving it itself: check the disk and the rights of HLS_DIR$/),
  ]);
  expect(stream.segments.read(stream.segments.last, 'guest')).not.toBeNull();
  await rm(path);
  await pass(20);
  expect(log[1]).toContain('writes HLS into');
  expect((await playlistIn(folder)).segments.length).toBeGreaterThan(15);
});

test('[W229] on a full disk old segments go, and no playlist stays that stands still', async () => {
  const folder = join(root, 'hls');
  const place = folderPlace(folder);
  const dance = place.of('dance');
  let isFull = false;
  const put = (name: string, content: Buffer | string) =>
    isFull ? Promise.reject(new Error('ENOSPC: no space left on device')) : dance.put(name, content);
  const stream = openSegmentedStream();
  const { hls, pass, log } = open(stream, folder, {
    ...place,
    of: () => ({
      isAnsweredElsewhere: true,
      put,
      prepare: () => dance.prepare(),
      has: (name) => dance.has(name),
      list: () => dance.list(),
      remove: (name) => dance.remove(name),
    }),
  });
  await pass(70);
  isFull = true;
  await pass(3);
  expect(await dance.has('live.m3u8')).toBe(true);
  await pass(6);
  expect(await dance.has('live.m3u8')).toBe(false);
  await pass(300);
  expect(await dance.list()).toEqual([]);
  isFull = false;
  await pass(4);
  const { segments } = await playlistIn(join(folder, 'dance'));
  expect(segments.length).toBe(stream.segments.listed().length);
  await pass(200);
  expect((await dance.list()).length).toBeLessThan(70);
  expect(log).toHaveLength(2);
  await hls[Symbol.asyncDispose]();
});

test('where nothing can be removed, what is new is put there all the same', async () => {
  const folder = join(root, 'hls');
  const dance = folderPlace(folder).of('dance');
  const fails = { list: false, remove: (_name: string) => true };
  const denied = () => Promise.reject(new Error('AccessDenied'));
  const place: HlsPlace = {
    ...folderPlace(folder),
    of: () => ({
      isAnsweredElsewhere: false,
      put: (name, content) => dance.put(name, content),
      prepare: () => dance.prepare(),
      has: (name) => dance.has(name),
      list: () => (fails.list ? denied() : dance.list()),
      remove: (name) => (fails.remove(name) ? denied() : dance.remove(name)),
    }),
  };
  const first = openSegmentedStream();
  const before = open(first, folder, place);
  await before.pass(300);
  const { segments } = await playlistIn(before.folder);
  expect(segments.at(-1)?.number).toBe(first.segments.last);
  expect(before.log).toHaveLength(1);
  await before.hls[Symbol.asyncDispose]();

  // After a restart, there with what the run before could not take away, and where nothing can be listed either.
  const left = await dance.list();
  fails.list = true;
  const from = first.timeline.headFrame - 125 * SECOND;
  const second = openSegmentedStream({ from, frames: 130 * SECOND, told: first.kept });
  const { pass, log } = open(second, folder, place);
  const isNewThere = async () =>
    expect((await playlistIn(before.folder)).segments.at(-1)?.number).toBe(second.segments.last);
  await pass(10);
  await isNewThere();
  fails.list = false;
  await pass(10);
  await isNewThere();
  expect(log).toHaveLength(1);
  // One that cannot be removed keeps no other one there.
  const [oldest = ''] = left.toSorted();
  fails.remove = (name) => name === oldest;
  await pass(200);
  await isNewThere();
  const rest = await dance.list();
  expect(rest.filter((name) => left.includes(name)).toSorted()).toEqual([oldest, 'live.m3u8']);
  fails.remove = () => false;
  await pass(10);
  expect(await dance.list()).not.toContain(oldest);
  expect(log).toHaveLength(2);
});

test('old segments that have gathered go some at a time, and keep nothing new waiting', async () => {
  const folder = join(root, 'hls');
  const dance = folderPlace(folder).of('dance');
  let isDenied = true;
  let removed = 0;
  const place: HlsPlace = {
    ...folderPlace(folder),
    of: () => ({
      isAnsweredElsewhere: false,
      put: (name, content) => dance.put(name, content),
      prepare: () => dance.prepare(),
      has: (name) => dance.has(name),
      list: () => dance.list(),
      async remove(name) {
        if (isDenied) throw new Error('AccessDenied');
        removed += 1;
        await dance.remove(name);
      },
    }),
  };
  const stream = openSegmentedStream();
  const { pass } = open(stream, folder, place);
  await pass(500);
  isDenied = false;
  const atOnce: number[] = [];
  for (let second = 0; second < 30; second += 1) {
    removed = 0;
    await pass(1);
    atOnce.push(removed);
    expect((await playlistIn(join(folder, 'dance'))).segments.at(-1)?.number).toBe(stream.segments.last);
  }
  expect(Math.max(...atOnce)).toBe(32);
  expect((await dance.list()).length).toBeLessThan(70);
});

test('a store that is slow to remove keeps nothing new waiting: what is listed is put there first, and again soon', async () => {
  const folder = join(root, 'hls');
  const dance = folderPlace(folder).of('dance');
  let isSlow = true;
  const asked: { name: string; answer: PromiseWithResolvers<void> }[] = [];
  const place: HlsPlace = {
    ...folderPlace(folder),
    segmentsAtOnce: 4,
    of: () => ({
      isAnsweredElsewhere: false,
      put: (name, content) => dance.put(name, content),
      prepare: () => dance.prepare(),
      has: (name) => dance.has(name),
      list: () => dance.list(),
      async remove(name) {
        const answer = Promise.withResolvers<void>();
        asked.push({ name, answer });
        if (isSlow) await answer.promise;
        await dance.remove(name);
      },
    }),
  };
  const stream = openSegmentedStream();
  const { hls, clock, pass } = open(stream, folder, place);
  const lastThere = async () => (await playlistIn(join(folder, 'dance'))).segments.at(-1)?.number;
  await mkdir(join(folder, 'dance'), { recursive: true });
  for (const name of ['live.m3u8', ...Array.from({ length: 20 }, (_, at) => `${10_000_000 + at}.mp3`)])
    await writeFile(join(folder, 'dance', name), 'of long ago');
  stream.play(10 * SECOND);
  clock.advance(1_000);
  await vi.waitFor(() => expect(asked).toHaveLength(4), PATIENT);
  expect(await lastThere()).toBe(stream.segments.last);

  // What is new by then waits for those that are under way alone.
  stream.play(10 * SECOND);
  clock.advance(1_000);
  for (const { answer } of asked) answer.resolve();
  await vi.waitFor(() => expect(asked).toHaveLength(8), PATIENT);
  expect(await lastThere()).toBe(stream.segments.last);
  isSlow = false;
  for (const { answer } of asked) answer.resolve();
  await pass(4);
  expect(new Set(asked.map(({ name }) => name)).size).toBe(20);
  expect(await dance.list()).not.toContain('10000000.mp3');
  await hls[Symbol.asyncDispose]();
});

test('a disk that hangs keeps one call waiting, whatever the streams, and is told once', async () => {
  let calls = 0;
  const answer = Promise.withResolvers<void>();
  const never = async () => {
    calls += 1;
    await answer.promise;
  };
  const hanging = {
    isAnsweredElsewhere: true,
    prepare: never,
    has: async () => true,
    list: async () => [],
    put: never,
    remove: never,
  };
  const place = { ...folderPlace(join(root, 'hls')), of: () => hanging };
  const streams = [openSegmentedStream(), openSegmentedStream(), openSegmentedStream()];
  for (const stream of streams) stream.play(10 * SECOND);
  const clock = new ManualClock();
  const log: string[] = [];
  const logger = pino({}, { write: (line) => void log.push(JSON.parse(line).msg) });
  const hls = new HlsFolder({ place, streams, clock, logger });
  clock.advance(9_000);
  expect([calls, log]).toEqual([1, []]);
  clock.advance(20_000);
  expect(calls).toBe(1);
  expect(log).toEqual([expect.stringMatching(/^broadcast cannot write HLS into .*check the disk/)]);
  answer.resolve();
  await hls.settled();
  expect(calls).toBeGreaterThan(3);
  await hls[Symbol.asyncDispose]();
});

test('a disk that answers no more holds up the end of the station for two seconds', async () => {
  const never = new Promise<void>(() => {});
  const folder = join(root, 'hls');
  const hanging: HlsPlace = {
    ...folderPlace(folder),
    of: (streamId) => Object.assign(folderPlace(folder).of(streamId), { prepare: () => never }),
  };
  const stream = openSegmentedStream();
  const { hls, clock } = open(stream, folder, hanging);
  stream.play(10 * SECOND);
  clock.advance(1_000);
  let isOver = false;
  const end = hls[Symbol.asyncDispose]().then(() => {
    isOver = true;
  });
  clock.advance(1_999);
  await turn();
  expect(isOver).toBe(false);
  clock.advance(1);
  await end;
});
