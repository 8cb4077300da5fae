import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { createStationData, mediaRecord, type StationData } from '#src/station/testing/station-data.ts';
import { followStationFolder, STATION_START_PATIENCE_MS } from './follow-station-folder.ts';

let home: string;
let stationDir: string;
let data: StationData;
let lines: string[];
let clock: ManualClock;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onde-presence-'));
  stationDir = join(home, 'station');
  data = await createStationData();
  lines = [];
  clock = new ManualClock();
});
afterEach(async () => {
  await data[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

async function put(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(stationDir, path)), { recursive: true });
    await writeFile(join(stationDir, path), 'x');
  }
}

function follow(find?: () => Promise<string | null>) {
  const to = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
  const logger = createLogger({ level: 'info', part: 'test', to });
  return followStationFolder({ stationDir, folder: data.folder, clock, logger, ...(find && { find }) });
}

test('a station that waits for its first file is not absent, one that was never made is', async () => {
  await using missing = await follow();
  expect(missing.absence).toMatch(/^There is no station folder at /);
  await mkdir(stationDir);
  await using empty = await follow();
  expect(empty.absence).toBeNull();
  await put('music/dance/a.mp3');
  expect(await empty.look()).toBeNull();
});

test('a folder that goes is told once, with what to do, and so is its return', async () => {
  await data.addMedia(mediaRecord(1, 'A', 'B'));
  await put('station.yaml', 'music/dance/a.mp3');
  await using folder = await follow();
  let returns = 0;
  folder.onReturn(() => returns++);
  await rename(stationDir, join(home, 'away'));
  expect(await folder.look()).toMatch(/^There is no station folder at /);
  await mkdir(join(stationDir, 'lost+found'), { recursive: true });
  await writeFile(join(stationDir, 'NOT MOUNTED.txt'), '');
  expect(await folder.look()).toMatch(/^There is nothing of a station in /);
  expect(await folder.look()).not.toBeNull();
  expect(returns).toBe(0);
  await rm(stationDir, { recursive: true });
  await rename(join(home, 'away'), stationDir);
  expect(await folder.look()).toBeNull();
  expect(returns).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^There is no station folder at .* Mount the disk .* What is rendered plays on/),
    'the station folder is there again',
  ]);
});

test.each([
  ['empty', async () => {}],
  ['a link that leads nowhere', () => symlink('/nowhere', join(stationDir, 'music'))],
  ['there with the streams alone', () => mkdir(join(stationDir, 'music', 'dance'), { recursive: true })],
])('a music folder that is %s is absent while tracks are on air, and the rest is there', async (_, make) => {
  await put('station.yaml', 'schedule/weekDance.xml');
  await make();
  await using before = await follow();
  expect(before.absence).toBeNull();
  await data.addMedia(mediaRecord(1, 'A', 'B'), mediaRecord(2, 'C', 'D', 'hits', { placements: [] }));
  expect(await before.look()).toMatch(/There is no music in .*, although one track of it is on air\.$/);
});

test('music behind links is music, and links in circles come to an end', async () => {
  await data.addMedia(mediaRecord(1, 'A', 'B'));
  await put('station.yaml');
  await mkdir(join(stationDir, 'music'));
  await symlink('.', join(stationDir, 'music', 'again'));
  await using folder = await follow();
  expect(folder.absence).not.toBeNull();
  await mkdir(join(home, 'disk'));
  await writeFile(join(home, 'disk', 'a.mp3'), '');
  await symlink(join(home, 'disk'), join(stationDir, 'music', 'dance'));
  expect(await folder.look()).toBeNull();
});

test('another folder in its place, or in that of a stream, is followed anew; a part that comes or goes is not', async () => {
  await put('station.yaml', 'music/dance/a.mp3', 'podcasts/x');
  await using folder = await follow();
  let returns = 0;
  folder.onReturn(() => returns++);
  await rm(join(stationDir, 'podcasts'), { recursive: true });
  await folder.look();
  await put('videos/x');
  await folder.look();
  expect(returns).toBe(0);
  await rename(join(stationDir, 'music'), join(home, 'music'));
  await put('music/dance/b.mp3');
  await folder.look();
  expect(returns).toBe(1);
  await rename(join(stationDir, 'music/dance'), join(home, 'dance'));
  await put('music/dance/c.mp3');
  await folder.look();
  expect(returns).toBe(2);
});

test('a stream behind a link is followed anew when its disk goes and when it is back', async () => {
  await put('music/hits/a.mp3');
  await mkdir(join(home, 'disk'));
  await symlink(join(home, 'disk'), join(stationDir, 'music/dance'));
  await using folder = await follow();
  let returns = 0;
  folder.onReturn(() => returns++);
  await rename(join(home, 'disk'), join(home, 'away'));
  await folder.look();
  expect(returns).toBe(1);
  await folder.look();
  await rename(join(home, 'away'), join(home, 'disk'));
  await folder.look();
  expect(returns).toBe(2);
});

test('the folder is looked at by itself every now and then, more often while it is away', async () => {
  await put('station.yaml');
  await using folder = await follow();
  let looks = 0;
  folder.onLook(() => looks++);
  const pass = async (ms: number, expected: number) => {
    clock.advance(ms);
    await vi.waitFor(() => expect(looks).toBe(expected), PATIENT);
    // The next look is waited for once this one has ended.
    await setImmediate();
  };
  await pass(30_000, 1);
  await rename(stationDir, join(home, 'away'));
  clock.advance(29_000);
  await pass(1_000, 2);
  await pass(10_000, 3);
  await rename(join(home, 'away'), stationDir);
  await pass(10_000, 4);
  expect(folder.absence).toBeNull();
});

test('[W203] a folder that does not answer is told of once, with what to do, and so is its answer', async () => {
  await put('station.yaml');
  let answer = Promise.resolve<string | null>(null);
  await using folder = await follow(() => answer);
  const late = Promise.withResolvers<string | null>();
  answer = late.promise;
  const looked = folder.look();
  clock.advance(29_999);
  expect(lines).toEqual([]);
  for (let minutes = 0; minutes < 3; minutes += 1) clock.advance(60_000);
  expect(lines).toEqual([expect.stringMatching(/^the station folder does not answer; .*: see to the disk/)]);
  late.resolve(null);
  expect(await looked).toBeNull();
  expect(lines.slice(1)).toEqual(['the station folder answers again']);
});

test('[W203] a start goes on without a folder that does not answer, which comes back when it does', async () => {
  await put('station.yaml');
  const late = Promise.withResolvers<string | null>();
  const following = follow(() => late.promise);
  clock.advance(STATION_START_PATIENCE_MS);
  await using folder = await following;
  expect(folder).toMatchObject({
    isSilent: true,
    absence: expect.stringMatching(/^\/.* does not answer\.$/),
  });
  let returns = 0;
  folder.onReturn(() => returns++);
  late.resolve(null);
  expect(await folder.look()).toBeNull();
  expect(folder.isSilent).toBe(false);
  expect(returns).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^the station folder does not answer; .*: see to the disk/),
    'the station folder answers again',
  ]);
});

test('[W203] a folder that is away once it answers is told of as one', async () => {
  const late = Promise.withResolvers<string | null>();
  const following = follow(() => late.promise);
  clock.advance(STATION_START_PATIENCE_MS);
  await using folder = await following;
  late.resolve('There is no station folder.');
  expect(await folder.look()).toBe('There is no station folder.');
  expect(folder.isSilent).toBe(false);
  expect(lines.slice(2)).toEqual([expect.stringMatching(/^There is no station folder\. Mount the disk/)]);
});
