import * as z from 'zod/mini';

/** What every list of tracks says of each (wire.md). */
export const songRowSchema = z.object({
  /** `artist - title` */
  titre: z.string(),
  artist: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Address of a picture; never empty. */
  pochette: z.string(),
  /** Address of the 51 seconds; '' when there are none. */
  preview: z.string(),
});
export type SongRow = z.infer<typeof songRowSchema>;
