import * as z from 'zod';
import { memberTag } from '#src/contract/page-tags.ts';
import {
  addFavoriteArtist,
  addFavoriteTrack,
  isFavoriteArtist,
  isFavoriteTrack,
  removeFavoriteArtist,
  removeFavoriteTrack,
} from '#src/features/favorites/change/change-favorites.server.ts';
import {
  favoriteArtistBodySchema,
  favoritesCountSchema,
  favoriteTrackBodySchema,
  isFavoriteSchema,
  ownArtistsSchema,
  ownFavoritesSchema,
} from '#src/features/favorites/favorites.wire.ts';
import {
  countFavorites,
  formerTitlesOfFavorites,
  listFavoriteArtists,
  listFavoriteTracks,
} from '#src/features/favorites/lists/list-favorites.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { type Member, memberMethod, ownUserId, requireOwnId } from '#src/members/session/session.server.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { mayBeEmpty } from '#src/platform/wire/parse-call.ts';
import { doneReply, fieldsReply } from '#src/platform/wire/wire-reply.ts';

const ofMember = z.object({ user_id: z.string() });
/** The artist's name may be empty: some tracks have none. */
const ofTrack = z.object({
  user_id: z.string(),
  track_title: z.string(),
  artist_name: mayBeEmpty,
});
const ofArtist = z.object({ user_id: z.string(), artist_name: z.string() });

/** The `user_id` of a call's parameters, once it is known to be the caller's own. */
function ownId(member: Member, { user_id }: { user_id: string }): string {
  requireOwnId(member, user_id);
  return user_id;
}

/** `favorites&action=count`: how many the member has [W51]. */
export function favoritesCountEndpoint(services: Pick<Services, 'db' | 'clock'>) {
  return {
    GET: memberMethod(services, {
      query: ofMember,
      body: nothing,
      reply: favoritesCountSchema,
      run: async ({ query }, member) => fieldsReply(await countFavorites(services.db, ownId(member, query))),
    }),
  };
}

/** `favorites&action=list`: the member's tracks, newest first [W52]. */
export function ownFavoritesEndpoint(services: Pick<Services, 'db' | 'clock' | 'settings'>) {
  return {
    GET: memberMethod(services, {
      query: ofMember,
      body: nothing,
      reply: ownFavoritesSchema,
      async run({ query }, member) {
        const user_id = ownId(member, query);
        const { db, settings } = services;
        const rows = await listFavoriteTracks(db, user_id, settings.mediaBaseUrl);
        const former = await formerTitlesOfFavorites(db, user_id);
        return fieldsReply({
          favorites: rows.map((row) => {
            const former_titles = former.get(row.id);
            return { ...row, user_id, ...(former_titles && { former_titles }) };
          }),
        });
      },
    }),
  };
}

/** `favorites&action=list_artists`: the member's artists, newest first [W52]. */
export function ownArtistsEndpoint(services: Pick<Services, 'db' | 'clock' | 'settings'>) {
  return {
    GET: memberMethod(services, {
      query: ofMember,
      body: nothing,
      reply: ownArtistsSchema,
      async run({ query }, member) {
        const user_id = ownId(member, query);
        const rows = await listFavoriteArtists(services.db, user_id, services.settings.mediaBaseUrl);
        return fieldsReply({ artists: rows.map((row) => ({ ...row, user_id })) });
      },
    }),
  };
}

/** `favorites&action=check` [W52] */
export function isFavoriteEndpoint(services: Pick<Services, 'db' | 'clock'>) {
  return {
    GET: memberMethod(services, {
      query: ofTrack,
      body: nothing,
      reply: isFavoriteSchema,
      run: async ({ query }, member) =>
        fieldsReply({ is_favorite: await isFavoriteTrack(services.db, ownId(member, query), query) }),
    }),
  };
}

/** `favorites&action=check_artist` [W52] */
export function isFavoriteArtistEndpoint(services: Pick<Services, 'db' | 'clock' | 'content'>) {
  return {
    GET: memberMethod(services, {
      query: ofArtist,
      body: nothing,
      reply: isFavoriteSchema,
      run: async ({ query }, member) =>
        fieldsReply({
          is_favorite: await isFavoriteArtist(services, ownId(member, query), query.artist_name),
        }),
    }),
  };
}

/** The member's public page shows what is loved. */
function purgePageOf(
  { purgePages }: Pick<Services, 'purgePages'>,
  { pseudo: username }: { pseudo: string | null },
): void {
  if (username !== null) purgePages?.([memberTag(username)]);
}

/** `favorites&action=add` [W52] */
export function addFavoriteEndpoint(services: Pick<Services, 'db' | 'clock' | 'purgePages'>) {
  return {
    POST: memberMethod(services, {
      query: nothing,
      body: favoriteTrackBodySchema,
      reply: nothing,
      rights: ownUserId,
      async run({ body }, { user }) {
        await addFavoriteTrack(services, user.id, body);
        purgePageOf(services, user);
        return doneReply();
      },
    }),
  };
}

/** `favorites&action=remove` [W52] */
export function removeFavoriteEndpoint(services: Pick<Services, 'db' | 'clock' | 'purgePages'>) {
  return {
    DELETE: memberMethod(services, {
      query: nothing,
      body: favoriteTrackBodySchema,
      reply: nothing,
      rights: ownUserId,
      async run({ body }, { user }) {
        await removeFavoriteTrack(services.db, user.id, body);
        purgePageOf(services, user);
        return doneReply();
      },
    }),
  };
}

/** `favorites&action=add_artist` [W52] */
export function addFavoriteArtistEndpoint(
  services: Pick<Services, 'db' | 'clock' | 'content' | 'purgePages'>,
) {
  return {
    POST: memberMethod(services, {
      query: nothing,
      body: favoriteArtistBodySchema,
      reply: nothing,
      rights: ownUserId,
      async run({ body }, { user }) {
        await addFavoriteArtist(services, user.id, body.artist_name);
        purgePageOf(services, user);
        return doneReply();
      },
    }),
  };
}

/** `favorites&action=remove_artist` [W52] */
export function removeFavoriteArtistEndpoint(
  services: Pick<Services, 'db' | 'clock' | 'content' | 'purgePages'>,
) {
  return {
    DELETE: memberMethod(services, {
      query: nothing,
      body: favoriteArtistBodySchema,
      reply: nothing,
      rights: ownUserId,
      async run({ body }, { user }) {
        await removeFavoriteArtist(services, user.id, body.artist_name);
        purgePageOf(services, user);
        return doneReply();
      },
    }),
  };
}
