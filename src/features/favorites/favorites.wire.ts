import * as z from 'zod/mini';
import { fullTitle, splitFullTitle } from '#src/contract/full-title.ts';

/** `data` of `favorites` & action=count */
export const favoritesCountSchema = z.object({
  /** Tracks and artists together. */
  count: z.number(),
  tracks: z.number(),
  artists: z.number(),
});
export type FavoritesCount = z.infer<typeof favoritesCountSchema>;

/** A favourite track as lists have it, newest first. */
export interface FavoriteTrack {
  /** Its title where the reply has none. */
  readonly id: number | string;
  /** `artist - title` */
  readonly full_title: string;
  readonly track_title: string;
  readonly artist_name: string;
  readonly slug: string;
  /** Address of a picture; '' where the reply has none. */
  readonly pochette: string;
  /** Address of the 51 seconds; '' when there are none. */
  readonly preview: string;
  /** ISO 8601; '' where the reply has none. */
  readonly added_date: string;
  /** Titles that it had, folded, in a member's own list; left out without any [R127]. */
  readonly former_titles?: string[];
}

const text = z.nullish(z.string());
const orNothing = z.pipe(
  text,
  z.transform((said) => said ?? ''),
);
const sentTrackSchema = z
  .object({
    id: z.optional(z.union([z.number(), z.string()])),
    full_title: text,
    track_title: text,
    artist_name: text,
    slug: text,
    pochette: text,
    preview: text,
    added_date: text,
    former_titles: z.nullish(z.array(z.string())),
  })
  .check(z.refine(({ full_title, track_title }) => Boolean(full_title || track_title)));

/** A track of a reply; what it does not say of it follows from its title [A85]. */
export const favoriteTrackSchema = z.pipe(sentTrackSchema, z.transform(wholeTrack));

function wholeTrack(sent: z.infer<typeof sentTrackSchema>): FavoriteTrack {
  const full_title = sent.full_title || fullTitle(sent.artist_name ?? '', sent.track_title ?? '');
  const { artist, title } = splitFullTitle(full_title);
  return {
    id: sent.id ?? full_title,
    full_title,
    track_title: sent.track_title ?? title,
    artist_name: sent.artist_name ?? artist,
    // The address of a track's page takes its full title as well.
    slug: sent.slug || full_title,
    pochette: sent.pochette ?? '',
    preview: sent.preview ?? '',
    added_date: sent.added_date ?? '',
    ...(sent.former_titles && { former_titles: sent.former_titles }),
  };
}

/** A favourite artist as lists have it, newest first. */
export const favoriteArtistSchema = z.object({
  artist_name: z.string(),
  /** Address of the cover of a track of theirs, the latest; '' when the radio has none. */
  pochette: orNothing,
  /** ISO 8601; '' where the reply has none. */
  added_date: orNothing,
});
export type FavoriteArtist = z.infer<typeof favoriteArtistSchema>;

/** `favorites` & action=list: the caller's own, newest first [W52] */
export const ownFavoritesSchema = z.object({ favorites: z.array(favoriteTrackSchema) });
export type OwnFavorites = z.infer<typeof ownFavoritesSchema>;

/** `favorites` & action=list_artists: the caller's own, newest first [W52] */
export const ownArtistsSchema = z.object({ artists: z.array(favoriteArtistSchema) });
export type OwnArtists = z.infer<typeof ownArtistsSchema>;

/** `favorites` & action=check and action=check_artist [W52] */
export const isFavoriteSchema = z.object({ is_favorite: z.boolean() });

/** Body of `favorites` & action=add and action=remove [W52] */
export const favoriteTrackBodySchema = z.object({
  user_id: z.string(),
  track_title: z.string(),
  artist_name: z.string(),
});

/** Body of `favorites` & action=add_artist and action=remove_artist [W52] */
export const favoriteArtistBodySchema = z.object({ user_id: z.string(), artist_name: z.string() });
