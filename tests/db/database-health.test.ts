import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DatabaseCheck, type DatabaseHealth, databaseProbes } from '#src/db/database-health.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** As many as the pool of a PostgreSQL has; the embedded database has one. */
const CONNECTIONS = 10;

test('transactions that never end are found, and a database that is well again is well', async () => {
  await using database = await createTestDatabase();
  await using db = await openDatabase(database.options);
  const clock = new ManualClock();
  const check = new DatabaseCheck(databaseProbes(db, database.options.databaseUrl), clock);
  const until = async (wanted: DatabaseHealth) => {
    for (let found = await ask(); found !== wanted; found = await ask()) clock.advance(500);
  };
  async function ask(): Promise<DatabaseHealth> {
    const health = check.health();
    await Promise.race([health, turn()]);
    clock.advance(800);
    return health;
  }
  await until('well');
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const hung = Array.from({ length: CONNECTIONS }, () =>
    db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await isOver;
    }),
  );
  await until('stuck');
  end();
  await Promise.all(hung);
  await until('well');
});

test('a database that nobody reaches is away', async () => {
  await using database = await createTestDatabase();
  const db = await openDatabase(database.options);
  const check = new DatabaseCheck(databaseProbes(db, 'postgres://onde@127.0.0.1:1/onde'), new ManualClock());
  await db.destroy();
  expect(await check.health()).toBe('away');
});
