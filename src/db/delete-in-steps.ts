import { setImmediate } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Rows in one statement. */
export const DELETED_AT_ONCE = 1_000;

/**
 * Deletes rows that began before an instant, the oldest first, some at a time. All that has gathered while a station was
 * off would hold the embedded database, and with it the process, for so long that it is taken for one that hangs.
 */
export async function deleteStartedBefore(
  db: Database,
  table: 'diary_entries' | 'heard_pieces',
  beforeMs: number,
): Promise<void> {
  // PostgreSQL would pass over all that the steps before have left dead.
  let doneMs = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const last = await db
      .selectFrom(table)
      .select('started_ms')
      .where('started_ms', '>', doneMs)
      .where('started_ms', '<', beforeMs)
      .orderBy('started_ms')
      .offset(DELETED_AT_ONCE - 1)
      .limit(1)
      .executeTakeFirst();
    await db
      .deleteFrom(table)
      .where('started_ms', '>', doneMs)
      .where('started_ms', '<=', last?.started_ms ?? beforeMs - 1)
      .execute();
    if (last === undefined) return;
    doneMs = last.started_ms;
    await setImmediate();
  }
}
