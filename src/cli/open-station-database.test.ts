import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { explainFileProblem } from '#src/platform/errors/file-problem.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { openStationDatabase } from './open-station-database.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'onde-no-database-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('[W205] a command beside the station makes no database where none is', async () => {
  const folder = await makeFolder();
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('DATA_DIR', folder);
  await expect(openStationDatabase()).rejects.toThrow(
    `There is no database at ${join(folder, 'onde.sqlite')}.`,
  );
  expect(await readdir(folder)).toEqual([]);
  vi.stubEnv('DATA_DIR', join(folder, 'none'));
  await expect(openStationDatabase()).rejects.toThrow('There is no database at ');
  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, 'file'), '');
  vi.stubEnv('DATA_DIR', join(folder, 'file'));
  await expect(openStationDatabase()).rejects.toThrow('There is no database at ');
});

test('[W205] it opens the one that is there', async () => {
  const folder = await makeFolder();
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('DATA_DIR', folder);
  const logger = createLogger({ level: 'silent', part: 'test' });
  const sqlitePath = dataFolder(folder).database;
  await using _station = await openDatabase({ databaseUrl: null, sqlitePath, logger });
  await using db = await openStationDatabase();
  expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('one that another version of the station may be running on is brought to no other form', async () => {
  const folder = await makeFolder();
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('DATA_DIR', folder);
  const logger = createLogger({ level: 'silent', part: 'test' });
  const sqlitePath = dataFolder(folder).database;
  await (await openDatabase({ databaseUrl: null, sqlitePath, logger })).destroy();
  using database = new DatabaseSync(sqlitePath);
  database.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)');
  const applied = () => database.prepare('select count(*) as count from kysely_migration').get();
  const before = applied();
  await expect(openStationDatabase()).rejects.toThrow('still has the form of an earlier version');
  expect(applied()).toEqual(before);
});

test('[W205] one that cannot be looked at is not told to be missing', async () => {
  vi.stubEnv('DATABASE_URL', '');
  // Root sees what is closed to others, so that another reason stands for that.
  vi.stubEnv('DATA_DIR', join(await makeFolder(), 'x'.repeat(300)));
  const refusal = await openStationDatabase().catch(explainFileProblem);
  expect(refusal).toMatchObject({ remedy: expect.stringContaining('a shorter path') });
});
