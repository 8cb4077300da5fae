import { sql } from 'kysely';
import type { Database } from '#src/db/database.ts';
import { chartWindowFrom } from '#src/records/charts/chart-counts.ts';

/** What is counted otherwise than the rows say, one line each; nothing is what a test wants to see. */
export async function falseCounts(db: Database): Promise<string[]> {
  const found: string[] = [];
  const compare = async (what: string, query: ReturnType<typeof sql<{ id: number | string }>>) => {
    for (const { id } of (await query.execute(db)).rows) found.push(`${what} of ${id}`);
  };
  await compare(
    'plays',
    sql`select id from songs where play_count <> (select count(*) from plays where song_id = songs.id)`,
  );
  await compare(
    'first play',
    sql`select id from songs where coalesce(first_played_ms, 0) <>
      coalesce((select min(started_ms) from plays where song_id = songs.id), 0)`,
  );
  await compare(
    'plays on a stream',
    sql`select song_id as id from stream_songs where play_count <> (select count(*) from plays
      where plays.song_id = stream_songs.song_id and plays.stream_id = stream_songs.stream_id)`,
  );
  await compare(
    'streams',
    sql`select song_id as id from plays where not exists (select 1 from stream_songs
      where plays.song_id = stream_songs.song_id and plays.stream_id = stream_songs.stream_id)`,
  );
  await compare(
    'plays in the charts',
    sql`select song_id as id from chart_counts where plays <> (select count(*) from plays
      where plays.song_id = chart_counts.song_id and scope in ('all', plays.stream_id)
      and ${inWindow('started_ms')})`,
  );
  await compare(
    'rows in the charts',
    sql`select song_id as id from plays where ${inWindow('started_ms')}
      and not exists (select 1 from chart_counts where chart_counts.song_id = plays.song_id and scope = 'all')`,
  );
  await compare(
    'likes',
    sql`select song_id as id from chart_counts where likes <> (select count(*) from votes
      where votes.song_id = chart_counts.song_id and vote = 'like'
      and ${inWindow('voted_ms')})`,
  );
  await compare(
    'title in the charts',
    sql`select song_id as id from chart_counts join songs on songs.id = song_id
      where chart_counts.folded <> songs.folded`,
  );
  return found;
}

function inWindow(instant: 'started_ms' | 'voted_ms') {
  const { fromMs, untilMs } = chartWindowFrom(0);
  const from = sql`(select from_ms from chart_window)`;
  return sql`${sql.ref(instant)} - ${from} >= ${sql.lit(fromMs)} and ${sql.ref(instant)} - ${from} < ${sql.lit(untilMs)}`;
}
