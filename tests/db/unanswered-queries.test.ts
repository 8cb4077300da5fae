import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { CuttableNetwork } from '../support/cuttable-network.ts';
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
  return { db, network, url: url.href, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test.runIf(isPostgres)(
  'a query whose server is gone without a word ends by itself',
  async () => {
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
  },
  30_000,
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
  30_000,
);
