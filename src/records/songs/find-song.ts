import type { Selectable } from 'kysely';
import { foldText, writtenSlug } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import type { SongsTable } from '#src/db/schema/music-tables.ts';
import { findFormerSong } from './song-names.ts';

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
    (await songThatHad(db, 'title', folded))
  );
}

/** The same for what members vote on and write about: where one song's title is another's address, the title counts [W80]. */
export async function findSongByTitle(db: Database, name: string): Promise<Song | null> {
  const [slug, folded] = [writtenSlug(name), foldText(name)];
  return (
    (await songWith(db, 'folded', folded)) ??
    (await songWith(db, 'slug', slug)) ??
    (await songThatHad(db, 'title', folded)) ??
    (await songThatHad(db, 'slug', slug))
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
