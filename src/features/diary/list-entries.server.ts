import { DAY_MS } from '#src/contract/durations.ts';
import { DIARY_DAYS } from '#src/contract/limits.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import { hasMedia, listedTrack, SONG_COLUMNS } from '#src/records/songs/listed-track.ts';
import type { Diary, DiaryEntry } from './diary.wire.ts';

/** Entries that began before this instant are no longer kept, whether they have been deleted yet or not. */
export function keptSinceMs(nowMs: number): number {
  return nowMs - DIARY_DAYS * DAY_MS;
}

/** The play behind an entry: a stream plays one thing at a time. */
export interface EntryKey {
  readonly streamId: StreamId;
  /** Milliseconds since the Unix epoch. */
  readonly startedMs: number;
}

/** Returns the id of an entry: `dance-1795258800000`. */
function entryId({ streamId, startedMs }: EntryKey): string {
  return `${streamId}-${startedMs}`;
}

/** Reads the id of an entry; null for anything else. */
export function readEntryId(id: string): EntryKey | null {
  const [, streamId, digits] = /^([^-]+)-(\d{1,15})$/.exec(id) ?? [];
  return isStreamId(streamId) ? { streamId, startedMs: Number(digits) } : null;
}

interface Asked {
  readonly userId: string;
  readonly nowMs: number;
  /** The last entry of the call before; null for the newest ones. */
  readonly before: EntryKey | null;
  readonly limit: number;
  readonly mediaBaseUrl: string;
}

/** A member's diary, newest first. */
export async function readDiary(db: Database, asked: Asked): Promise<Diary> {
  const { userId, nowMs, limit } = asked;
  const [isOn, total, found] = await Promise.all([
    isDiaryOn(db, userId),
    countEntries(db, userId, nowMs),
    limit === 0 ? [] : findEntries(db, { ...asked, limit: limit + 1 }),
  ]);
  const entries = found.slice(0, limit);
  return {
    enabled: isOn,
    now: new Date(nowMs).toISOString(),
    total,
    entries,
    next: found.length > limit ? (entries.at(-1)?.id ?? null) : null,
  };
}

async function isDiaryOn(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('diaries')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

async function countEntries(db: Database, userId: string, nowMs: number): Promise<number> {
  const { entries } = await db
    .selectFrom('diary_entries')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('user_id', '=', userId)
    .where('started_ms', '>', keptSinceMs(nowMs))
    .executeTakeFirstOrThrow();
  return entries;
}

async function findEntries(
  db: Database,
  { userId, nowMs, before, limit, mediaBaseUrl }: Asked,
): Promise<DiaryEntry[]> {
  const rows = await db
    .selectFrom('diary_entries')
    .innerJoin('songs', 'songs.id', 'diary_entries.song_id')
    .select(['diary_entries.stream_id', 'diary_entries.started_ms', ...SONG_COLUMNS])
    .select(hasMedia)
    .where('diary_entries.user_id', '=', userId)
    .where('diary_entries.started_ms', '>', keptSinceMs(nowMs))
    .$if(before !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('diary_entries.started_ms', '<', before?.startedMs ?? 0),
          eb.and([
            eb('diary_entries.started_ms', '=', before?.startedMs ?? 0),
            eb('diary_entries.stream_id', '>', before?.streamId ?? 'dance'),
          ]),
        ]),
      ),
    )
    .orderBy('diary_entries.started_ms', 'desc')
    .orderBy('diary_entries.stream_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...listedTrack(row, mediaBaseUrl),
    id: entryId({ streamId: row.stream_id, startedMs: row.started_ms }),
    stream_id: row.stream_id,
    started_at: new Date(row.started_ms).toISOString(),
  }));
}

/** The diary in the export. With the account its rows go by foreign keys. */
export const diaryData: MemberData = {
  name: 'diary',
  async exportOf(db, userId) {
    const diary = await db
      .selectFrom('diaries')
      .select('since_ms')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const rows = await db
      .selectFrom('diary_entries')
      .innerJoin('songs', 'songs.id', 'diary_entries.song_id')
      .select(['songs.full_title', 'diary_entries.stream_id', 'diary_entries.started_ms'])
      .where('diary_entries.user_id', '=', userId)
      .orderBy('diary_entries.started_ms')
      .orderBy('diary_entries.stream_id')
      .execute();
    return {
      on_since: diary === undefined ? null : isoTime(diary.since_ms),
      heard: rows.map(({ started_ms, ...row }) => ({ ...row, started_at: isoTime(started_ms) })),
    };
  },
};

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
