import * as z from 'zod/mini';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { fullTitle } from '#src/contract/full-title.ts';

const toldSchema = z.object({
  version: z.string(),
  artiste: z.string(),
  titre: z.string(),
  pochette: z.string(),
  slug: z.optional(z.string()),
  // An instant that stays, so that one track is not taken for another at each look.
  started_at: z._default(z.string(), '1970-01-01T00:00:00Z'),
  duration: z._default(z.number(), 0),
});

/** The tracks on air as a page reads them: what `/titre.json` does not say of one follows from its title [A85]. */
export const toldNowPlayingSchema = z.array(
  z.pipe(
    toldSchema,
    z.transform(
      (told): NowPlaying => ({
        ...told,
        // The address of a track's page takes its full title as well.
        slug: told.slug ?? fullTitle(told.artiste, told.titre),
      }),
    ),
  ),
);
