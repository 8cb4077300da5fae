import { mainArtist, signsOfSlug, slugOf, writtenSlug } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { findArtistSongs } from './artist-songs.ts';

/** An artist by the slug of the name [W17], as the radio writes it; null when it plays nothing of such a one. */
export async function findArtistOfSlug(db: Database, asked: string): Promise<string | null> {
  const slug = writtenSlug(asked);
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
  const named = songs.map(({ artist }) => mainArtist(artist)).find((artist) => slugOf(artist) === slug);
  if (named !== undefined) return named;
  const signs = signsOfSlug(slug);
  const [song] = signs === null ? [] : await findArtistSongs(db, signs, 1);
  return song === undefined ? findArtistOfFormerSlug(db, slug) : mainArtist(song.artist);
}

/** The present name of the artist whose songs had such addresses. */
async function findArtistOfFormerSlug(db: Database, slug: string): Promise<string | null> {
  const former = await db
    .selectFrom('song_names as addresses')
    .innerJoin('song_names as titles', 'titles.song_id', 'addresses.song_id')
    .select('titles.artist_folded')
    .distinct()
    .where('addresses.kind', '=', 'slug')
    .where('addresses.name', '>', `${slug}-`)
    .where('addresses.name', '<', `${slug}.`)
    .where('titles.kind', '=', 'title')
    .orderBy('titles.artist_folded')
    .execute();
  const named = former.find(({ artist_folded }) => slugOf(artist_folded) === slug);
  const [song] = named === undefined ? [] : await findArtistSongs(db, named.artist_folded, 1);
  return song === undefined ? null : mainArtist(song.artist);
}
