import * as z from 'zod/mini';
import { artistTracksSchema } from '#src/records/songs/listed-track.wire.ts';

/** A text that a reply need not have, or an address [A85]. */
const text = z.pipe(
  z.nullish(z.string()),
  z.transform((said) => said ?? ''),
);

/** `artist-biography` [W30]. Texts are Markdown; '' in a language that has none. */
export const artistSchema = z.object({
  name: z.string(),
  bio_fr: text,
  bio_en: text,
  bio_de: text,
  bio_pl: text,
  bio_es: text,
  bio_it: text,
  bio_ru: text,
  bio_nl: text,
  /** Address of a picture; '' when the radio plays nothing of the artist. */
  image: text,
  /** At most 10. */
  latest_tracks: z._default(artistTracksSchema, []),
});
export type Artist = z.infer<typeof artistSchema>;

export const biographySchema = z.object({ artist: artistSchema });
