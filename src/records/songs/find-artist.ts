import { foldArtist, mainArtist, signsOfSlug, slugOf, writtenSlug } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { isoTime } from '#src/platform/wire/wire-reply.ts';
import { type Biographies, type Biography, findBiography } from '#src/station/biographies/biographies.ts';
import { findArtistInCapitals } from './in-capitals.ts';
import { hasMedia, listedTrack, SONG_COLUMNS, type SongColumns } from './listed-track.ts';
import type { ArtistTrack } from './listed-track.wire.ts';
import { findPresentArtist } from './song-names.ts';

export interface ArtistSong extends SongColumns {
  id: number;
  first_played_ms: number | null;
  play_count: number;
}

/**
 * The name by which an artist's songs and hearts are found: the main artist's, without guests, and the present one when
 * it was corrected.
 */
export async function findArtistKey(db: Database, artist: string): Promise<string> {
  const folded = foldArtist(artist);
  return (await findPlayedArtist(db, folded)) ?? folded;
}

interface ArtistServices {
  readonly db: Database;
  readonly content: { readonly biographies: Biographies };
}

/** The same for a name that strangers give: where the radio knows none that is written so, it may be in capitals [W18]. */
export async function findCalledArtist(services: ArtistServices, artist: string): Promise<string> {
  const folded = foldArtist(artist);
  const played = await findPlayedArtist(services.db, folded);
  if (played !== null || findTexts(services, artist) !== null) return played ?? folded;
  return (await findArtistInCapitals(services, folded)) ?? folded;
}

async function findPlayedArtist(db: Database, folded: string): Promise<string | null> {
  const song = await db
    .selectFrom('songs')
    .select('id')
    .where('artist_folded', '=', folded)
    .limit(1)
    .executeTakeFirst();
  return song === undefined ? await findPresentArtist(db, [folded]) : folded;
}

function findTexts({ content: { biographies } }: ArtistServices, artist: string): Biography | null {
  return findBiography(biographies, artist) ?? findBiography(biographies, mainArtist(artist));
}

async function findArtistSongs(db: Database, artist: string, limit: number): Promise<ArtistSong[]> {
  return findSongsUnder(db, await findArtistKey(db, artist), limit);
}

/** The songs under an artist's key, latest first play first; what waits for its first play comes last. */
export async function findSongsUnder(
  db: Database,
  artistFolded: string,
  limit: number,
): Promise<ArtistSong[]> {
  if (artistFolded === '') return [];
  const songs = db
    .selectFrom('songs')
    .select([...SONG_COLUMNS, 'songs.id', 'songs.first_played_ms', 'songs.play_count', hasMedia])
    .where('songs.artist_folded', '=', artistFolded);
  const played = await songs
    .where('songs.first_played_ms', 'is not', null)
    .orderBy('songs.first_played_ms', 'desc')
    .limit(limit)
    .execute();
  if (played.length === limit) return played;
  const waiting = await songs
    .where('songs.first_played_ms', 'is', null)
    .orderBy('songs.id', 'desc')
    .limit(limit - played.length)
    .execute();
  return [...played, ...waiting];
}

export function artistTrack(song: ArtistSong, mediaBaseUrl: string): ArtistTrack {
  return {
    ...listedTrack(song, mediaBaseUrl),
    first: isoTime(song.first_played_ms),
    nb_diff: song.play_count,
  };
}

/** Somebody whom the radio plays or writes about. */
interface KnownArtist {
  readonly name: string;
  readonly biography: Biography | null;
  /** Latest first play first. */
  readonly songs: readonly ArtistSong[];
}

/**
 * The artist whom a name means, present or corrected since, in whatever case and accents and without guests; null for an
 * unknown one.
 */
export async function findKnownArtist(
  services: ArtistServices,
  asked: string,
  limit: number,
): Promise<KnownArtist | null> {
  // Tracks without an artist are nobody's.
  if (foldArtist(asked) === '') return null;
  const { db, content } = services;
  const { biographies } = content;
  const key = await findCalledArtist(services, asked);
  const described = findTexts(services, asked) ?? findBiography(biographies, key);
  let songs = await findSongsUnder(db, key, limit);
  if (songs.length === 0 && described !== null) songs = await findDescribedSongs(db, described, limit);
  const played = songs[0] === undefined ? undefined : mainArtist(songs[0].artist);
  const biography = described ?? (played === undefined ? null : findBiography(biographies, played));
  // How a text writes the name counts; another name than that of the tracks would lead to a page without any.
  const isTheirs = played === undefined || foldArtist(biography?.name ?? played) === foldArtist(played);
  const name = (isTheirs ? biography?.name : null) ?? played ?? biography?.folder;
  return name === undefined ? null : { name, biography, songs };
}

/** The songs of the artist whom a text is about: by the name that it says, or by that of its folder. */
async function findDescribedSongs(
  db: Database,
  { name, folder }: Biography,
  limit: number,
): Promise<ArtistSong[]> {
  const named = name === null ? [] : await findArtistSongs(db, name, limit);
  return named.length > 0 ? named : findSongsOfFolder(db, folder, limit);
}

/** What an `_` of a folder stands for is tried for so many: each doubles the names. */
const UNDERSCORES_TRIED = 6;

/** The songs of the artist whom a folder is about: some of the `_` in its name, or all, may stand for a `/`. */
async function findSongsOfFolder(db: Database, folder: string, limit: number): Promise<ArtistSong[]> {
  const parts = foldArtist(folder).split('_');
  const slashed = parts.join('/');
  const [first = '', ...others] = parts;
  const names =
    others.length > UNDERSCORES_TRIED
      ? [slashed]
      : others.reduce(
          (begun, part) => begun.flatMap((name) => [`${name}/${part}`, `${name}_${part}`]),
          [first],
        );
  const song = await db
    .selectFrom('songs')
    .select('artist_folded')
    .where('artist_folded', 'in', names)
    .orderBy('artist_folded')
    .limit(1)
    .executeTakeFirst();
  // An artist who is played under no such name may have been.
  return findArtistSongs(db, song?.artist_folded ?? slashed, limit);
}

/** The name, as the radio writes it, of the artist with that slug [W17]; null when it plays nothing by one. */
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

/** The present name of the artist whose songs had addresses that began with that slug. */
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
