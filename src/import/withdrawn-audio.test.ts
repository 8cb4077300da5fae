import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { formatCatalogueLine, type MediaRecord } from '#src/station/catalogue/media-record.ts';
import { removeWithdrawnAudio } from './library/media-store.ts';
import { TemporaryStation } from './testing/temporary-station.ts';

const PATH = 'music/dance/A.wav';

/** A station of two tracks; what it has of one of them. */
async function createStation() {
  const station = await TemporaryStation.create();
  // Long enough for a preview, whose beginning is not its own.
  await station.putAudio(PATH, { seconds: 5 });
  await station.putAudio('music/dance/Stays.wav', { seed: 2 });
  await station.import();
  const record = await station.recordOf(PATH);
  const { audio, preview } = mediaFiles(station.folder, record.id);
  return {
    station,
    record,
    files: () => [existsSync(audio), existsSync(preview)],
    found: async () => (await station.records()).find(({ id }) => id === record.id),
  };
}

test('[R260] the audio of what has left the station folder goes after thirty days, and what pages show stays', async () => {
  const { station: made, record, files, found } = await createStation();
  await using station = made;
  await station.move(PATH, 'aside/A.wav');
  await station.import();
  station.clock.advance(30 * DAY_MS - 1);
  await station.import();
  expect(files()).toEqual([true, true]);
  station.clock.advance(1);
  await station.import();
  expect(files()).toEqual([false, true]);
  expect(await found()).toMatchObject({ title: record.title, slug: record.slug, placements: [] });
  // Nothing is left to be done.
  expect(await station.import()).toMatchObject({ rendered: 0, filed: 0, removed: 0, skipped: [] });

  await station.move('aside/A.wav', PATH);
  expect(await station.import()).toMatchObject({ rendered: 1, skipped: [] });
  expect(files()).toEqual([true, true]);
  const { renderedMs: _, ...rendered } = record;
  expect(await found()).toMatchObject(rendered);
  station.clock.advance(31 * DAY_MS);
  await station.import();
  expect(files()).toEqual([true, true]);
});

test('[R260] what comes back sooner begins anew, however often it comes and goes', async () => {
  const { station: made, files } = await createStation();
  await using station = made;
  for (let round = 0; round < 3; round += 1) {
    await station.move(PATH, 'aside/A.wav');
    await station.import();
    station.clock.advance(20 * DAY_MS);
    await station.import();
    await station.move('aside/A.wav', PATH);
    expect(await station.import()).toMatchObject({ rendered: 0, filed: 1 });
  }
  expect(files()).toEqual([true, true]);
});

test('[R260] for what left under an earlier version the time begins with the first import', async () => {
  const { station: made, record, files } = await createStation();
  await using station = made;
  await rm(station.path(PATH));
  const left: MediaRecord = { ...record, placements: [] };
  await appendFile(station.folder.catalogue, formatCatalogueLine(left));
  await station.import();
  station.clock.advance(30 * DAY_MS - 1);
  await station.import();
  expect(files()).toEqual([true, true]);
  station.clock.advance(1);
  await station.import();
  expect(files()).toEqual([false, true]);
});

test('[R260] for what left while the clock ran ahead the time begins once that is set right', async () => {
  const { station: made, record, files, found } = await createStation();
  await using station = made;
  await rm(station.path(PATH));
  const left: MediaRecord = { ...record, placements: [], withdrawnMs: station.clock.nowMs() + 365 * DAY_MS };
  await appendFile(station.folder.catalogue, formatCatalogueLine(left));
  await station.import();
  expect(await found()).toMatchObject({ withdrawnMs: station.clock.nowMs() });
  station.clock.advance(30 * DAY_MS);
  await station.import();
  expect(files()).toEqual([false, true]);
});

test('[R260] on a full disk what left while the clock ran ahead makes room too', async () => {
  const { station: made, record } = await createStation();
  await using station = made;
  const nowMs = station.clock.nowMs();
  const left: MediaRecord = { ...record, placements: [], withdrawnMs: nowMs + 365 * DAY_MS };
  const removed: string[] = [];
  const removeAudio = async (id: string) => void removed.push(id);
  const records = new Map([[left.id, left]]);
  expect(await removeWithdrawnAudio(records, { hasAudio: () => true, removeAudio }, nowMs, 0)).toBe(1);
  expect(removed).toEqual([left.id]);
});

test('[R260] on a full disk what has left the station folder makes room at once', async (context) => {
  const run = promisify(execFile);
  const disk = await mkdtemp(join(tmpdir(), 'onde-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'tmpfs', disk]);
  } catch {
    await rm(disk, { recursive: true });
    context.skip('a disk of its own cannot be mounted here: this needs root and the right to mount');
  }
  try {
    await using station = await TemporaryStation.create(join(disk, 'data'));
    const put = (name: string, seed: number) =>
      station.putAudio(`music/dance/${name}.wav`, { seconds: 5, seed });
    for (const seed of [1, 2, 3, 4]) await put(`Old ${seed}`, seed);
    await station.import();
    const audioOf = async (place: string) => (await station.rendered(`music/dance/${place}.wav`)).audio;
    const [first, second] = [await audioOf('Old 1'), await audioOf('Old 2')];
    await station.move('music/dance/Old 1.wav', 'aside/Old 1.wav');
    await station.import();
    expect(existsSync(first)).toBe(true);

    // Less than half of what the new pieces take.
    await run('mount', ['-o', 'remount,size=1000k', disk]);
    for (const seed of [2, 3, 4]) await station.move(`music/dance/Old ${seed}.wav`, `aside/Old ${seed}.wav`);
    for (const seed of [5, 6, 7, 8]) await put(`New ${seed}`, seed);
    expect(await station.import()).toMatchObject({
      files: 4,
      rendered: 4,
      removed: 3,
      unchanged: 0,
      skipped: [],
    });
    expect([existsSync(first), existsSync(second)]).toEqual([false, false]);
    for (const seed of [5, 6, 7, 8]) expect(existsSync(await audioOf(`New ${seed}`))).toBe(true);

    // Nothing new comes, and there is room for what comes next all the same.
    const leaving = await audioOf('New 5');
    await station.move('music/dance/New 5.wav', 'aside/New 5.wav');
    expect(await station.import()).toMatchObject({ removed: 1, rendered: 0 });
    expect(existsSync(leaving)).toBe(false);
  } finally {
    await run('umount', [disk]);
    await rm(disk, { recursive: true });
  }
});
