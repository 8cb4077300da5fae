import * as z from 'zod/mini';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/contract/streams.ts';
import { favoriteArtistSchema, favoriteTrackSchema } from '#src/features/favorites/favorites.wire.ts';

/** `data` of `user-favorites`: what anyone may know of a member. Lists may be left out, and so may the stream [A85]. */
export const memberPageSchema = z.object({
  user: z.object({ pseudo: z.string() }),
  favorites: z._default(z.array(favoriteTrackSchema), []),
  favorite_artists: z._default(z.array(favoriteArtistSchema), []),
  favorite_stream_id: z.pipe(
    z.nullish(z.string()),
    z.transform((id): StreamId => (isStreamId(id) ? id : DEFAULT_STREAM)),
  ),
});
export type MemberPage = z.infer<typeof memberPageSchema>;
