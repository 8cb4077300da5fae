import * as z from 'zod';
import { type Endpoint, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { fieldsReply } from '#src/platform/wire/wire-reply.ts';
import type { AccountServices } from '../accounts/account-services.server.ts';
import { requireMember, requireOwnId } from '../accounts/session.server.ts';
import { countFavorites } from './list-favorites.server.ts';

/** `favorites`: the member's own, by action. */
export function favoritesEndpoint(services: AccountServices): Endpoint {
  return {
    actions: {
      count: {
        GET: wireMethod({
          query: z.object({ user_id: z.string() }),
          body: nothing,
          async run({ token, query }) {
            const member = await requireMember(services, token);
            requireOwnId(member, query.user_id);
            return fieldsReply({ ...(await countFavorites(services.db, member.user.id)) });
          },
        }),
      },
    },
  };
}
