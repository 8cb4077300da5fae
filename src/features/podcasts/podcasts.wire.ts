import * as z from 'zod/mini';

/** One row of `podcasts` [W31] */
export const podcastSchema = z.object({
  titre: z.string(),
  /** Its pages at platforms; some say of one without it that it is empty [A85]. */
  itunes: z.nullish(z.string()),
  deezer: z.nullish(z.string()),
  youtube: z.nullish(z.string()),
  /** Address of the feed, ours or elsewhere. */
  xml: z.string(),
});
export type Podcast = z.infer<typeof podcastSchema>;

/** By title. */
export const podcastsSchema = z.array(podcastSchema);

export const podcastEpisodeSchema = z.object({
  title: z.string(),
  /** '' when it has none. */
  description: z.string(),
  /** ISO 8601 */
  published_at: z.string(),
  /** In seconds. */
  duration: z.number(),
  /** Address of its sound. */
  audio: z.string(),
});
export type PodcastEpisode = z.infer<typeof podcastEpisodeSchema>;

/** Our own page's fields beside the contract's; what is not said is taken as not there [A85]. */
export const podcastShowSchema = z.extend(podcastSchema, {
  description: z._default(z.string(), ''),
  /** The show's own, BCP 47; '' when it is not known. */
  language: z._default(z.string(), ''),
  /** Address of the show's picture; '' when it has none. */
  image: z._default(z.string(), ''),
  /** Newest first, at most `EPISODES_LISTED`; none for a feed elsewhere. */
  episodes: z._default(z.array(podcastEpisodeSchema), []),
  /** How many episodes are published by now, listed or not. */
  total: z._default(z.number(), 0),
});
export type PodcastShowRow = z.infer<typeof podcastShowSchema>;

export const podcastShowsSchema = z.array(podcastShowSchema);

/** The feed has the rest [W31]. */
export const EPISODES_LISTED = 50;
