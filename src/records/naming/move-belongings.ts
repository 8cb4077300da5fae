import { setImmediate } from 'node:timers/promises';
import { mainArtist } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { earlierOf } from '#src/db/engine.ts';
import { recountInCharts } from '#src/records/charts/chart-counts.ts';
import { findPresentArtist } from '#src/records/songs/song-names.ts';

/**
 * Makes two songs one: `into` gets all that `from` has, and `from` goes. Where a member gave both a heart, or a vote in
 * the same week, the earlier one stays.
 */
export async function mergeSongs(trx: Database, from: number, into: number): Promise<void> {
  await movePlays(trx, { from, into, media: null });
  await mergeVotes(trx, from, into);
  await mergeHearts(trx, from, into);
  for (const table of ['comments', 'diary_entries', 'chart_entries', 'media', 'song_names'] as const)
    await trx.updateTable(table).set({ song_id: into }).where('song_id', '=', from).execute();
  const { added_ms } = await trx
    .selectFrom('songs')
    .select(({ fn }) => fn.min('added_ms').as('added_ms'))
    .where('id', 'in', [from, into])
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('songs')
    .set({ added_ms: Number(added_ms) })
    .where('id', '=', into)
    .execute();
  await trx.deleteFrom('songs').where('id', '=', from).execute();
  await recountSong(trx, into);
}

async function mergeVotes(trx: Database, from: number, into: number): Promise<void> {
  const votesOf = (songId: number) =>
    trx.selectFrom('votes').select(['user_id', 'week', 'voted_ms']).where('song_id', '=', songId).execute();
  const kept = new Map((await votesOf(into)).map((vote) => [`${vote.user_id} ${vote.week}`, vote]));
  for (const { user_id, week, voted_ms } of await votesOf(from)) {
    const other = kept.get(`${user_id} ${week}`);
    if (other === undefined) continue;
    await trx
      .deleteFrom('votes')
      .where('user_id', '=', user_id)
      .where('week', '=', week)
      .where('song_id', '=', other.voted_ms <= voted_ms ? from : into)
      .execute();
  }
  await trx.updateTable('votes').set({ song_id: into }).where('song_id', '=', from).execute();
}

async function mergeHearts(trx: Database, from: number, into: number): Promise<void> {
  const heartsOf = (songId: number) =>
    trx
      .selectFrom('favorite_tracks')
      .select(['id', 'user_id', 'added_ms'])
      .where('song_id', '=', songId)
      .execute();
  const kept = new Map((await heartsOf(into)).map((heart) => [heart.user_id, heart]));
  for (const { id, user_id, added_ms } of await heartsOf(from)) {
    const other = kept.get(user_id);
    if (other === undefined) continue;
    await trx
      .deleteFrom('favorite_tracks')
      .where('id', '=', other.added_ms <= added_ms ? id : other.id)
      .execute();
  }
  await trx.updateTable('favorite_tracks').set({ song_id: into }).where('song_id', '=', from).execute();
}

/** Counts a song's plays anew, on each stream, over all and in the charts, after some have come or gone. */
export async function recountSong(trx: Database, songId: number): Promise<void> {
  const counted = await trx
    .selectFrom('plays')
    .select(({ fn }) => ['stream_id', fn.countAll<number>().as('plays'), fn.min('started_ms').as('first_ms')])
    .where('song_id', '=', songId)
    .groupBy('stream_id')
    .execute();
  const onStreams = counted.map(({ stream_id, plays, first_ms }) => ({
    stream_id,
    plays,
    firstMs: Number(first_ms),
  }));
  await trx
    .updateTable('songs')
    .set({
      play_count: onStreams.reduce((sum, { plays }) => sum + plays, 0),
      first_played_ms: onStreams.length === 0 ? null : Math.min(...onStreams.map(({ firstMs }) => firstMs)),
    })
    .where('id', '=', songId)
    .execute();
  await trx
    .updateTable('stream_songs')
    .set({ play_count: 0, first_played_ms: null })
    .where('song_id', '=', songId)
    .execute();
  for (const { stream_id, plays, firstMs } of onStreams)
    await trx
      .insertInto('stream_songs')
      .values({ stream_id, song_id: songId, added_ms: firstMs, first_played_ms: firstMs, play_count: plays })
      .onConflict((conflict) =>
        conflict.columns(['stream_id', 'song_id']).doUpdateSet((eb) => ({
          play_count: plays,
          first_played_ms: firstMs,
          added_ms: earlierOf(eb.ref('stream_songs.added_ms'), firstMs),
        })),
      )
      .execute();
  await recountInCharts(trx, songId);
}

/** Plays in one statement: between two of them the process answers what needs no database. */
const STEP = 1_000;

/**
 * Gives plays of one song, and the diary entries about them, to another. The caller recounts both songs.
 * @param media the recordings whose plays move; null for all
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

/**
 * Members' hearts follow an artist whose name was corrected: once nothing in rotation has the former name, and all that
 * had it belongs to one other artist [R129].
 */
export async function moveHearts(trx: Database, formerArtists: ReadonlySet<string>): Promise<void> {
  const names = [...formerArtists].filter((name) => name !== '');
  if (names.length === 0) return;
  const loved = await trx
    .selectFrom('favorite_artists')
    .select('artist_folded')
    .distinct()
    .where('artist_folded', 'in', names)
    .orderBy('artist_folded')
    .execute();
  for (const { artist_folded: former } of loved) {
    if (await isInRotation(trx, former)) continue;
    const present = await findPresentArtist(trx, [former]);
    if (present === null || present === '') continue;
    const { artist } = await trx
      .selectFrom('songs')
      .select('artist')
      .where('artist_folded', '=', present)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const ofPresent = trx
      .selectFrom('favorite_artists')
      .select('user_id')
      .where('artist_folded', '=', present);
    await trx
      .deleteFrom('favorite_artists')
      .where('artist_folded', '=', former)
      .where('user_id', 'in', ofPresent)
      .execute();
    // In their rows: new ones would wait for members whose accounts are held, and who may wait for these songs.
    await trx
      .updateTable('favorite_artists')
      .set({ artist_folded: present, artist_name: mainArtist(artist) })
      .where('artist_folded', '=', former)
      .execute();
  }
}

async function isInRotation(trx: Database, artistFolded: string): Promise<boolean> {
  const song = await trx
    .selectFrom('songs')
    .innerJoin('media', 'media.song_id', 'songs.id')
    .innerJoin('placements', 'placements.media_id', 'media.id')
    .select('songs.id')
    .where('songs.artist_folded', '=', artistFolded)
    .limit(1)
    .executeTakeFirst();
  return song !== undefined;
}
