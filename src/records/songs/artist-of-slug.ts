import { signsOfSlug, slugOf } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { findArtistSongs } from './artist-songs.ts';

/** An artist by the slug of the name [W17], as the radio writes it; null when it plays nothing of such a one. */
export async function findArtistOfSlug(db: Database, slug: string): Promise<string | null> {
  // A song's slug begins with its artist's, unless that name is of signs alone.
  const songs = await db
    .selectFrom('songs')
    .select('artist')
    .distinct()
    .where(({ eb, and, or }) =>
      or([eb('slug', '=', slug), and([eb('slug', '>', `${slug}-`), eb('slug', '<', `${slug}.`)])]),
    )
    .orderBy('artist')
    .execute();
  const named = songs.find(({ artist }) => slugOf(artist) === slug);
  if (named !== undefined) return named.artist;
  const signs = signsOfSlug(slug);
  const [song] = signs === null ? [] : await findArtistSongs(db, signs, 1);
  return song?.artist ?? null;
}
