import type { Selectable } from 'kysely';
import { foldText, writtenSlug } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { engineOf } from '#src/db/engine.ts';
import type { SongsTable } from '#src/db/schema/music-tables.ts';
import { findVideo, type Video, type Videos } from '#src/station/videos/videos.ts';
import { findSongInCapitals } from './in-capitals.ts';
import { findFormerSong, formerTitles } from './song-names.ts';

export type Song = Selectable<SongsTable>;

/**
 * The song that a page address or a full title names, present or former, in whatever case and accents; null when the
 * radio knows none. Where one song's address is another's title, the address counts: a page always leads to its song.
 */
export async function findSong(db: Database, name: string): Promise<Song | null> {
  const [slug, folded] = [writtenSlug(name), foldText(name)];
  return (
    (await songWith(db, 'slug', slug)) ??
    (await songWith(db, 'folded', folded)) ??
    (await songThatHad(db, 'slug', slug)) ??
    (await songThatHad(db, 'title', folded)) ??
    (await songInCapitals(db, name))
  );
}

/**
 * The same for what members vote on and write about: where one song's title is another's address, the title counts
 * [W80].
 */
export async function findSongByTitle(db: Database, name: string): Promise<Song | null> {
  const [slug, folded] = [writtenSlug(name), foldText(name)];
  return (
    (await songWith(db, 'folded', folded)) ??
    (await songWith(db, 'slug', slug)) ??
    (await songThatHad(db, 'title', folded)) ??
    (await songThatHad(db, 'slug', slug)) ??
    (await songInCapitals(db, name))
  );
}

/** The song that a page address names, present or former. */
export async function findSongBySlug(db: Database, slug: string): Promise<Song | null> {
  const written = writtenSlug(slug);
  return (await songWith(db, 'slug', written)) ?? (await songThatHad(db, 'slug', written));
}

/**
 * Does something to the song that `find` gives. When that fails because the song was meanwhile merged into another, it
 * is done to the other.
 * @param act throws when the song is not there any more
 */
export async function onSong<Result>(
  find: () => Promise<Song | null>,
  act: (song: Song) => Promise<Result>,
): Promise<Result | null> {
  const song = await find();
  if (song === null) return null;
  try {
    return await act(song);
  } catch (error) {
    const now = await find();
    if (now === null || now.id === song.id) throw error;
    return await act(now);
  }
}

/**
 * Keeps songs from becoming one with another until the transaction ends. Whoever writes a row of which a member has one
 * a song, or counts in the charts, takes them first: else the row would wait for the song, and who joins songs for the
 * row. So does whoever writes rows of several: their rows would take them in any order.
 */
export async function keepSongs(trx: Database, songIds: readonly number[]): Promise<void> {
  if (engineOf(trx) !== 'postgres' || songIds.length === 0) return;
  await trx.selectFrom('songs').select('id').where('id', 'in', songIds).orderBy('id').forKeyShare().execute();
}

async function songWith(
  db: Database,
  column: 'slug' | 'folded' | 'id',
  value: string | number,
): Promise<Song | null> {
  return (await db.selectFrom('songs').selectAll().where(column, '=', value).executeTakeFirst()) ?? null;
}

async function songThatHad(db: Database, kind: 'title' | 'slug', name: string): Promise<Song | null> {
  const id = await findFormerSong(db, kind, name);
  return id === null ? null : songWith(db, 'id', id);
}

async function songInCapitals(db: Database, name: string): Promise<Song | null> {
  const id = await findSongInCapitals(db, name);
  return id === null ? null : songWith(db, 'id', id);
}

/** The song's rendered audio, what is in rotation first, then the newest. */
export function findMediaOfSong(db: Database, songId: number) {
  return db
    .selectFrom('media')
    .select(({ selectFrom, fn }) => [
      'media.id',
      'media.has_cover',
      selectFrom('placements')
        .select(fn.countAll<number>().as('count'))
        .whereRef('placements.media_id', '=', 'media.id')
        .as('placed'),
    ])
    .where('song_id', '=', songId)
    .orderBy('placed', 'desc')
    .orderBy('media.added_ms', 'desc')
    .execute();
}

/** The video of a song, whose file may still bear a title that the song had; null for none. */
export async function findVideoOfSong(
  db: Database,
  song: Pick<Song, 'id' | 'full_title'>,
  videos: Videos,
): Promise<Video | null> {
  if (videos.size === 0) return null;
  const present = findVideo(videos, song.full_title);
  if (present !== null) return present;
  const former = await formerTitles(db, song.id);
  return former.map((title) => findVideo(videos, title)).find((video) => video !== null) ?? null;
}
