import { mkdtemp, rm } from 'node:fs/promises';
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

const NOW_MS = Date.UTC(2026, 10, 25, BACKUP_HOUR, 10);

test('[R197] a backup that is refused because another one is under way is no failure, and leaves its record alone', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-nightly-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = dataFolder(root);
  const proved = { atMs: NOW_MS, name: 'onde-20261125T031000Z.backup', bytes: 1, seconds: 1, rows: 1 };
  const before = { triedMs: NOW_MS, proved, failing: null };
  await writeLastBackup(folder.lastBackup, before);
  await using _other = await takeScratch(folder);
  const refused = backUpNightly({
    database: { databaseUrl: null, sqlitePath: folder.database },
    folder,
    key: null,
    place: folderPlace(join(root, 'nightly')),
    withMedia: false,
    nowMs: NOW_MS + HOUR_MS,
    keep: 2,
  });
  await expect(refused).rejects.toThrow('Another backup or move of this station is under way.');
  expect(await readLastBackup(folder.lastBackup)).toEqual(before);
});
