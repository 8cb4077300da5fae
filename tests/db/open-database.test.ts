import { execFile } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { foldText } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { engineOf } from '#src/db/engine.ts';
import { DatabaseUnavailable, ForeignKeyViolation, UniqueViolation } from '#src/db/errors/database-errors.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { askApart } from '#src/db/postgres/ask-apart.ts';
import { connectPostgres } from '#src/db/postgres/connect-postgres.ts';
import { createPostgresPool } from '#src/db/postgres/postgres-dialect.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { command } from '../support/postgres.ts';
import { createTestDatabase } from '../support/test-database.ts';

const run = promisify(execFile);
const OPENER = fileURLToPath(new URL('../support/open-database-process.ts', import.meta.url));

function song(title: string, slug = foldText(title)) {
  return {
    full_title: title,
    folded: foldText(title),
    artist: '',
    artist_folded: '',
    title,
    slug,
    added_ms: Date.UTC(2026, 10, 21),
    first_played_ms: null,
  };
}

function addSong(db: Database, title: string, slug?: string) {
  return db.insertInto('songs').values(song(title, slug)).returning('id').executeTakeFirstOrThrow();
}

test('the project runs on the engine that it names', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  expect(engineOf(db)).toBe(process.env.ONDE_TEST_ENGINE);
});

test.runIf(process.platform === 'linux')(
  'where no folder can be made for a database, it is said',
  async () => {
    const logger = createLogger({ level: 'silent', part: 'test' });
    const nowhere = openDatabase({ databaseUrl: null, sqlitePath: '/proc/onde/onde.sqlite', logger });
    await expect(nowhere).rejects.toThrow(
      /The database \/proc\/onde\/onde\.sqlite cannot be opened: .*mkdir '\/proc\/onde'/,
    );
  },
);

// A copy that was put back has no log of its own yet, a database that was open before has.
for (const form of ['empty', 'migrated'] as const)
  test.runIf(process.env.ONDE_TEST_ENGINE === 'sqlite')(
    `who opens a database that another program holds is told to close that one, not to put a backup back: ${form}`,
    async () => {
      await using test = await createTestDatabase(form);
      using holder = new DatabaseSync(test.options.sqlitePath);
      holder.exec('begin exclusive');
      // In a process of its own: one that waits for ever would keep this one from ending the test.
      const opener = run(process.execPath, [OPENER, '', test.options.sqlitePath], {
        timeout: PATIENT.timeout,
      });
      await expect(opener).rejects.toMatchObject({
        stderr: expect.stringMatching(
          /onde\.sqlite is held by another program: database is locked\.[\s\S]*Close what has it open.*then try again/,
        ),
      });
    },
  );

test('several web processes that start at once on an empty database all find it migrated', async () => {
  await using test = await createTestDatabase();
  const { databaseUrl, sqlitePath } = test.options;
  const opened = await Promise.all(
    [1, 2, 3, 4].map(() => run(process.execPath, [OPENER, databaseUrl ?? '', sqlitePath])),
  );
  expect(opened.map(({ stdout }) => stdout)).toEqual(Array(4).fill('0 songs'));
});

test('an old program refuses a database that a newer one has migrated, and says so', async () => {
  await using test = await createTestDatabase();
  {
    await using db = await openDatabase(test.options);
    await sql`insert into kysely_migration (name, timestamp) values ('999-of-tomorrow', '2030-01-01T00:00:00.000Z')`.execute(
      db,
    );
  }
  const refused = await openDatabase(test.options).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperatorError);
  expect(String(refused)).toContain('999-of-tomorrow');
});

test('who starts for the first time hears of the database in one line, without the names of its migrations', async () => {
  await using test = await createTestDatabase('empty');
  const lines: unknown[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ level: 'info', part: 'test', to });
  await using _ = await openDatabase({ ...test.options, logger });
  expect(lines).toEqual([expect.objectContaining({ msg: 'Onde made its database' })]);
  expect(lines).toEqual([expect.not.objectContaining({ migrations: expect.anything() })]);
});

test('times of today come back as numbers, and counts too', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  await addSong(db, 'a');
  const row = await db
    .selectFrom('songs')
    .select(({ fn }) => ['added_ms', fn.countAll<number>().as('count'), fn.sum<number>('added_ms').as('sum')])
    .groupBy('added_ms')
    .executeTakeFirstOrThrow();
  expect({ ...row }).toEqual({ added_ms: Date.UTC(2026, 10, 21), count: 1, sum: Date.UTC(2026, 10, 21) });
});

test('two writers race for one key: one row stays, the other writer gets a named error', async () => {
  await using test = await createTestDatabase();
  await using one = await openDatabase(test.options);
  await using two = await openDatabase(test.options);
  const outcomes = await Promise.allSettled([addSong(one, 'Éric', 'eric'), addSong(two, 'eric', 'eric-2')]);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toBeInstanceOf(UniqueViolation);
  expect(refused[0]).toMatchObject({ table: 'songs', columns: ['folded'] });
});

test('a row that refers to nothing is refused with a named error', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  const play = { stream_id: 'dance', started_ms: 1, song_id: 7, media_id: null, duration_ms: 1 } as const;
  await expect(db.insertInto('plays').values(play).execute()).rejects.toBeInstanceOf(ForeignKeyViolation);
});

test('a transaction that fails leaves nothing, and the connection goes on', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  const failed = db.transaction().execute(async (trx) => {
    await addSong(trx, 'a');
    await addSong(trx, 'A');
  });
  await expect(failed).rejects.toBeInstanceOf(UniqueViolation);
  expect(await db.selectFrom('songs').selectAll().execute()).toEqual([]);
  await addSong(db, 'a');
});

test('folded text sorts alike on both engines, byte by byte', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  for (const title of ['zoe', 'abc def', 'abc-def', 'жук', 'abcdef', '80s']) await addSong(db, title);
  const rows = await db.selectFrom('songs').select('folded').orderBy('folded').execute();
  expect(rows.map(({ folded }) => folded)).toEqual(['80s', 'abc def', 'abc-def', 'abcdef', 'zoe', 'жук']);
});

test('an operator whose database cannot be opened reads where it is and what to see to', async () => {
  await using test = await createTestDatabase();
  const { databaseUrl } = test.options;
  const missing =
    databaseUrl === null
      ? { ...test.options, sqlitePath: '/proc/onde.sqlite' }
      : { ...test.options, databaseUrl: databaseUrl.replace(/\/test_\w+$/, '/no_such_database') };
  const refused = await openDatabase(missing).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OperatorError);
  expect(String(refused)).toMatch(/onde\.sqlite|no_such_database/);
});

test('a database that cannot answer now says so by one name, and answers again when it can', async () => {
  await using test = await createTestDatabase();
  await using db = await openDatabase(test.options);
  const isPostgres = engineOf(db) === 'postgres';
  if (!isPostgres) await sql`pragma max_page_count = 1`.execute(db);
  const refused = isPostgres
    ? sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    : sql`create table filler as with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select i from n`.execute(
        db,
      );
  await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailable);
  if (!isPostgres) await sql`pragma max_page_count = 1000000`.execute(db);
  await expect.poll(() => addSong(db, 'a').catch(() => null)).toMatchObject({ id: expect.any(Number) });
});

test.runIf(process.env.ONDE_TEST_ENGINE === 'postgres')(
  'a server that ends what takes longer than it allows cannot answer now either',
  async () => {
    await using test = await createTestDatabase();
    await using db = await openDatabase(test.options);
    const slow = db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 20`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    });
    await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  },
);

test.runIf(process.env.ONDE_TEST_ENGINE === 'postgres')(
  'limits that a server sets for what is quick do not end a copy of the database',
  async () => {
    await using test = await createTestDatabase();
    const url = new URL(test.options.databaseUrl ?? '');
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    url.searchParams.set('options', limits.map((limit) => `-c ${limit}=60000`).join(' '));
    await using connection = await connectPostgres(url.href.replaceAll('+', '%20'), 'read');
    const { client } = connection;
    await client.query('begin');
    const { rows } = await client.query({
      text: `select ${limits.map((limit) => `current_setting('${limit}')`).join(', ')}`,
      rowMode: 'array',
    });
    expect(rows).toEqual([['0', '0', '0']]);
    await expect(client.query('commit')).resolves.toBeDefined();
  },
);

test.runIf(process.env.ONDE_TEST_ENGINE === 'postgres')(
  'a server finds out within a minute that whoever copies or migrates the database is gone',
  async () => {
    await using test = await createTestDatabase();
    const url = test.options.databaseUrl ?? '';
    const ALIVE = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count'];
    const question = `select ${ALIVE.map((name) => `current_setting('${name}')::integer`).join(', ')}`;
    const pool = createPostgresPool(url, () => {});
    await using copying = await connectPostgres(url, 'read');
    for (const client of [pool, copying.client]) {
      const { rows } = await client.query<number[]>({ text: question, rowMode: 'array' });
      const [[idle = 0, interval = 0, count = 0] = []] = rows;
      expect(idle + interval * count).toBeLessThanOrEqual(60);
    }
    await pool.end();
  },
);

test.runIf(process.env.ONDE_TEST_ENGINE === 'postgres')(
  'limits that a server sets for what is quick do not end a migration, nor the wait for another process’s',
  async () => {
    await using test = await createTestDatabase();
    const url = new URL(test.options.databaseUrl ?? '');
    // Kysely's lock, held for longer than the server allows.
    const held = command(url.href, 'select pg_advisory_lock(3853314791062309107), pg_sleep(4)');
    const locks = "select 1 from pg_locks where locktype = 'advisory'";
    await vi.waitFor(async () => expect(await askApart(url.href, 2_000, locks)).toHaveLength(1), PATIENT);
    url.searchParams.set('options', '-c statement_timeout=2000');
    const opening = openDatabase({ ...test.options, databaseUrl: url.href.replaceAll('+', '%20') });
    const [opened] = await Promise.allSettled([opening, held]);
    expect(opened).toMatchObject({ status: 'fulfilled' });
    await (await opening).destroy();
  },
);

test.runIf(process.env.ONDE_TEST_ENGINE === 'postgres')(
  'a transaction sees what others commit meanwhile, whatever the server sets for others',
  async () => {
    await using test = await createTestDatabase('migrated');
    const url = new URL(test.options.databaseUrl ?? '');
    url.searchParams.set('options', '-c default_transaction_isolation=serializable');
    await using db = await openDatabase({ ...test.options, databaseUrl: url.href.replaceAll('+', '%20') });
    const count = (from: Database) => from.selectFrom('songs').select('id').execute();
    const [before, after] = await db.transaction().execute(async (trx) => {
      const first = await count(trx);
      await addSong(db, 'a');
      return [first, await count(trx)];
    });
    expect([before, after].map((songs) => songs.length)).toEqual([0, 1]);
  },
);
