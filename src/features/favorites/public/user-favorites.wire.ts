import * as z from 'zod/mini';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import { favoriteArtistSchema, favoriteTrackSchema } from '#src/features/favorites/favorites.wire.ts';

const sentPageSchema = z.object({
  user: z.object({ pseudo: z.string() }),
  favorites: z._default(z.array(favoriteTrackSchema), []),
  favorite_artists: z._default(z.array(favoriteArtistSchema), []),
  tracks_count: z.nullish(z.number()),
  artists_count: z.nullish(z.number()),
  favorite_stream_id: z.pipe(
    z.nullish(z.string()),
    z.transform((id): StreamId => (isStreamId(id) ? id : DEFAULT_STREAM)),
  ),
});

/**
 * `data` of `user-favorites`: what anyone may know of a member. The lists hold the newest alone, the counts all [W50].
 * Lists may be left out, and so may the stream, and how many favourites there are: as many as came [A85].
 */
export const memberPageSchema = z.pipe(
  sentPageSchema,
  z.transform((page) => ({
    ...page,
    tracks_count: page.tracks_count ?? page.favorites.length,
    artists_count: page.artists_count ?? page.favorite_artists.length,
  })),
);
export type MemberPage = z.infer<typeof memberPageSchema>;
