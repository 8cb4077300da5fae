import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { makeBadSpot } from '#src/platform/files/testing/bad-spot.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { TemporaryStation } from './testing/temporary-station.ts';

const run = promisify(execFile);
const TRACKS = 6;

async function putTracks(station: TemporaryStation): Promise<void> {
  for (let i = 0; i < TRACKS; i += 1) await station.putAudio(`music/dance/${i}.wav`, { seed: i });
}

/** Every line of the catalogue stands for audio that is whole, and nothing unfinished lies about. */
async function expectWhole(station: TemporaryStation): Promise<void> {
  for (const { id, frames } of await station.records()) {
    const { audio } = mediaFiles(station.folder, id);
    expect((await readBroadcastFrames(audio)).frameOffsets).toHaveLength(frames);
  }
}

test('an importer that is killed in the middle of its work is taken up by the next', async () => {
  await using station = await TemporaryStation.create();
  await putTracks(station);
  const script = `
    import { importStation } from ${JSON.stringify(new URL('./import-station.ts', import.meta.url).href)};
    import { systemClock } from ${JSON.stringify(new URL('../platform/clock/clock.ts', import.meta.url).href)};
    import { createLogger } from ${JSON.stringify(new URL('../platform/log/logger.ts', import.meta.url).href)};
    const [stationDir, folder] = ${JSON.stringify([station.stationDir, station.folder])};
    const logger = createLogger({ level: 'silent', part: 'import' });
    // It gets no further than that before it is killed, however long that takes.
    const onProgress = ({ path }) => path && (console.log(path), Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
    await importStation({ stationDir, folder, logger, clock: systemClock, workers: 2, priority: 0, onProgress });`;
  const importer = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(importer.stdout, 'data');
  importer.kill('SIGKILL');
  await once(importer, 'exit');

  const done = (await station.records()).length;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(TRACKS);
  await expectWhole(station);
  expect(await station.import()).toMatchObject({ unchanged: done, rendered: TRACKS - done, skipped: [] });
  await expectWhole(station);
  expect(await readdir(station.folder.media)).not.toContain('drafts');
});

test('[R211] what a bad spot of the disk has cost the catalogue is taken in anew, into a file without one', async () => {
  await using station = await TemporaryStation.create();
  const { catalogue } = station.folder;
  await station.putAudio('music/dance/A.wav', {}, { artist: 'A', title: 'A' });
  await station.import();
  // Into another block of the disk.
  await appendFile(catalogue, '\n'.repeat(8_192));
  await station.putAudio('music/dance/B.wav', { seed: 2 }, { artist: 'B', title: 'B' });
  await station.import();
  using _ = await makeBadSpot(catalogue, 100, 101);
  expect((await station.records()).map(({ title }) => title)).toEqual(['B']);
  expect(await station.import()).toMatchObject({ rendered: 1, unchanged: 1, skipped: [] });
  expect((await station.records()).map(({ title }) => title).sort()).toEqual(['A', 'B']);
  expect(await station.import()).toMatchObject({ rendered: 0, unchanged: 2 });
});

test('a full disk stops the import cleanly, says how much is missing where, and loses nothing', async (context) => {
  const disk = await mkdtemp(join(tmpdir(), 'onde-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', disk]);
  } catch {
    await rm(disk, { recursive: true });
    context.skip('a disk of its own cannot be mounted here: this needs root and the right to mount');
  }
  try {
    await using station = await TemporaryStation.create(join(disk, 'data'));
    await putTracks(station);
    const sources = await Promise.all(
      [...Array(TRACKS).keys()].map((i) => stat(station.path(`music/dance/${i}.wav`))),
    );

    await expect(station.import()).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(
        new RegExp(
          `The disk that holds ${station.folder.media} is full: [1-5] of 6 files are done, .* [12] MB`,
        ),
      ),
      remedy: expect.stringMatching(/^Free about \d MB there, or set DATA_DIR/),
    });
    await expectWhole(station);
    const left = await readdir(station.folder.media, { recursive: true });
    const done = (await station.records()).length;
    expect(done).toBeGreaterThan(0);
    expect(left.filter((name) => name.endsWith('.mp3'))).toHaveLength(done * 2);
    expect(left).not.toContain('drafts');
    for (const [i, before] of sources.entries()) {
      const now = await stat(station.path(`music/dance/${i}.wav`));
      expect([now.size, now.mtimeMs, now.ctimeMs]).toEqual([before.size, before.mtimeMs, before.ctimeMs]);
    }

    await run('mount', ['-o', 'remount,size=4m', disk]);
    expect(await station.import()).toMatchObject({ unchanged: done, rendered: TRACKS - done });
    await expectWhole(station);
  } finally {
    await run('umount', [disk]);
    await rm(disk, { recursive: true });
  }
});
