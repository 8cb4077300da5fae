import { setImmediate } from 'node:timers/promises';
import type { Database } from '#src/db/database.ts';

/** Plays a statement: the process answers what needs no database between two of them. */
const STEP = 1_000;

/**
 * Gives plays of one song, and the diaries' entries of them, to another. The counts are still to be made.
 * @param media those of these recordings; null for all
 */
export async function movePlays(
  trx: Database,
  { from, into, media }: { from: number; into: number; media: readonly string[] | null },
): Promise<void> {
  let sinceMs = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const plays = await trx
      .selectFrom('plays')
      .select(['stream_id', 'started_ms'])
      .where('song_id', '=', from)
      .where('started_ms', '>=', sinceMs)
      .$if(media !== null, (query) => query.where('media_id', 'in', media ?? []))
      .orderBy('started_ms')
      .limit(STEP)
      .execute();
    const untilMs = plays.at(-1)?.started_ms;
    if (untilMs === undefined) return;
    await trx
      .updateTable('plays')
      .set({ song_id: into })
      .where('song_id', '=', from)
      .where('started_ms', '>=', sinceMs)
      .where('started_ms', '<=', untilMs)
      .$if(media !== null, (query) => query.where('media_id', 'in', media ?? []))
      .execute();
    await trx
      .updateTable('diary_entries')
      .set({ song_id: into })
      .where('song_id', '=', from)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('plays')
            .select('plays.song_id')
            .whereRef('plays.stream_id', '=', 'diary_entries.stream_id')
            .whereRef('plays.started_ms', '=', 'diary_entries.started_ms')
            .where('plays.song_id', '=', into),
        ),
      )
      .where('started_ms', '>=', sinceMs)
      .where('started_ms', '<=', untilMs)
      .execute();
    if (plays.length < STEP) return;
    sinceMs = untilMs;
    await setImmediate();
  }
}
