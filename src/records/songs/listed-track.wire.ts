import * as z from 'zod/mini';
import { splitFullTitle } from '#src/contract/full-title.ts';
import { mediaSlug, slugOf } from '#src/contract/titles.ts';

/** What every list says of a track, and of what was played [W22]. */
export const namedTrackSchema = z.object({
  /** `artist - title` */
  titre: z.string(),
  artist: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Address of a picture; never empty. */
  pochette: z.string(),
});

/** What every list of tracks says of each [W22]. */
export const listedTrackSchema = z.extend(namedTrackSchema, {
  /** Address of the 51 seconds; '' when there are none. */
  preview: z.string(),
});
export type ListedTrack = z.infer<typeof listedTrackSchema>;

const text = z.optional(z.string());

/** A row of a list as a page reads it, and completes with `namedByTitle` [A85]. */
export const toldTrackSchema = z.object({
  titre: z.string(),
  artist: text,
  title: text,
  slug: text,
  pochette: z._default(z.string(), ''),
  preview: text,
});

/** What is not said of a track follows from its title [A85]. */
export function namedByTitle<Told extends z.infer<typeof toldTrackSchema>>(told: Told) {
  const parts = splitFullTitle(told.titre);
  return {
    ...told,
    artist: told.artist ?? parts.artist,
    title: told.title ?? parts.title,
    // The address of a track's page takes its full title as well.
    slug: told.slug ?? told.titre,
    preview: told.preview ?? mediaOf(told, 'previews', 'mp3'),
  };
}

/** Address of a file of a track of which a reply does not say it [A85]: it has its name from the title. */
export function mediaOf({ titre }: { titre: string }, folder: string, ending: string): string {
  return `/${folder}/${encodeURIComponent(mediaSlug(slugOf(titre)))}.${ending}`;
}

/** One row of `artist-tracks` [W25] */
const artistTrackSchema = z.pipe(
  z.extend(toldTrackSchema, {
    first: z._default(z.nullable(z.string()), null),
    nb_diff: z._default(z.number(), 0),
  }),
  z.transform((told) => namedByTitle(told)),
);
export type ArtistTrack = z.infer<typeof artistTrackSchema>;

/** Latest first play first; what was never played comes last. */
export const artistTracksSchema = z.array(artistTrackSchema);
