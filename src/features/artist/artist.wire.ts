import * as z from 'zod/mini';
import { artistTracksSchema } from '#src/records/songs/listed-track.wire.ts';

/** `artist-biography` [W30]. Texts are Markdown; '' in a language that has none. */
export const artistSchema = z.object({
  name: z.string(),
  bio_fr: z.string(),
  bio_en: z.string(),
  bio_de: z.string(),
  bio_pl: z.string(),
  bio_es: z.string(),
  bio_it: z.string(),
  bio_ru: z.string(),
  bio_nl: z.string(),
  /** Address of a picture; '' when the radio plays nothing of the artist. */
  image: z.string(),
  /** At most 10. */
  latest_tracks: artistTracksSchema,
});
export type Artist = z.infer<typeof artistSchema>;

export const biographySchema = z.object({ artist: artistSchema });
