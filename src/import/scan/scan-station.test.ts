import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TemporaryStation } from '#src/import/testing/temporary-station.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { MountPoints } from './mount-points.ts';
import { scanPresentStation, scanStation } from './scan-station.ts';

let station = '';
beforeEach(async () => {
  station = await mkdtemp(join(tmpdir(), 'onde-scan-'));
});
afterEach(() => rm(station, { recursive: true }));

async function put(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(station, path)), { recursive: true });
    await writeFile(join(station, path), 'x');
  }
}

test('files are found at any depth, with the stream and folder they are for', async () => {
  await put(
    'music/dance/a.mp3',
    'music/dance/mix/late/b.flac',
    'jingles/c.wav',
    'jingles/80s/d.wav',
    'spots/summer/e.ogg',
  );
  const { files, misplaced } = await scanStation(station);
  expect(files.map(({ path, kind, streamId, folder }) => [path, kind, streamId, folder])).toEqual([
    ['jingles/80s/d.wav', 'jingle', '80s', ''],
    ['jingles/c.wav', 'jingle', null, ''],
    ['music/dance/a.mp3', 'track', 'dance', ''],
    ['music/dance/mix/late/b.flac', 'track', 'dance', 'mix/late'],
    ['spots/summer/e.ogg', 'spot', null, 'summer'],
  ]);
  expect(misplaced).toEqual([]);
});

test('music outside the folder of a stream is named, with where it belongs', async () => {
  await put('music/stray.mp3', 'music/house/a.mp3', 'music/house/b.mp3');
  const { files, misplaced } = await scanStation(station);
  expect(files).toEqual([]);
  expect(misplaced.map(({ path }) => path).sort()).toEqual(['music/house', 'music/stray.mp3']);
  expect(misplaced[0]?.reason).toContain('music/dance');
});

test('the litter of file managers and half-copied files are passed over in silence', async () => {
  await put(
    'music/dance/.DS_Store',
    'music/dance/Thumbs.db',
    'music/dance/._a.mp3',
    'music/dance/b.mp3.part',
    'music/dance/b.mp3~',
    'music/dance/b.mp3.~1~',
    'music/dance/~$notes.docx',
    'music/.hidden/c.mp3',
    'music/dance/....Baby.mp3.Xa3kPq',
    'music/hits/$RECYCLE.BIN/S-1-5-21/$R4K2.mp3',
    'music/hits/System Volume Information/d.mp3',
    'music/club/@Recycle/e.mp3',
    'music/club/@Recently-Snapshot/f.mp3',
    'music/club/#snapshot/g.mp3',
  );
  expect(await scanStation(station)).toEqual({ files: [], misplaced: [], unlisted: [], mounts: [] });
});

test('artists and albums whose names begin with dots, or stand between tildes, are no litter', async () => {
  const paths = [
    'music/dance/...And Justice for All/a.mp3',
    'music/dance/.38 Special - b.mp3',
    'music/dance/Best ~Complete~/c.mp3',
    'music/dance/~Prologue~.mp3',
  ];
  await put(...paths);
  expect((await scanStation(station)).files.map(({ path }) => path)).toEqual(paths);
});

test('a folder of jingles that is named after a stream is that stream’s, with a capital too', async () => {
  await put('jingles/Dance/a.mp3', 'jingles/Morning/b.mp3', 'spots/HITS/c.mp3');
  const { files } = await scanStation(station);
  expect(files.map(({ path, streamId, folder }) => ({ path, streamId, folder }))).toEqual([
    { path: 'jingles/Dance/a.mp3', streamId: 'dance', folder: '' },
    { path: 'jingles/Morning/b.mp3', streamId: null, folder: 'Morning' },
    { path: 'spots/HITS/c.mp3', streamId: 'hits', folder: '' },
  ]);
});

test('links are followed, and one that leads in circles comes to an end', async () => {
  await put('elsewhere/a.mp3');
  await mkdir(join(station, 'music'));
  await symlink(join(station, 'elsewhere'), join(station, 'music', 'dance'));
  await symlink(join(station, 'elsewhere'), join(station, 'elsewhere', 'again'));
  await symlink('/nowhere', join(station, 'elsewhere', 'lost.mp3'));
  const { files, misplaced } = await scanStation(station);
  expect(files.map(({ path }) => path)).toEqual(['music/dance/a.mp3']);
  expect(misplaced).toEqual([
    { path: 'music/dance/again', reason: 'is a link back to a folder that it lies in' },
    { path: 'music/dance/lost.mp3', reason: 'is a link that leads nowhere' },
  ]);
});

test('a link back to the parts, the station or what lies above brings no other music into a stream', async () => {
  await put('music/dance/a.mp3', 'music/trance/b.mp3', 'jingles/c.mp3');
  await symlink('..', join(station, 'music/trance/loop'));
  await symlink('../..', join(station, 'music/trance/all'));
  await symlink('..', join(station, 'jingles/all'));
  await symlink('../../..', join(station, 'music/trance/outside'));
  await symlink('../dance', join(station, 'music/trance/shared'));
  const { files, misplaced } = await scanStation(station);
  expect(files.map(({ path }) => path)).toEqual([
    'jingles/c.mp3',
    'music/dance/a.mp3',
    'music/trance/b.mp3',
    'music/trance/shared/a.mp3',
  ]);
  const reason = 'is a link back to a folder that it lies in';
  expect(misplaced.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual(
    ['jingles/all', 'music/trance/all', 'music/trance/loop', 'music/trance/outside'].map((path) => ({
      path,
      reason,
    })),
  );
});

test('what Onde has rendered is not taken in again, wherever a link leads there', async () => {
  await put('music/dance/a.mp3');
  const media = dataFolder(join(station, 'data')).media;
  await put(join('data', 'media', 'catalogue.jsonl'), join('data', 'media', '10', '10ab.mp3'));
  await symlink(media, join(station, 'music/dance/rendered'));
  await symlink(dirname(media), join(station, 'music/dance/all'));
  const { files, misplaced } = await scanStation(station);
  expect(files.map(({ path }) => path)).toEqual(['music/dance/a.mp3']);
  const reason = 'is what Onde has rendered, which is no music of yours';
  expect(misplaced.map(({ path }) => path).sort()).toEqual(['music/dance/all/media', 'music/dance/rendered']);
  expect(new Set(misplaced.map((one) => one.reason))).toEqual(new Set([reason]));
});

test('a pipe, a socket and a device are named, there or behind a link, and their neighbours are found', async () => {
  await put('music/dance/a.mp3');
  execFileSync('mkfifo', [join(station, 'music/dance/pipe.mp3')]);
  await using socket = createServer();
  await new Promise<void>((resolve) => socket.listen(join(station, 'music/dance/socket.mp3'), resolve));
  await symlink('/dev/null', join(station, 'music/device.mp3'));
  const { files, misplaced } = await scanStation(station);
  expect(files.map(({ path }) => path)).toEqual(['music/dance/a.mp3']);
  const reason = 'is neither a file nor a folder';
  expect(misplaced.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'music/dance/pipe.mp3', reason },
    { path: 'music/dance/socket.mp3', reason },
    { path: 'music/device.mp3', reason },
  ]);
});

test('a station folder that is not there is an error, not an empty station', async () => {
  await expect(scanStation(join(station, 'typo'))).rejects.toThrow(/no station folder/);
});

async function stationOnAir(): Promise<TemporaryStation> {
  const station = await TemporaryStation.create();
  await station.putAudio('music/dance/A.wav', {}, { artist: 'A', title: 'A' });
  await station.putAudio('music/hits/B.wav', { seed: 2 }, { artist: 'B', title: 'B' });
  await station.putAudio('jingles/J.wav', { seed: 3, seconds: 1 });
  await station.import();
  return station;
}

const inRotation = async (station: TemporaryStation) =>
  (await station.records()).flatMap(({ placements }) => placements.map(({ path }) => path)).sort();
const ALL = ['jingles/J.wav', 'music/dance/A.wav', 'music/hits/B.wav'];

test('a station folder that is gone, empty or without music withdraws nothing, and says to mount the disk', async () => {
  await using station = await stationOnAir();
  const away = `${station.stationDir} away`;
  const refused = { message: expect.any(String), remedy: expect.stringMatching(/^Mount the disk /) };
  await rename(station.stationDir, away);
  await expect(station.import()).rejects.toMatchObject(refused);
  await mkdir(station.stationDir);
  await expect(station.import()).rejects.toBeInstanceOf(OperatorError);
  await rm(station.stationDir, { recursive: true });
  await rename(away, station.stationDir);
  await rename(station.path('music'), away);
  await mkdir(station.path('music/dance'), { recursive: true });
  await expect(station.import()).rejects.toMatchObject(refused);
  expect(await inRotation(station)).toEqual(ALL);
  await rm(station.path('music'), { recursive: true });
  await rename(away, station.path('music'));
  expect(await station.import()).toMatchObject({ unchanged: 3, removed: 0 });
});

test('a disk that is mounted or leaves while its files are listed withdraws nothing', async () => {
  await using station = await stationOnAir();
  const away = `${station.stationDir} away`;
  const mountPoints = await MountPoints.open(dataFolder(`${station.stationDir} data`));
  /** The folder that the scan has listed is gone when it has ended, and another one has music as well. */
  mountPoints.noteAway = async () => {
    await rename(station.stationDir, away);
    await mkdir(station.path('music/dance'), { recursive: true });
  };
  const records = await station.records();
  const scanned = scanPresentStation(station.stationDir, records, mountPoints);
  await expect(scanned).rejects.toMatchObject({ remedy: expect.stringMatching(/^Mount the disk /) });
  await rm(station.stationDir, { recursive: true });
  await rename(away, station.stationDir);
});

test('a station of jingles alone is not withdrawn either while its folder holds nothing of a station', async () => {
  await using station = await TemporaryStation.create();
  await station.putAudio('jingles/J.wav', { seed: 3, seconds: 1 });
  await station.import();
  const away = `${station.stationDir} away`;
  await rename(station.stationDir, away);
  await mkdir(station.stationDir);
  await expect(station.import()).rejects.toMatchObject({ remedy: expect.stringMatching(/^Mount the disk /) });
  await rm(station.stationDir, { recursive: true });
  await rename(away, station.stationDir);
  expect(await station.import()).toMatchObject({ unchanged: 1, removed: 0 });
  await rm(station.path('jingles/J.wav'));
  expect(await station.import()).toMatchObject({ removed: 1 });
});

test('one stream that is emptied leaves the air, as whoever empties it means', async () => {
  await using station = await stationOnAir();
  await rm(station.path('music/hits/B.wav'));
  expect(await station.import()).toMatchObject({ removed: 1 });
  expect(await inRotation(station)).toEqual(ALL.slice(0, 2));
});

test('what lies behind a link that leads nowhere for now stays in rotation, and the link is named', async () => {
  await using station = await stationOnAir();
  const away = `${station.stationDir} hits`;
  await rename(station.path('music/hits'), away);
  await symlink(away, station.path('music/hits'));
  expect(await station.import()).toMatchObject({ unchanged: 3 });
  await rename(away, `${away} unmounted`);
  expect(await station.import()).toMatchObject({
    removed: 0,
    skipped: [{ path: 'music/hits', reason: 'is a link that leads nowhere' }],
  });
  expect(await inRotation(station)).toEqual(ALL);
  await rm(station.path('music/hits'));
  expect(await station.import()).toMatchObject({ removed: 1 });
});

// Only Linux has names of any bytes.
test.runIf(process.platform === 'linux')(
  '[R206] a file or a folder whose name is no UTF-8 is told, and its neighbours are found',
  async () => {
    await put('music/dance/a.mp3');
    const dance = Buffer.from(`${join(station, 'music', 'dance')}/`);
    await writeFile(Buffer.concat([dance, Buffer.from('\xe9t\xe9.mp3', 'latin1')]), 'x');
    const album = Buffer.concat([dance, Buffer.from('No\xebl', 'latin1')]);
    await mkdir(album);
    await writeFile(Buffer.concat([album, Buffer.from('/b.mp3')]), 'x');
    const { files, misplaced } = await scanStation(station);
    expect(files.map(({ path }) => path)).toEqual(['music/dance/a.mp3']);
    const reason = 'has a name that is not UTF-8: rename it';
    expect(misplaced.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: 'music/dance/No\ufffdl', reason },
      { path: 'music/dance/\ufffdt\ufffd.mp3', reason },
    ]);
  },
);
