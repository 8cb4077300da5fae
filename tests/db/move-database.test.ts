import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openControlDoor } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket, prepareSocketFolder } from '#src/broadcast/supervision/socket-folder.ts';
import { appliedMigrations, createSqlite } from '#src/db/copies/snapshot.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { migrations } from '#src/db/migrations/migrations.ts';
import { BEFORE_MIGRATIONS, openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { type DataFolder, dataFolder } from '#src/platform/settings/data-folder.ts';
import { allRows, fillDatabase } from '../support/filled-database.ts';
import { command } from '../support/postgres.ts';
import { ended, runOnde, startOnde } from '../support/run-onde.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PLAYS = 24_000;
/** How often a move is killed; `ONDE_MOVE_KILLS=10` for a long look. */
const KILLS = Number(process.env.ONDE_MOVE_KILLS ?? 2);
const logger = createLogger({ level: 'silent', part: 'test' });
/** Both engines are needed: the project of the other one has nothing to move to. */
const moving = test.skipIf(process.env.ONDE_TEST_ENGINE !== 'postgres');

let root: string;
let folder: DataFolder;
let target: TestDatabase;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'onde-move-'));
  folder = dataFolder(join(root, 'data'));
  target = await createTestDatabase();
});
afterEach(async () => {
  await target[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

const embedded = () => openDatabase({ databaseUrl: null, sqlitePath: folder.database, logger });
const postgres = () => openDatabase({ ...target.options, sqlitePath: '' });
const url = () => target.options.databaseUrl ?? '';

async function fill(plays: number): Promise<Record<string, string[]>> {
  await using db = await embedded();
  await fillDatabase(db, { plays });
  return await allRows(db);
}

const move = (to: string, settings: Record<string, string> = {}) =>
  runOnde(['migrate', '--to', to], { DATA_DIR: folder.root, ...settings });

moving(
  '[W177] a database goes to PostgreSQL and back, equal row by row, and is written to in one place alone',
  async () => {
    const before = await fill(3_000);
    await using open = await embedded();
    const there = await move(url().replace(/(\/\/[^:@/]+).*@/, '$1:hid:geheim@'));
    expect(there).toMatchObject({ how: 0, told: '' });
    expect(there.printed).toContain('each compared');
    expect(there.printed).not.toMatch(/hid:|geheim/);
    {
      await using db = await postgres();
      expect(await allRows(db)).toEqual(before);
      const comment = { song_id: 1, user_id: null, comment: '', created_ms: 1 };
      const next = await db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow();
      expect(next.id).toBe(4);
    }
    // Who had it open before reads on, and is told to come back with what is to be written.
    expect(await open.selectFrom('songs').select('id').execute()).toHaveLength(200);
    const late = open.insertInto('spent_proofs').values({ nonce: 'late', expires_ms: 1 }).execute();
    await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(embedded()).rejects.toThrow(/has moved to postgres:/);
    expect((await move(url())).printed).toContain('since an earlier move');

    const back = join(root, 'back.sqlite');
    expect(await move(back, { DATABASE_URL: url() })).toMatchObject({ how: 0, told: '' });
    await using returned = await openDatabase({ databaseUrl: null, sqlitePath: back, logger });
    const { comments: was = [], ...others } = before;
    const { comments: is = [], ...same } = await allRows(returned);
    expect(same).toEqual(others);
    expect(is).toHaveLength(was.length + 1);
    await expect(postgres()).rejects.toThrow(/has moved to .*back\.sqlite/);
    expect(
      await runOnde(['migrate', '--reopen'], { DATA_DIR: folder.root, DATABASE_URL: url() }),
    ).toMatchObject({ how: 0 });
    await using again = await postgres();
    await again.insertInto('spent_proofs').values({ nonce: 'again', expires_ms: 1 }).execute();
  },
);

moving(
  '[W178] a move that is killed is refused by everybody else, goes on, and ends equal, whatever changed meanwhile',
  async () => {
    await fill(PLAYS);
    for (let round = 0; round < KILLS; round += 1) {
      const child = startOnde(['migrate', '--to', url()], { DATA_DIR: folder.root });
      const end = ended(child);
      let lines = 0;
      child.stdout?.on('data', (text) => {
        lines += String(text).split('\n').length - 1;
        if (lines > 1 + round) child.kill('SIGKILL');
      });
      expect(await end).toMatchObject({ how: 'SIGKILL' });
      await expect(postgres()).rejects.toThrow(/has not ended/);
      // The radio has gone on: rows came, went and changed, and two have taken each other's name.
      await using db = await embedded();
      await db
        .updateTable('songs')
        .set({ play_count: 1_000 + round })
        .where('id', '=', 7)
        .execute();
      await db
        .deleteFrom('plays')
        .where('started_ms', '=', (eb) =>
          eb.selectFrom('plays').select(({ fn }) => fn.min<number>('started_ms').as('first')),
        )
        .execute();
      await db
        .insertInto('spent_proofs')
        .values({ nonce: `round ${round}`, expires_ms: 1 })
        .execute();
      for (const [id, name] of [
        ['member1', 'x'],
        ['member2', 'member1'],
        ['x', 'member2'],
      ] as const)
        await db.updateTable('users').set({ pseudo_folded: name }).where('pseudo_folded', '=', id).execute();
    }
    expect(await move(url())).toMatchObject({ how: 0, told: '' });
    await using source = await openDatabaseReopened();
    await using db = await postgres();
    expect(await allRows(db)).toEqual(await allRows(source));
  },
  180_000 + KILLS * 60_000,
);

async function openDatabaseReopened() {
  await runOnde(['migrate', '--reopen'], { DATA_DIR: folder.root });
  return embedded();
}

moving(
  '[W179] a place that is used, can only be read, or is somewhere else is refused in words',
  async () => {
    await fill(100);
    await command(url(), 'create table invoices (id integer)');
    expect(await move(url())).toMatchObject({ how: 1, told: expect.stringContaining('is not empty') });
    await command(url(), 'drop table invoices');
    const name = new URL(url()).pathname.slice(1);
    await command(url(), `alter database ${name} set default_transaction_read_only = on`);
    expect(await move(url())).toMatchObject({ how: 1, told: expect.stringContaining('can only be read') });
    await expect(postgres()).rejects.toThrow(/can only be read/);
    const nowhere = url().replace(/\/test_\w+$/, '/no_such_database');
    expect(await move(nowhere)).toMatchObject({ how: 1, told: expect.stringContaining('cannot be reached') });
    const file = join(root, 'there.sqlite');
    await writeFile(file, 'a letter');
    expect(await move(file)).toMatchObject({ how: 1, told: expect.stringContaining('embedded already') });
    // None of this has changed anything.
    await using db = await embedded();
    await db.insertInto('spent_proofs').values({ nonce: 'a', expires_ms: 1 }).execute();
  },
);

moving('[W179] a folder is no place for a database, whether it is there or not', async () => {
  await using _ = await postgres();
  const unmade = join(root, 'backups');
  for (const [place, said] of [
    [`${unmade}/`, 'would be a folder'],
    [root, 'is a folder'],
  ] as const) {
    const refused = await move(place, { DATABASE_URL: url() });
    expect(refused).toMatchObject({ how: 1, told: expect.stringContaining(said) });
    expect(refused.told).toMatch(/\nName a file in it, such as .*\/onde\.sqlite/);
  }
  expect(existsSync(unmade)).toBe(false);
});

moving('[W177] a station that does not go over to its new database says why, and what is left', async () => {
  await fill(100);
  prepareSocketFolder(folder);
  const reload = () => Promise.reject(new Error('it ended with 1'));
  const door = { reload, handOver: null, listeners: () => null, icecast: () => [] };
  {
    await using _running = await openControlDoor(controlSocket(folder), door);
    const { how, printed } = await move(url(), { DATABASE_URL: url() });
    expect(how).toBe(0);
    expect(printed).toMatch(/it ended with 1\..* Now set DATABASE_URL to that address in \.env/);
    expect(printed).not.toContain('The next start uses it');
  }
  expect((await move(url(), { DATABASE_URL: url() })).printed).toContain('The next start uses it.');
});

test.each([
  ['postgre://onde:secret@localhost/onde', 'an address of another kind'],
  ['postgres:/onde:secret@localhost/onde', 'an address of another kind'],
  ['onde:secret@localhost/onde', 'embedded already'],
])('a slip in the address of a PostgreSQL is told without its password: %s', async (to, why) => {
  const refused = await move(to);
  expect(refused).toMatchObject({ how: 1, told: expect.stringContaining(why) });
  expect(refused.told).not.toContain('cret');
});

moving('[W177] a database whose new place was emptied says so, and how to go on with it', async () => {
  await fill(100);
  expect(await move(url())).toMatchObject({ how: 0 });
  await command(url(), 'drop schema public cascade; create schema public');
  const gone = await move(url());
  expect(gone).toMatchObject({
    how: 1,
    told: expect.stringMatching(/^This database moved to postgres:.* nothing/),
  });
  expect(gone.told).toContain('onde migrate --reopen, with DATABASE_URL unset');
  expect(await runOnde(['migrate', '--reopen'], { DATA_DIR: folder.root })).toMatchObject({ how: 0 });
  expect(await move(url())).toMatchObject({ how: 0, told: '' });

  const back = join(root, 'back.sqlite');
  expect(await move(back, { DATABASE_URL: url() })).toMatchObject({ how: 0 });
  await rm(back);
  const lost = await move(back, { DATABASE_URL: url() });
  expect(lost).toMatchObject({ how: 1, told: expect.stringContaining('onde migrate --reopen.') });
});

moving(
  '[W171] a database of an earlier form is copied before a move migrates it, and left as it is by one that is refused',
  async () => {
    const names = Object.keys(migrations(logger)).sort();
    const earlier = names.slice(0, -1);
    await mkdir(folder.root);
    await createSqlite(folder.database, earlier);
    const applied = (path: string) => {
      using database = new DatabaseSync(path);
      return appliedMigrations(database);
    };
    const copies = async () => {
      const found = await readdir(join(folder.root, BEFORE_MIGRATIONS)).catch(() => []);
      return found.filter((name) => name.endsWith('.sqlite'));
    };
    const nowhere = url().replace(/\/test_\w+$/, '/no_such_database');
    expect(await move(nowhere)).toMatchObject({ how: 1, told: expect.stringContaining('cannot be reached') });
    expect(applied(folder.database)).toEqual(earlier);
    await command(url(), 'create table invoices (id integer)');
    expect(await move(url())).toMatchObject({ how: 1, told: expect.stringContaining('is not empty') });
    expect(applied(folder.database)).toEqual(earlier);
    expect(await copies()).toEqual([]);

    await command(url(), 'drop table invoices');
    expect(await move(url())).toMatchObject({ how: 0, told: '' });
    expect(applied(folder.database)).toEqual(names);
    const [copy = '', ...more] = await copies();
    expect(more).toEqual([]);
    expect(applied(join(folder.root, BEFORE_MIGRATIONS, copy))).toEqual(earlier);
  },
);

moving('[R199] a backup of the embedded database is put back into PostgreSQL', async () => {
  const before = await fill(500);
  const file = join(root, 'embedded.backup');
  expect(await runOnde(['backup', file], { DATA_DIR: folder.root })).toMatchObject({ how: 0, told: '' });
  const home = join(root, 'anew');
  const restore = () => runOnde(['restore', file], { DATA_DIR: home, DATABASE_URL: url() });
  expect(await restore()).toMatchObject({ how: 0, told: '' });
  await using db = await postgres();
  expect(await allRows(db)).toEqual(before);
  await rm(home, { recursive: true });
  expect(await restore()).toMatchObject({ how: 1, told: expect.stringContaining('is not empty') });
  // That is looked at first: a large backup may come from far away.
  const damaged = join(root, 'damaged.backup');
  await writeFile(damaged, 'no backup at all');
  const refused = await runOnde(['restore', damaged], { DATA_DIR: home, DATABASE_URL: url() });
  expect(refused).toMatchObject({ how: 1, told: expect.stringContaining('is not empty') });
});
