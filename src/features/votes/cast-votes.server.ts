import type { Vote } from '#src/contract/votes.ts';
import type { Database } from '#src/db/database.ts';
import { ForeignKeyViolation, UniqueViolation } from '#src/db/errors/constraint-violations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { type IsoWeek, isoWeekAt } from '#src/platform/time-zone/iso-week.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { countLikes } from '#src/records/charts/chart-counts.ts';

interface Ballot {
  readonly userId: string;
  readonly songId: number;
  readonly week: IsoWeek;
}

/** The week that a vote given now belongs to, by the clock of the station. */
export function voteWeek(services: { clock: Clock; station(): { timezone: string } }): IsoWeek {
  return isoWeekAt(services.clock.nowMs(), services.station().timezone);
}

/** What the member has said of the song in that week; null for nothing. */
export async function findVote(db: Database, { userId, songId, week }: Ballot): Promise<Vote | null> {
  const row = await db
    .selectFrom('votes')
    .select('vote')
    .where('user_id', '=', userId)
    .where('song_id', '=', songId)
    .where('week', '=', week)
    .executeTakeFirst();
  return row?.vote ?? null;
}

/**
 * Keeps a vote and counts it in the charts, both or neither. Of several at once the key of the table lets one through.
 * @throws {WireError} `already_voted`, and `authentication_required` when the account went meanwhile
 */
export async function castVote(
  db: Database,
  { userId, songId, week, vote, nowMs }: Ballot & { vote: Vote; nowMs: number },
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('votes')
        .values({ user_id: userId, song_id: songId, week, vote, voted_ms: nowMs })
        .execute();
      if (vote === 'like') await countLikes(trx, [{ songId, likedMs: nowMs }], 1);
    });
  } catch (cause) {
    if (cause instanceof UniqueViolation) throw new WireError('already_voted', { cause });
    if (cause instanceof ForeignKeyViolation) throw new WireError('authentication_required', { cause });
    throw cause;
  }
}
