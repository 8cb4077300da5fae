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
export const favoriteArtistSchema = z.object({ artist_name: z.string(), added_date: z.string() });
export type FavoriteArtist = z.infer<typeof favoriteArtistSchema>;
