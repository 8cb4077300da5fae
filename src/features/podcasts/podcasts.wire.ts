import * as z from 'zod/mini';

/** One row of `podcasts` (wire.md; radio.md §3). */
export const podcastSchema = z.object({
  titre: z.string(),
  itunes: z.optional(z.string()),
  deezer: z.optional(z.string()),
  youtube: z.optional(z.string()),
  /** Address of the feed, ours or elsewhere. */
  xml: z.string(),
});
export type Podcast = z.infer<typeof podcastSchema>;

/** By title. */
export const podcastsSchema = z.array(podcastSchema);
