import * as z from 'zod';
import { MEMBER_PAGE_KEPT_SECONDS, MEMBER_PAGE_ROWS_MAX } from '#src/contract/limits.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import {
  countFavorites,
  listFavoriteArtists,
  listFavoriteTracks,
} from '#src/features/favorites/lists/list-favorites.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { foldUsername } from '#src/members/rules/account-rules.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { fieldsReply } from '#src/platform/wire/wire-reply.ts';
import { type MemberPage, memberPageSchema } from './user-favorites.wire.ts';

/** `user-favorites`: a member's public page, found by username without case. */
export function userFavoritesEndpoint(services: Pick<Services, 'db' | 'settings'>) {
  const { db, settings } = services;
  return {
    GET: wireMethod({
      query: z.object({ pseudo: z.string() }),
      body: nothing,
      reply: memberPageSchema,
      keptSeconds: MEMBER_PAGE_KEPT_SECONDS,
      async run({ query: { pseudo: username } }) {
        const member = await findMemberByUsername(db, username);
        if (member === null) throw new WireError('member_not_found');
        const [favorites, favorite_artists, { tracks, artists }] = await Promise.all([
          listFavoriteTracks(db, member.id, settings.mediaBaseUrl, MEMBER_PAGE_ROWS_MAX),
          listFavoriteArtists(db, member.id, settings.mediaBaseUrl, MEMBER_PAGE_ROWS_MAX),
          countFavorites(db, member.id),
        ]);
        const page: MemberPage = {
          user: { pseudo: member.username },
          favorites,
          favorite_artists,
          tracks_count: tracks,
          artists_count: artists,
          favorite_stream_id: member.favorite_stream_id ?? DEFAULT_STREAM,
        };
        return fieldsReply(page);
      },
    }),
  };
}

/** The holder of a public page. An unconfirmed registration has no page. */
export async function findMemberByUsername(db: Database, username: string) {
  const row = await db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .select(['users.id', 'users.pseudo as username', 'preferences.favorite_stream_id'])
    .where('users.pseudo_folded', '=', foldUsername(username))
    .where('users.activated_ms', 'is not', null)
    .executeTakeFirst();
  return row?.username ? { ...row, username: row.username } : null;
}
