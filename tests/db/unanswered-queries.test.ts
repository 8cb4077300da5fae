import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { lockChartWindow } from '#src/records/charts/chart-counts.ts';
import { CuttableNetwork } from '../support/cuttable-network.ts';
import { freePort } from '../support/free-port.ts';
import { areChartsFree, hold } from '../support/locks.ts';
import { command } from '../support/postgres.ts';
import { createTestDatabase } from '../support/test-database.ts';

const isPostgres = process.env.ONDE_TEST_ENGINE === 'postgres';

async function openThroughNetwork() {
  await using opening = new AsyncDisposableStack();
  const { options } = opening.use(await createTestDatabase('migrated'));
  const url = new URL(options.databaseUrl ?? '');
  const network = opening.use(await CuttableNetwork.open(Number(url.port)));
  const through = new URL(url);
  through.port = String(network.port);
  const db = opening.use(await openDatabase({ ...options, databaseUrl: through.href }));
  const resources = opening.move();
  return { db, network, url: url.href, options, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test.runIf(isPostgres)('a query whose server is gone without a word ends by itself', async () => {
  await using opened = await openThroughNetwork();
  const { db, network } = opened;
  await sql`select 1`.execute(db);
  network.fallSilent();
  const failures = await Promise.all(
    Array.from({ length: 20 }, () => sql`select 1`.execute(db).catch((error: unknown) => error)),
  );
  expect(failures.filter((error) => !(error instanceof DatabaseUnavailable))).toEqual([]);
  await network.breakOff();
  await network.mend();
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
});

test.runIf(isPostgres)(
  'a query on whose way a firewall was restarted ends by itself, though the server still has that session',
  async () => {
    await using opened = await openThroughNetwork();
    const { db, network } = opened;
    await sql`select 1`.execute(db);
    network.forget();
    await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
  },
);

test.runIf(isPostgres)(
  'a connection to a server that takes nothing is not kept: its address may lead to another one by now',
  async () => {
    await using database = await createTestDatabase('migrated');
    await using db = await openDatabase(database.options);
    await sql`set session characteristics as transaction read only`.execute(db);
    const write = () => db.deleteFrom('drain_offsets').where('file', '=', '').execute();
    const inTransaction = () => db.transaction().execute((trx) => trx.deleteFrom('drain_offsets').execute());
    await expect(write()).rejects.toThrow(DatabaseUnavailable);
    await write();
    await sql`set session characteristics as transaction read only`.execute(db);
    await expect(inTransaction()).rejects.toThrow(/cannot execute DELETE in a read-only transaction/);
    await inTransaction();
  },
);

test.runIf(isPostgres)(
  'a query waits for no lock that lasts, and one that the server works on is let alone',
  async () => {
    await using opened = await openThroughNetwork();
    const { db, url } = opened;
    const held = command(
      url,
      'begin; lock table songs in access exclusive mode; select pg_sleep(9); rollback',
    );
    const slow = sql`select pg_sleep(5)`.execute(db);
    while (
      (
        await sql`select 1 from pg_locks where mode = 'AccessExclusiveLock' and relation = 'songs'::regclass`.execute(
          db,
        )
      ).rows.length === 0
    );
    // It would be answered, once nobody holds the lock.
    await expect(db.selectFrom('songs').select('id').execute()).rejects.toThrow(DatabaseUnavailable);
    expect((await slow).rows).toHaveLength(1);
    await held;
  },
);

test.runIf(isPostgres)(
  'what a machine that is gone without a word has locked is free for the others soon',
  async () => {
    await using opened = await openThroughNetwork();
    const { db, network, options } = opened;
    await using others = await openDatabase(options);
    const held = await hold(db, lockChartWindow);
    network.fallSilent();
    expect(await areChartsFree(others)).toBe(false);
    await vi.waitFor(async () => expect(await areChartsFree(others)).toBe(true), PATIENT);
    await expect(held.release()).rejects.toThrow(DatabaseUnavailable);
  },
);

/** A database of an account that gets so many connections and no more, as while others have all the rest. */
async function openAsOneOfMany(connections: number, way = (port: string) => Promise.resolve(port)) {
  await using opening = new AsyncDisposableStack();
  const server = inject('postgresUrl');
  const account = `few_${randomBytes(8).toString('hex')}`;
  const allow = (count: number) => command(server, `alter role ${account} connection limit ${count}`);
  await command(server, `create role ${account} login password 'few' connection limit ${connections}`);
  opening.defer(() => command(server, `drop role ${account}`));
  const { options } = opening.use(await createTestDatabase());
  const url = new URL(options.databaseUrl ?? '');
  await command(server, `alter database ${url.pathname.slice(1)} owner to ${account}`);
  url.username = account;
  url.password = 'few';
  url.port = await way(url.port);
  const db = opening.use(await openDatabase({ ...options, databaseUrl: url.href }));
  const endOurs = () =>
    command(
      server,
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where usename = '${account}'`,
    );
  const resources = opening.move();
  return { db, allow, endOurs, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test.runIf(isPostgres)(
  '[W245] while others have the last connections of the server, queries wait for one of our own',
  async () => {
    await using opened = await openAsOneOfMany(3);
    const { db, allow, endOurs } = opened;
    /** Over how many connections twenty queries went that were asked at once. */
    const connectionsOfTwenty = async () => {
      const question = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`;
      const answers = await Promise.all(Array.from({ length: 20 }, () => question.execute(db)));
      return new Set(answers.flatMap(({ rows }) => rows.map(({ pid }) => pid))).size;
    };
    expect(await connectionsOfTwenty()).toBeLessThanOrEqual(3);
    await allow(20);
    await vi.waitFor(async () => expect(await connectionsOfTwenty()).toBe(10), PATIENT);
    // Who has none has nothing to wait for.
    await allow(0);
    await endOurs();
    await vi.waitFor(
      () => expect(sql`select 1`.execute(db)).rejects.toThrow(/too many connections/),
      PATIENT,
    );
    await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    await allow(3);
    expect(await connectionsOfTwenty()).toBeLessThanOrEqual(3);
  },
);

/** Connections on the way of bad news, for as long as ours are open. */
const nearEnds = new Set<Socket>();

/** A way to a server on which refusals come sooner than anything else. Gives its port. */
async function openWayOfBadNews(port: string): Promise<string> {
  const way = createServer((near) => {
    nearEnds.add(near);
    near.on('close', () => nearEnds.delete(near));
    const far = connect(Number(port), '127.0.0.1');
    near.pipe(far);
    far.on('data', (bytes) => {
      if (bytes.includes('too many connections')) near.write(bytes);
      else setTimeout(() => near.write(bytes), 10);
    });
    far.on('close', () => near.end());
    for (const end of [near, far]) end.on('error', () => {});
  });
  onTestFinished(() => void way.close());
  const own = await freePort();
  await once(way.listen(own, '127.0.0.1'), 'listening');
  return String(own);
}

test.runIf(isPostgres)(
  '[W245] a query that is refused before the first connection is there waits for it',
  async () => {
    await using opened = await openAsOneOfMany(3, openWayOfBadNews);
    const { db, endOurs } = opened;
    await endOurs();
    // Who asks over one that is just being closed is told that the database is away.
    await vi.waitFor(() => expect(nearEnds.size).toBe(0), PATIENT);
    const answers = Array.from({ length: 20 }, () => sql`select 1`.execute(db));
    expect(await Promise.all(answers)).toHaveLength(20);
  },
);
