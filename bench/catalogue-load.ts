import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '#src/contract/durations.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { engineOf } from '#src/db/engine.ts';

const TRACK_MS = 180_000;
const CHART_DAYS = 30;
/** The first tracks are all of one artist, as compilations are. */
const COMPILATION_TRACKS = 5_000;
const ARTISTS = 20_000;

export interface CatalogueLoad {
  /** Spread over the eight streams. */
  readonly tracks: number;
  /**
   * The last of them begin right before `nowMs`, a track of three minutes after the other on every stream.
   */
  readonly plays: number;
  readonly nowMs: number;
}

/**
 * Fills an empty database with a station that has been on the air for years, made up in the database itself.
 * The songs of a stream are played unevenly: the favourites a hundred times as often as the rest. The same
 * load is the same rows on both engines.
 */
export async function fillCatalogue(db: Database, load: CatalogueLoad): Promise<void> {
  const isSqlite = engineOf(db) === 'sqlite';
  if (isSqlite) await sql`pragma synchronous = off`.execute(db);
  if (isSqlite) await sql`pragma cache_size = -262144`.execute(db);
  await addSongs(db, load.tracks);
  await sql`drop index plays_by_song`.execute(db);
  if (!isSqlite) await sql`alter table plays disable trigger all`.execute(db);
  await addPlays(db, load);
  if (!isSqlite) await sql`alter table plays enable trigger all`.execute(db);
  await sql`create index plays_by_song on plays (song_id, started_ms)`.execute(db);
  await countPlays(db);
  await countCharts(db, load.nowMs - CHART_DAYS * DAY_MS);
  await sql`analyze`.execute(db);
  if (isSqlite) await sql`pragma wal_checkpoint(truncate)`.execute(db);
  else await sql`vacuum`.execute(db);
}

/** The numbers 1 to `count` as a table `n (i)`. */
function numbers(db: Database, count: number): RawBuilder<unknown> {
  const last = sql.lit(count);
  return engineOf(db) === 'postgres'
    ? sql`(select i::bigint as i from generate_series(1, ${last}) as i) as n`
    : sql`(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${last}) select i from n) as n`;
}

async function addSongs(db: Database, tracks: number): Promise<void> {
  const artist = sql`case when i <= ${sql.lit(COMPILATION_TRACKS)} then 'Various Artists' else 'Artist ' || (i % ${sql.lit(ARTISTS)}) end`;
  await sql`insert into songs (id, full_title, folded, artist, artist_folded, title, slug, added_ms, first_played_ms, play_count)
    select i, artist || ' - Title ' || i, lower(artist) || ' - title ' || i, artist, lower(artist), 'Title ' || i,
      replace(lower(artist), ' ', '-') || '-title-' || i, 1000000000000 + i, null, 0
    from (select i, ${artist} as artist from ${numbers(db, tracks)}) as named`.execute(db);
  await sql`insert into media (id, song_id, kind, artist, title, duration_ms, size_bytes, has_cover, source_lufs, rendered_lufs, added_ms)
    select substr('00000000000000000000000000000000', 1, 32 - length('' || id)) || id, id, 'track', artist, title,
      ${sql.lit(TRACK_MS)}, 2880000, id % 2, -9.5, -16, added_ms
    from songs`.execute(db);
}

/** Written stream after stream, in the order of the key. */
async function addPlays(db: Database, { tracks, plays, nowMs }: CatalogueLoad): Promise<void> {
  const perStream = Math.floor(plays / STREAM_IDS.length);
  const shelf = Math.floor(tracks / STREAM_IDS.length);
  const firstMs = nowMs - perStream * TRACK_MS;
  for (const [at, streamId] of [...STREAM_IDS].entries()) {
    // A number from 0 to 1 that jumps about; its cube picks the first songs of the shelf far more often.
    const drawn = sql`((i * 7919 + ${sql.lit(at * 31)}) % 1000003) / 1000003.0`;
    const song = sql`1 + ${sql.lit(at)} + ${sql.lit(STREAM_IDS.length)} * cast(floor(${sql.lit(shelf)} * ${drawn} * ${drawn} * ${drawn}) as integer)`;
    await sql`insert into plays (stream_id, started_ms, song_id, media_id, duration_ms)
      select ${sql.lit(streamId)}, ${sql.lit(firstMs)} + i * ${sql.lit(TRACK_MS)} - ${sql.lit(at * 1000)}, ${song}, null, ${sql.lit(TRACK_MS)}
      from ${numbers(db, perStream)}`.execute(db);
  }
}

async function countPlays(db: Database): Promise<void> {
  await sql`insert into stream_songs (stream_id, song_id, added_ms, first_played_ms, play_count)
    select stream_id, song_id, min(started_ms), min(started_ms), count(*) from plays group by stream_id, song_id`.execute(
    db,
  );
  await sql`update songs set
    play_count = (select coalesce(sum(play_count), 0) from stream_songs where song_id = songs.id),
    first_played_ms = (select min(first_played_ms) from stream_songs where song_id = songs.id)`.execute(db);
}

async function countCharts(db: Database, fromMs: number): Promise<void> {
  await db.updateTable('chart_window').set({ from_ms: fromMs }).execute();
  for (const scope of [sql`plays.stream_id`, sql`'all'`])
    await sql`insert into chart_counts (scope, song_id, folded, plays, likes)
      select ${scope}, songs.id, songs.folded, count(*), 0 from plays join songs on songs.id = plays.song_id
      where plays.started_ms >= ${sql.lit(fromMs)} and plays.stream_id in (${sql.join(STREAM_IDS.map((id) => sql.lit(id)))})
      group by 1, 2, 3`.execute(db);
}
