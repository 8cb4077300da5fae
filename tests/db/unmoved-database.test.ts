import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { fillDatabase } from '../support/filled-database.ts';
import { command } from '../support/postgres.ts';
import { runOnde } from '../support/run-onde.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { writeMembers } from '../support/written-members.ts';

/** Both engines are needed. */
const beside = test.skipIf(process.env.ONDE_TEST_ENGINE !== 'postgres');

let root: string;
let folder: DataFolder;
let target: TestDatabase;
let warnings: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'onde-unmoved-'));
  folder = dataFolder(join(root, 'data'));
  await mkdir(folder.root);
  target = await createTestDatabase();
  warnings = [];
});
afterEach(async () => {
  await target[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

const open = (databaseUrl: string | null) => {
  const to = { write: (line: string) => void warnings.push(line) };
  const logger = createLogger({ level: 'warn', part: 'test', to });
  return openDatabase({ databaseUrl, sqlitePath: folder.database, logger });
};
const url = () => target.options.databaseUrl ?? '';
const playsIn = async (db: Database) => (await db.selectFrom('plays').select('started_ms').execute()).length;
const addMember = (db: Database) => writeMembers(db, 1, Date.UTC(2026, 10, 21));
const addPlays = (db: Database) => fillDatabase(db, { plays: 80 });

async function fill(what: (db: Database) => Promise<unknown>): Promise<void> {
  await using db = await open(null);
  await what(db);
}

/** How often the log said so, and how many plays the PostgreSQL has. */
async function begin(): Promise<{ told: number; plays: number }> {
  warnings = [];
  await using db = await open(url());
  const told = warnings.filter((line) => line.includes('onde migrate --to postgres://'));
  return { told: told.length, plays: await playsIn(db) };
}

async function filesOf(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(path)).filter((name) => name.startsWith('onde.sqlite')).sort())
    found[name] = createHash('sha256')
      .update(await readFile(join(path, name)))
      .digest('hex');
  return found;
}

beside.for([
  ['a member', addMember],
  ['plays', addPlays],
] as const)(
  '[W268] who begins in an empty PostgreSQL beside an embedded database that has %s is told so',
  async ([, what]) => {
    await fill(what);
    const before = await filesOf(folder.root);
    expect(await begin()).toEqual({ told: 1, plays: 0 });
    expect(warnings[0]).toContain(folder.database);
    expect(await filesOf(folder.root)).toEqual(before);
  },
);

beside('[W268] what a radio that was killed has left in the log beside the file counts, too', async () => {
  const killed = join(root, 'killed');
  await mkdir(killed);
  {
    await using db = await open(null);
    await addMember(db);
    for (const name of await readdir(folder.root))
      if (name.startsWith('onde.sqlite')) await copyFile(join(folder.root, name), join(killed, name));
  }
  await rm(folder.root, { recursive: true });
  await rename(killed, folder.root);
  const { 'onde.sqlite-shm': _, ...before } = await filesOf(folder.root);
  expect(Object.keys(before)).toEqual(['onde.sqlite', 'onde.sqlite-wal']);
  expect(await begin()).toEqual({ told: 1, plays: 0 });
  expect(await filesOf(folder.root)).toMatchObject(before);
});

beside('[W268] nothing is said of a database that has moved', async () => {
  await fill(addPlays);
  const settings = { DATA_DIR: folder.root, DATABASE_URL: url() };
  expect(await runOnde(['migrate', '--to', url()], settings)).toMatchObject({ how: 0, told: '' });
  expect(await begin()).toEqual({ told: 0, plays: 80 });
  await command(url(), 'drop schema public cascade; create schema public');
  expect(await begin()).toEqual({ told: 0, plays: 0 });
  expect(await runOnde(['migrate', '--reopen'], { DATA_DIR: folder.root })).toMatchObject({ how: 0 });
  expect(await begin()).toEqual({ told: 1, plays: 0 });
});

beside('[W268] nor beside a PostgreSQL that a station is in', async () => {
  await fill(addPlays);
  {
    await using elsewhere = await openDatabase({ ...target.options, sqlitePath: '' });
    await addMember(elsewhere);
  }
  expect(await begin()).toEqual({ told: 0, plays: 0 });
});

beside('[W268] nor of an embedded database that nobody has used, or that is damaged', async () => {
  await fill(async () => {});
  expect(await begin()).toEqual({ told: 0, plays: 0 });
  await writeFile(folder.database, 'no database, and long enough to be looked at '.repeat(100));
  expect(await begin()).toEqual({ told: 0, plays: 0 });
});
