import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { readLastBackup, writeLastBackup } from '#src/platform/last-backup/last-backup.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { BACKUP_HOUR } from './backup-due.ts';
import { folderPlace } from './backup-place.ts';
import { backUpNightly } from './nightly.ts';
import { takeScratch } from './scratch.ts';

/** The night's options of a station that has no database: each backup fails. */
async function openFailing() {
  const root = await mkdtemp(join(tmpdir(), 'onde-nightly-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = dataFolder(root);
  const options = {
    database: { databaseUrl: null, sqlitePath: folder.database },
    folder,
    key: null,
    place: folderPlace(join(root, 'nightly')),
    withMedia: false,
    nowMs: NOW_MS + HOUR_MS,
    keep: 2,
  };
  return { folder, options };
}

const NOW_MS = Date.UTC(2026, 10, 25, BACKUP_HOUR, 10);

test('[R197] a backup that is refused because another one is under way is no failure, and leaves its record alone', async () => {
  const { folder, options } = await openFailing();
  const proved = { atMs: NOW_MS, name: 'onde-20261125T031000Z.backup', bytes: 1, seconds: 1, rows: 1 };
  const before = { triedMs: NOW_MS, proved, failing: null };
  await writeLastBackup(folder.lastBackup, before);
  await using _other = await takeScratch(folder);
  await expect(backUpNightly(options)).rejects.toThrow(
    'Another backup or move of this station is under way.',
  );
  expect(await readLastBackup(folder.lastBackup)).toEqual(before);
});

test('[R205] a backup that fails at last, after it was told that it takes too long, is the same failure', async () => {
  const { folder, options } = await openFailing();
  const late = { sinceMs: NOW_MS, reason: 'under way for 6 hours' };
  // Its own beginning was written down before: what is told meanwhile comes while it lists what is there.
  const { place } = options;
  const list = async () => {
    await writeLastBackup(folder.lastBackup, { triedMs: NOW_MS, proved: null, failing: late });
    return place.list();
  };
  await expect(backUpNightly({ ...options, place: { ...place, list } })).rejects.toThrow();
  const last = await readLastBackup(folder.lastBackup);
  expect(last?.failing?.sinceMs).toBe(NOW_MS);
  expect(last?.failing?.reason).not.toBe(late.reason);
});

test('[R197] a night whose disk is away has failed, and nothing is made in its place', async () => {
  const { folder, options } = await openFailing();
  const root = await realpath(folder.root);
  const disk = join(root, 'disk');
  const place = folderPlace(join(disk, 'nightly'));
  const proved = { atMs: NOW_MS, name: 'onde-20261125T031000Z.backup', bytes: 1, seconds: 1, rows: 1 };
  await writeLastBackup(folder.lastBackup, {
    triedMs: NOW_MS,
    proved: { ...proved, on: disk },
    failing: null,
  });
  // Its mount point went with the disk, or is an empty folder.
  for (const left of [[], ['disk']]) {
    for (const name of left) await mkdir(join(root, name));
    await expect(backUpNightly({ ...options, place })).rejects.toThrow(`The disk of ${place.name} is away`);
    expect(await readdir(root)).toEqual(['backup.json', ...left]);
  }
  const last = await readLastBackup(folder.lastBackup);
  expect(last?.failing?.reason).toContain('is away: no backup is made beside it. Mount it;');
  expect(last?.proved?.on).toBe(disk);
});

test('[R197] a folder elsewhere, and a record that knows no disk, keep no backup from being tried', async () => {
  const { folder, options } = await openFailing();
  const disk = join(await realpath(folder.root), 'disk');
  const proved = { atMs: NOW_MS, name: 'onde-20261125T031000Z.backup', bytes: 1, seconds: 1, rows: 1 };
  const nights = [
    { proved, place: folderPlace(join(disk, 'nightly')) },
    { proved: { ...proved, on: disk }, place: options.place },
  ];
  for (const { proved, place } of nights) {
    await writeLastBackup(folder.lastBackup, { triedMs: NOW_MS, proved, failing: null });
    await expect(backUpNightly({ ...options, place })).rejects.toThrow('There is no database');
  }
});
