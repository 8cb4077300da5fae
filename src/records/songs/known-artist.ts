import { mainArtist } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { type Biographies, type Biography, findBiography } from '#src/station/biographies/biographies.ts';
import { type ArtistSong, findArtistSongs } from './artist-songs.ts';

/** Somebody whom the radio plays or writes about. */
export interface KnownArtist {
  readonly name: string;
  readonly biography: Biography | null;
  /** Latest first play first. */
  readonly songs: readonly ArtistSong[];
}

/** The artist of a name, in whatever case and accents, guests left out, present or corrected since; null for an unknown one. */
export async function findKnownArtist(
  { db, content }: { readonly db: Database; readonly content: { readonly biographies: Biographies } },
  asked: string,
  limit: number,
): Promise<KnownArtist | null> {
  const { biographies } = content;
  const described = findBiography(biographies, asked) ?? findBiography(biographies, mainArtist(asked));
  const songs = await findArtistSongs(db, described?.name ?? asked, limit);
  const played = songs[0] === undefined ? undefined : mainArtist(songs[0].artist);
  const biography = described ?? (played === undefined ? null : findBiography(biographies, played));
  const name = biography?.name ?? played ?? biography?.folder;
  return name === undefined ? null : { name, biography, songs };
}
