import * as z from 'zod/mini';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import { favoriteArtistSchema, favoriteTrackSchema } from '#src/features/favorites/favorites.wire.ts';

/** `data` of `user-favorites`: what anyone may know of a member. */
export const memberPageSchema = z.object({
  user: z.object({ pseudo: z.string() }),
  favorites: z.array(favoriteTrackSchema),
  favorite_artists: z.array(favoriteArtistSchema),
  favorite_stream_id: z.custom<StreamId>(isStreamId),
});
export type MemberPage = z.infer<typeof memberPageSchema>;
