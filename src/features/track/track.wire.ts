import * as z from 'zod/mini';
import { songRowSchema } from './song-row.wire.ts';

/** `track-details` (wire.md; radio.md §3, "Track info"). */
export const trackInfoSchema = z.extend(songRowSchema, {
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

/** One row of `artist-tracks` (wire.md). */
export const artistTrackSchema = z.extend(songRowSchema, {
  first: z.nullable(z.string()),
  nb_diff: z.number(),
});
export type ArtistTrack = z.infer<typeof artistTrackSchema>;

/** Latest first play first; what was never played comes last. */
export const artistTracksSchema = z.array(artistTrackSchema);
