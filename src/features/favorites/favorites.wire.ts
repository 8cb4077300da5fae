import * as z from 'zod/mini';

/** `data` of `favorites` & action=count */
export const favoritesCountSchema = z.object({
  /** Tracks and artists together. */
  count: z.number(),
  tracks: z.number(),
  artists: z.number(),
});
export type FavoritesCount = z.infer<typeof favoritesCountSchema>;

/** A favourite track as lists have it, newest first. */
export const favoriteTrackSchema = z.object({
  id: z.number(),
  /** `artist - title` */
  full_title: z.string(),
  track_title: z.string(),
  artist_name: z.string(),
  slug: z.string(),
  /** Address of a picture; never empty. */
  pochette: z.string(),
  /** Address of the 51 seconds; '' when there are none. */
  preview: z.string(),
  added_date: z.string(),
});
export type FavoriteTrack = z.infer<typeof favoriteTrackSchema>;

/** A favourite artist as lists have it, newest first. */
export const favoriteArtistSchema = z.object({
  artist_name: z.string(),
  /** Address of the cover of a track of theirs, the latest; '' when the radio has none. */
  pochette: z.string(),
  added_date: z.string(),
});
export type FavoriteArtist = z.infer<typeof favoriteArtistSchema>;

/** `favorites` & action=list: the caller's own, newest first [W52] */
export const ownFavoritesSchema = z.object({
  favorites: z.array(z.extend(favoriteTrackSchema, { user_id: z.string() })),
});
export type OwnFavorites = z.infer<typeof ownFavoritesSchema>;

/** `favorites` & action=list_artists: the caller's own, newest first [W52] */
export const ownArtistsSchema = z.object({
  artists: z.array(z.extend(favoriteArtistSchema, { user_id: z.string() })),
});
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

/** What adding and removing reply. */
export const favoriteChangedSchema = z.undefined();
