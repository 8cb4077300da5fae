import * as z from 'zod/mini';

/** One element of `titre.json` and the data of one `now-playing` event [W61, W64]. */
export const nowPlayingSchema = z.object({
  version: z.string(),
  artiste: z.string(),
  titre: z.string(),
  /** Address of a picture; never empty for a track. */
  pochette: z.string(),
  slug: z.string(),
  /** ISO 8601 with offset. */
  started_at: z.string(),
  /** Seconds. */
  duration: z.number(),
});
export type NowPlaying = z.infer<typeof nowPlayingSchema>;

export const nowPlayingListSchema = z.array(nowPlayingSchema);
