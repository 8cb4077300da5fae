import { DAY_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { deleteStartedBefore } from '#src/db/delete-in-steps.ts';

/** [R175] As long as a society of authors may ask for the figures of a year that is over. */
export const HEARD_PIECES_DAYS = 1_100;

/** Deletes what pieces were heard by that long ago: eight streams write some 4,000 rows a day. */
export async function sweepHeardPieces(db: Database, nowMs: number): Promise<void> {
  await deleteStartedBefore(db, 'heard_pieces', nowMs - HEARD_PIECES_DAYS * DAY_MS);
}
