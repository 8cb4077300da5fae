import * as z from 'zod/mini';
import { listedTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** `track-details` [W24] */
export const trackInfoSchema = z.extend(listedTrackSchema, {
  /** First play on any stream, ISO 8601 with offset; null before it. */
  first: z.nullable(z.string()),
  /** Plays on all streams. */
  nb_diff: z.number(),
  /** 1: there is a video. */
  dl_vid: z.number(),
  /** Address of the video; '' when there is none. */
  video: z.string(),
  /** Address of a real cover; '' when `pochette` is the generated one. */
  pochette_ok: z.string(),
});
export type TrackInfo = z.infer<typeof trackInfoSchema>;
