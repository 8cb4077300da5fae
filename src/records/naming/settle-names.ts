import { setImmediate } from 'node:timers/promises';
import type { Database } from '#src/db/database.ts';
import { takeNames } from './take-names.ts';

/** Recordings a transaction: requests are answered between two of them. */
const STEP = 25;

export interface Settling {
  isStopped(): boolean;
  /** Whether no names have come for a while: only then songs are joined and parted. */
  readonly atRest: boolean;
  /** Keeps other processes from settling until the transaction ends. */
  hold(trx: Database): Promise<void>;
}

/**
 * Gives recordings whose names are new or have changed to the songs of their titles, until nothing is left to do. True
 * when some have to wait until names are at rest.
 */
export async function settleNames(db: Database, settling: Settling): Promise<boolean> {
  for (;;) {
    const { hasDone, hasLeft } = await settleOnce(db, settling);
    if (settling.isStopped() || !hasLeft) return false;
    if (!hasDone) return !settling.atRest;
  }
}

/** One look at each recording that waits. */
async function settleOnce(db: Database, settling: Settling): Promise<{ hasDone: boolean; hasLeft: boolean }> {
  const found = { hasDone: false, hasLeft: false };
  for (let last = ''; !settling.isStopped(); ) {
    const waiting = await db
      .selectFrom('renamed_media')
      .select('media_id')
      .where('media_id', '>', last)
      .orderBy('media_id')
      .limit(STEP)
      .execute();
    const ids = waiting.map(({ media_id }) => media_id);
    last = ids.at(-1) ?? '';
    if (last === '') break;
    const left = await db.transaction().execute(async (trx) => {
      await settling.hold(trx);
      return await takeNames(trx, ids, settling.atRest);
    });
    if (left.hasDone) found.hasDone = true;
    if (left.hasLeft) found.hasLeft = true;
    await setImmediate();
  }
  return found;
}
