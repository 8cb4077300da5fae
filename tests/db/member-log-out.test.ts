import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { runOnde } from '../support/run-onde.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { writeMembers } from '../support/written-members.ts';

test('[A108] the operator logs a member out by name while the station runs, and reads what was done', async () => {
  await using test = await createTestDatabase('migrated');
  const { databaseUrl } = test.options;
  const folder = await mkdtemp(join(tmpdir(), 'onde-log-out-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const sqlitePath = dataFolder(folder).database;
  await using db = await openDatabase({ ...test.options, sqlitePath });
  expect(dirname(sqlitePath)).toBe(folder);
  const [zoe, yann] = await writeMembers(db, 2, Date.UTC(2026, 10, 21));
  const settings = { DATA_DIR: folder, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
  const done = await runOnde(['member', 'log-out', 'MEMBER1'], settings);
  expect(done).toMatchObject({ how: 0, told: '' });
  expect(done.printed).toMatch(/^member1 is logged out everywhere \(1 session\)\./);
  const left = await db.selectFrom('sessions').select('user_id').execute();
  expect(left).toEqual([{ user_id: yann?.id }]);
  expect(zoe?.id).not.toBe(yann?.id);
  const unknown = await runOnde(['member', 'log-out', 'nobody'], settings);
  expect([unknown.how, unknown.told]).toEqual([1, expect.stringContaining('There is no member nobody.')]);
});
