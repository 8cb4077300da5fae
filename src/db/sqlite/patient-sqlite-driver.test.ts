import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { PatientSqliteDriver } from './patient-sqlite-driver.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

interface Notes {
  notes: { text: string };
}

/** A database, and what another process of the machine does with it: here a connection of its own. */
async function setUp(busyTimeoutMs?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'onde-patient-'));
  const path = join(folder, 'notes.sqlite');
  const db = new Kysely<Notes>({
    dialect:
      busyTimeoutMs === undefined
        ? new NodeSqliteDialect(path)
        : {
            createDriver: () => new PatientSqliteDriver(path, busyTimeoutMs),
            createAdapter: () => new SqliteAdapter(),
            createIntrospector: (of) => new SqliteIntrospector(of),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          },
  });
  await db.schema.createTable('notes').addColumn('text', 'text').execute();
  const other = new DatabaseSync(path);
  onTestFinished(async () => {
    other.close();
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  const texts = async () => (await db.selectFrom('notes').select('text').execute()).map(({ text }) => text);
  const write = (text: string) => db.insertInto('notes').values({ text }).execute();
  return { db, other, texts, write };
}

test('while another process holds the write lock readers go on, and writes come after it, in their order', async () => {
  const { db, other, texts, write } = await setUp();
  other.exec('begin immediate');
  other.exec("insert into notes values ('theirs')");
  const written = [
    write('one'),
    db.transaction().execute((trx) => trx.insertInto('notes').values({ text: 'two' }).execute()),
  ];
  expect(await texts()).toEqual([]);
  // A second look, after the writes have been refused: the lock is this thread's to give back.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await texts()).toEqual([]);
  other.exec('commit');
  await Promise.all(written);
  expect((await texts()).toSorted()).toEqual(['one', 'theirs', 'two']);
});

test('a write that waits too long says that the database cannot answer', async () => {
  const { other, texts, write } = await setUp(30);
  other.exec('begin immediate');
  await expect(write('one')).rejects.toBeInstanceOf(DatabaseUnavailable);
  other.exec('rollback');
  await write('two');
  expect(await texts()).toEqual(['two']);
});

test('nothing gets into somebody else’s transaction, whether it is kept or not', async () => {
  const { db, texts, write } = await setUp();
  const gate = Promise.withResolvers<void>();
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ text: 'undone' }).execute();
    await gate.promise;
    throw new Error('changed my mind');
  });
  const outside = write('outside');
  const next = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ text: 'next' }).execute();
    return (await trx.selectFrom('notes').select('text').execute()).length;
  });
  gate.resolve();
  await expect(failing).rejects.toThrow('changed my mind');
  await outside;
  expect(await next).toBe(2);
  expect(await texts()).toEqual(['outside', 'next']);
});

test('a database on a disk that has become read-only says that it cannot answer', async () => {
  const { db, texts, write } = await setUp();
  await sql`pragma query_only = 1`.execute(db);
  await expect(write('one')).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await texts()).toEqual([]);
  await sql`pragma query_only = 0`.execute(db);
  await write('two');
  expect(await texts()).toEqual(['two']);
});

test('a database without space is closed without a word', async () => {
  const { db, write } = await setUp();
  await sql`create index notes_by_text on notes (text)`.execute(db);
  for (let at = 0; at < 50; at++) await write(`note ${at}`);
  await db.selectFrom('notes').selectAll().where('text', '=', 'note 7').execute();
  await sql`pragma max_page_count = 1`.execute(db);
  await expect(db.destroy()).resolves.toBeUndefined();
});
