import { DIARY_ENTRIES } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { deleteStartedBefore } from '#src/db/delete-in-steps.ts';
import { lockRows } from '#src/db/engine.ts';
import { ForeignKeyViolation } from '#src/db/errors/database-errors.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { keepSongs } from '#src/records/songs/find-song.ts';
import type { HeardPlay } from './diary.wire.ts';
import { findPlays } from './find-plays.server.ts';
import { type EntryKey, keptSinceMs } from './list-entries.server.ts';

interface Sent {
  readonly userId: string;
  readonly nowMs: number;
  readonly heard: readonly HeardPlay[];
  readonly isRestored: boolean;
}

/**
 * Keeps what a member has heard, each play once, and drops the oldest beyond the limit. Returns the plays
 * that the radio does not know.
 * @throws {WireError} `diary_off`
 */
export async function keepEntries(db: Database, sent: Sent): Promise<readonly HeardPlay[]> {
  try {
    return await keepOnce(db, sent);
  } catch (error) {
    // A song has become one with another meanwhile.
    if (error instanceof ForeignKeyViolation) return await keepOnce(db, sent);
    throw error;
  }
}

function keepOnce(db: Database, { userId, nowMs, heard, isRestored }: Sent): Promise<readonly HeardPlay[]> {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    const sinceMs = await diarySince(trx, userId, nowMs);
    // A removed entry may come back to a diary that has been switched off.
    if (sinceMs === null && !isRestored) throw new WireError('diary_off');
    const { plays, unknown } = await findPlays(trx, heard, { nowMs, sinceMs: sinceMs ?? 0, isRestored });
    if (plays.length > 0) {
      await keepSongs(
        trx,
        plays.map(({ song_id }) => song_id),
      );
      await trx
        .insertInto('diary_entries')
        .values(plays.map((play) => ({ ...play, user_id: userId })))
        .onConflict((conflict) => conflict.columns(['user_id', 'started_ms', 'stream_id']).doNothing())
        .execute();
      await followPlays(trx, userId, plays);
      await dropBeyondLimit(trx, userId);
    }
    return unknown;
  });
}

/** A recording that has parted between the look and the rows, which hold their songs, has taken its plays along. */
async function followPlays(
  trx: Database,
  userId: string,
  plays: readonly { readonly started_ms: number }[],
): Promise<void> {
  const times = plays.map(({ started_ms }) => started_ms);
  const moved = await trx
    .selectFrom('diary_entries')
    .innerJoin('plays', (join) =>
      join
        .onRef('plays.stream_id', '=', 'diary_entries.stream_id')
        .onRef('plays.started_ms', '=', 'diary_entries.started_ms'),
    )
    .select(['plays.stream_id', 'plays.started_ms', 'plays.song_id'])
    .where('diary_entries.user_id', '=', userId)
    .where('diary_entries.started_ms', 'in', times)
    .whereRef('plays.song_id', '!=', 'diary_entries.song_id')
    .execute();
  for (const { stream_id, started_ms, song_id } of moved)
    await trx
      .updateTable('diary_entries')
      .set({ song_id })
      .where('user_id', '=', userId)
      .where('started_ms', '=', started_ms)
      .where('stream_id', '=', stream_id)
      .execute();
}

/** Switches a member's diary on or off; what is kept stays unless `erases`. */
export async function switchDiary(
  db: Database,
  change: { userId: string; nowMs: number; enabled: boolean; erases: boolean },
): Promise<void> {
  const { userId, nowMs, enabled, erases } = change;
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    if (enabled)
      await trx
        .insertInto('diaries')
        .values({ user_id: userId, since_ms: nowMs })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute();
    else await trx.deleteFrom('diaries').where('user_id', '=', userId).execute();
    if (erases) await eraseAll(trx, userId, nowMs);
  });
}

/** @param entry null for all: then plays that other devices have not sent yet stay out as well */
export async function eraseEntries(
  db: Database,
  { userId, nowMs, entry }: { userId: string; nowMs: number; entry: EntryKey | null },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, userId);
    if (entry === null) return eraseAll(trx, userId, nowMs);
    await trx
      .deleteFrom('diary_entries')
      .where('user_id', '=', userId)
      .where('started_ms', '=', entry.startedMs)
      .where('stream_id', '=', entry.streamId)
      .execute();
  });
}

/** Deletes entries that are older than a diary keeps them. */
export async function sweepDiaries(db: Database, nowMs: number): Promise<void> {
  await deleteStartedBefore(db, 'diary_entries', keptSinceMs(nowMs) + 1);
}

async function eraseAll(trx: Database, userId: string, nowMs: number): Promise<void> {
  await trx.deleteFrom('diary_entries').where('user_id', '=', userId).execute();
  await trx.updateTable('diaries').set({ since_ms: nowMs }).where('user_id', '=', userId).execute();
}

/**
 * Locks the member's row: of two changes of a diary one waits.
 * @throws when the account is gone
 */
async function lockMember(trx: Database, userId: string): Promise<void> {
  const member = await lockRows(
    trx,
    trx.selectFrom('users').select('id').where('id', '=', userId),
  ).executeTakeFirst();
  if (member === undefined) throw new WireError('authentication_required');
}

/**
 * Returns when the diary was switched on or last erased; null while it is off. What a clock that ran ahead has
 * dated later than now becomes now: until then the diary would keep nothing.
 */
async function diarySince(trx: Database, userId: string, nowMs: number): Promise<number | null> {
  const row = await trx
    .selectFrom('diaries')
    .select('since_ms')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.since_ms <= nowMs) return row.since_ms;
  await trx.updateTable('diaries').set({ since_ms: nowMs }).where('user_id', '=', userId).execute();
  return nowMs;
}

async function dropBeyondLimit(trx: Database, userId: string): Promise<void> {
  const beyond = await trx
    .selectFrom('diary_entries')
    .select(['started_ms', 'stream_id'])
    .where('user_id', '=', userId)
    .orderBy('started_ms', 'desc')
    .orderBy('stream_id')
    .offset(DIARY_ENTRIES)
    .limit(1)
    .executeTakeFirst();
  if (beyond === undefined) return;
  await trx
    .deleteFrom('diary_entries')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('started_ms', '<', beyond.started_ms),
        eb.and([eb('started_ms', '=', beyond.started_ms), eb('stream_id', '>=', beyond.stream_id)]),
      ]),
    )
    .execute();
}
