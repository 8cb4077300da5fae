import fs, { rm, symlink, utimes } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TemporaryStation } from '#src/import/testing/temporary-station.ts';
import { saveCover } from '#src/import/worker/save-cover.ts';

/** What fails, by a part of its path: rights mean nothing to root, who runs the tests in many places. */
const faults: { of: 'list' | 'look' | 'read'; part: string; code: string }[] = [];
const { readdir, stat, readFile } = fs;
const failing =
  <Args extends unknown[], Result>(of: string, call: (...args: Args) => Result) =>
  (...args: Args) => {
    const fault = faults.find((one) => one.of === of && String(args[0]).includes(one.part));
    if (fault === undefined) return call(...args);
    return Promise.reject(Object.assign(new Error(`${fault.code}: ${args[0]}`), { code: fault.code }));
  };
/** Also for what a test before this one has loaded: files of a worker share their modules. */
const replace = (calls: object) => {
  Object.assign(fs, calls);
  syncBuiltinESMExports();
};
beforeAll(() =>
  replace({
    readdir: failing('list', readdir),
    stat: failing('look', stat),
    readFile: failing('read', readFile),
  }),
);
afterAll(() => replace({ readdir, stat, readFile }));
afterEach(() => void faults.splice(0));

async function stationOnAir(): Promise<TemporaryStation> {
  const station = await TemporaryStation.create();
  await station.putAudio('music/dance/A.wav', {}, { artist: 'A', title: 'A' });
  await station.putAudio('music/hits/album/B.wav', { seed: 2 }, { artist: 'B', title: 'B' });
  await station.putAudio('jingles/J.wav', { seed: 3, seconds: 1 });
  await station.import();
  return station;
}

/** Imports while the disk does not give what a look at a file would, once the folder was looked at and until it is done. */
async function importWithout(station: TemporaryStation, path: string) {
  let isOver = false;
  return await station.import({
    onProgress: ({ path: done }) => {
      if (done === null && !isOver) faults.push({ of: 'look', part: path, code: 'EIO' });
      if (done !== path) return;
      isOver = true;
      faults.splice(0);
    },
  });
}
const inRotation = async (station: TemporaryStation) =>
  (await station.records()).flatMap(({ placements }) => placements.map(({ path }) => path)).sort();
const ALL = ['jingles/J.wav', 'music/dance/A.wav', 'music/hits/album/B.wav'];

test('[R208] what lies in a folder that may not be listed plays on, and its neighbours come and go', async () => {
  await using station = await stationOnAir();
  faults.push(
    { of: 'list', part: 'music/hits', code: 'EACCES' },
    { of: 'list', part: 'jingles', code: 'EIO' },
  );
  await station.putAudio('music/dance/C.wav', { seed: 4 }, { artist: 'C', title: 'C' });
  await rm(station.path('music/dance/A.wav'));
  const report = await station.import();
  expect(report).toMatchObject({ rendered: 1, removed: 1, isToBeTriedAgain: true });
  expect(report.skipped).toEqual([
    { path: 'music/hits', reason: expect.stringMatching(/^cannot be looked into: give .*; .* plays on$/) },
    { path: 'jingles', reason: expect.stringMatching(/^cannot be looked at \(EIO.*\): .* plays on$/) },
  ]);
  expect(await inRotation(station)).toEqual(['jingles/J.wav', 'music/dance/C.wav', 'music/hits/album/B.wav']);
  faults.splice(0);
  await rm(station.path('jingles/J.wav'));
  expect(await station.import()).toMatchObject({ removed: 1, skipped: [], isToBeTriedAgain: false });
});

test('[R208] a folder whose files may be listed and not looked at stops no import, and is named once', async () => {
  await using station = await stationOnAir();
  await station.putAudio('music/hits/album/D.wav', { seed: 5 }, { artist: 'D', title: 'D' });
  await station.putAudio('music/dance/C.wav', { seed: 4 }, { artist: 'C', title: 'C' });
  faults.push({ of: 'look', part: 'album/', code: 'EACCES' });
  const report = await station.import();
  expect(report).toMatchObject({ rendered: 1, removed: 0, isToBeTriedAgain: false });
  expect(report.skipped.map(({ path }) => path)).toEqual(['music/hits/album']);
  expect(await inRotation(station)).toEqual([...ALL, 'music/dance/C.wav'].sort());
});

test('[R208] a station whose music may all not be listed is no disk that is away: the folders are named, all else is taken up', async () => {
  await using station = await stationOnAir();
  await station.putAudio('jingles/K.wav', { seed: 6, seconds: 1 });
  faults.push({ of: 'list', part: '/music/', code: 'EACCES' });
  const reason = expect.stringMatching(/^cannot be looked into: give the user/);
  expect(await station.import()).toMatchObject({
    rendered: 1,
    removed: 0,
    skipped: [
      { path: 'music/dance', reason },
      { path: 'music/hits', reason },
    ],
  });
  expect(await inRotation(station)).toEqual([...ALL, 'jingles/K.wav'].sort());
  // What is gone besides may be on a disk that is away.
  faults.splice(0, 1, { of: 'list', part: 'music/hits', code: 'EACCES' });
  await rm(station.path('music/dance/A.wav'));
  await expect(station.import()).rejects.toMatchObject({
    remedy: expect.stringMatching(/^Mount the disk /),
  });
});

test.each([
  ['EIO', true, /^cannot be looked at \(EIO.*\): .* plays on$/],
  ['EACCES', false, /^cannot be looked into: give .*; .* plays on$/],
  ['ENOENT', false, /^is a link that leads nowhere$/],
  ['ELOOP', false, /^is a link that leads nowhere$/],
])(
  '[R208] a link to a disk that answers %s is told as it is, and what lies there plays on',
  async (code, isToBeTriedAgain, reason) => {
    await using station = await stationOnAir();
    await station.move('music/hits', '../disk');
    await symlink(`${station.root}/disk`, station.path('music/hits'));
    faults.push({ of: 'look', part: 'music/hits', code });
    expect(await station.import()).toMatchObject({
      removed: 0,
      isToBeTriedAgain,
      skipped: [{ path: 'music/hits', reason: expect.stringMatching(reason) }],
    });
    expect(await inRotation(station)).toEqual(ALL);
  },
);

test('[R208] a copy of a piece stays in a folder out of reach when another of it is tagged anew', async () => {
  await using station = await stationOnAir();
  await station.putAudio('music/club/A.wav', {}, { artist: 'A', title: 'A' });
  await station.import();
  faults.push({ of: 'list', part: 'music/club', code: 'ESTALE' });
  await station.putAudio('music/dance/A.wav', {}, { artist: 'A', title: 'Again' });
  expect(await station.import()).toMatchObject({ filed: 1, removed: 0 });
  expect(await inRotation(station)).toEqual([...ALL, 'music/club/A.wav'].sort());
});

test('[R208] a picture that may not be read, or is gone by then, costs its tracks the cover alone', async () => {
  await using station = await TemporaryStation.create();
  await station.putAudio('music/dance/A.wav');
  const paths = { source: station.path('music/dance/A.wav'), cover: station.path('rendered.jpg') };
  const gone = await saveCover({ ...paths, picture: station.path('music/dance/cover.jpg') });
  expect(gone).toEqual({ from: null, fault: 'is gone' });
  await station.put('music/dance/cover.jpg', 'x');
  faults.push({ of: 'read', part: 'cover.jpg', code: 'EACCES' });
  const forbidden = await saveCover({ ...paths, picture: station.path('music/dance/cover.jpg') });
  expect(forbidden).toEqual({ from: null, fault: expect.stringMatching(/^cannot be read: give the user/) });
  faults.splice(0);
  faults.push({ of: 'read', part: 'cover.jpg', code: 'EIO' });
  const away = saveCover({ ...paths, picture: station.path('music/dance/cover.jpg') });
  await expect(away).rejects.toMatchObject({ code: 'EIO' });
});

test('[R208] a new file whose disk fails as it is taken in is not said to be being written, and tried again', async () => {
  await using station = await stationOnAir();
  await station.putAudio('music/dance/C.wav', { seed: 4 }, { artist: 'C', title: 'C' });
  const report = await importWithout(station, 'music/dance/C.wav');
  expect(report).toMatchObject({ rendered: 0, isToBeTriedAgain: true });
  expect(report.skipped).toEqual([
    { path: 'music/dance/C.wav', reason: expect.stringMatching(/^could not be read just now \(EIO/) },
  ]);
  expect(await station.import()).toMatchObject({ rendered: 1, skipped: [], isToBeTriedAgain: false });
});

test('[R127] a corrected tag that could not be taken in for the moment is taken in by the next import', async () => {
  await using station = await TemporaryStation.create();
  const path = 'music/dance/A.wav';
  // As a program writes it that keeps the time.
  const tag = async (title: string) => {
    await station.putAudio(path, {}, { artist: 'A', title });
    await utimes(station.path(path), 1_000, 1_000);
  };
  await tag('A');
  await station.import();
  await tag('B');
  expect(await importWithout(station, path)).toMatchObject({ filed: 0, isToBeTriedAgain: true });
  expect(await station.import()).toMatchObject({ filed: 1, rendered: 0 });
  expect(await station.recordOf(path)).toMatchObject({ title: 'B' });
});
