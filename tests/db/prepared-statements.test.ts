import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { createPostgresPool, TranslatingPostgresDialect } from '#src/db/postgres/postgres-dialect.ts';
import { PreparedStatements, prepareStatements } from '#src/db/postgres/prepared-statements.ts';
import { startPostgres } from '../support/postgres.ts';

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

/** A server of its own, and one connection to it that prepares. */
async function connect() {
  const server = stack.use(await startPostgres());
  const client = new pg.Client({ connectionString: server.url });
  stack.defer(() => client.end());
  await client.connect();
  const statements = new PreparedStatements();
  prepareStatements(client, statements);
  return { client, statements };
}

test('what comes again is prepared, what comes once or changes nothing of rows is not', () => {
  const statements = new PreparedStatements();
  const twice = (sql: string) => [statements.nameOf(sql), statements.nameOf(sql)];
  expect(twice('select 1')).toEqual([null, expect.stringMatching(/^[\w-]{43}$/)]);
  expect(twice('begin')).toEqual([null, null]);
  expect(twice('create table wave (height integer)')).toEqual([null, null]);
  for (let at = 0; at < 400; at++) twice(`select ${at}`);
  expect(twice('select 999')).toEqual([null, null]);
  expect(statements.nameOf('select 1')).not.toBeNull();
  statements.stop();
  expect(statements.nameOf('select 1')).toBeNull();
});

test('a table that gets another form, and a session that is emptied, are no failure [W179]', async () => {
  const { client, statements } = await connect();
  await client.query('create table wave (height integer)', []);
  await client.query('insert into wave values ($1)', [3]);
  const ask = async () => (await client.query('select * from wave where height = $1', [3])).rows;
  const prepared = async () => (await client.query('select name from pg_prepared_statements', [])).rowCount;
  for (let count = 0; count < 3; count++) expect(await ask()).toEqual([{ height: 3 }]);
  expect(await prepared()).toBe(1);
  await client.query('alter table wave add column length integer', []);
  expect(await ask()).toEqual([{ height: 3, length: null }]);
  // None is used from then on.
  expect(statements.nameOf('select * from wave where height = $1')).toBeNull();
  expect(await ask()).toEqual([{ height: 3, length: null }]);
});

test('within a transaction that is an outage, after which it goes on', async () => {
  const server = stack.use(await startPostgres());
  const pool = createPostgresPool(server.url, () => {});
  const db = new Kysely<{ tide: { height: number } }>({ dialect: new TranslatingPostgresDialect(pool) });
  stack.defer(() => db.destroy());
  await sql`create table tide (height integer)`.execute(db);
  const ask = (asked: typeof db) => asked.selectFrom('tide').selectAll().where('height', '=', 3).execute();
  for (let count = 0; count < 3; count++) expect(await ask(db)).toEqual([]);
  await sql`alter table tide add column length integer`.execute(db);
  await expect(db.transaction().execute(ask)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await db.transaction().execute(ask)).toEqual([]);
});

test('a statement that the server no longer knows is sent whole', async () => {
  const { client } = await connect();
  const ask = async () => (await client.query('select $1::integer as height', [3])).rows;
  for (let count = 0; count < 3; count++) expect(await ask()).toEqual([{ height: 3 }]);
  await client.query('deallocate all', []);
  expect(await ask()).toEqual([{ height: 3 }]);
});

test('a name that the session knows already, as behind a pooler of transactions, is no failure', async () => {
  const { client, statements } = await connect();
  const sql = 'select $1::integer as height';
  const name = statements.nameOf(sql) ?? statements.nameOf(sql);
  await client.query(`prepare "${name}" (integer) as ${sql}`, []);
  expect((await client.query(sql, [3])).rows).toEqual([{ height: 3 }]);
  expect(statements.nameOf(sql)).toBeNull();
});
