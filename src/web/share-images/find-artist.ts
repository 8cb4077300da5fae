import { slugOf } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { type ArtistSong, findArtistOfSlug, findKnownArtist } from '#src/records/songs/find-artist.ts';
import type { Biographies } from '#src/station/biographies/biographies.ts';
import { slugOfMediaFile } from '#src/station/media-addresses.ts';

interface ArtistServices {
  readonly db: Database;
  readonly content: { readonly biographies: Biographies };
}

/** Somebody whom the radio plays or writes about. */
export interface KnownArtist {
  readonly name: string;
  /** The song whose first play was the latest. */
  readonly latest: ArtistSong | undefined;
}

/** The artist of a page, by the name in its address; null for an unknown one. */
export async function findArtist(asked: string, services: ArtistServices): Promise<KnownArtist | null> {
  const artist = await findKnownArtist(services, asked, 1);
  return artist && { name: artist.name, latest: artist.songs[0] };
}

/**
 * The artist behind `/og/artist/{slug}.png`, by slug or by name. The name counts first: it is what a page is
 * called by.
 */
export async function findArtistOfFile(asked: string, services: ArtistServices): Promise<KnownArtist | null> {
  const named = await findArtist(asked, services);
  if (named !== null) return named;
  const slug = slugOfMediaFile(asked).toLowerCase();
  const described = [...services.content.biographies.values()].map(({ name, folder }) => name ?? folder);
  const name = described.find((each) => slugOf(each) === slug) ?? (await findArtistOfSlug(services.db, slug));
  return name === null ? null : findArtist(name, services);
}
