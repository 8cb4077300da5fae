import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';

export const isPostgres = process.env.ONDE_TEST_ENGINE === 'postgres';
/** SQLite does one transaction after the other. */
export const betweenTransactions = test.runIf(isPostgres);

/** Until so many wait for what others hold in a PostgreSQL. */
export async function areWaiting(db: Database, count: number): Promise<void> {
  const blocked = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await blocked.execute(db)).rows).toEqual([{ count }]), PATIENT);
}

/** Whether nobody holds the charts. */
export async function areChartsFree(db: Database): Promise<boolean> {
  const charts = db.selectFrom('chart_window').select('id').forUpdate().skipLocked();
  return (await charts.execute()).length > 0;
}

/** Holds what somebody takes until it is released; those who wait for it go on in the order in which they came. */
export async function hold(db: Database, take: (trx: Database) => Promise<unknown>) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await take(trx);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return {
    waiting: (count: number) => areWaiting(db, count),
    async release() {
      released.resolve();
      await holding;
    },
  };
}
