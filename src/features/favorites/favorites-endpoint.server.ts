import * as z from 'zod';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { memberMethod } from '#src/features/accounts/sessions/member-method.server.ts';
import { requireOwnId } from '#src/features/accounts/sessions/session.server.ts';
import { type Endpoint, nothing } from '#src/platform/wire/endpoint.ts';
import { fieldsReply } from '#src/platform/wire/wire-reply.ts';
import { countFavorites } from './list-favorites.server.ts';

/** `favorites`: the member's own, by action. */
export function favoritesEndpoint(services: AccountServices): Endpoint {
  return {
    actions: {
      count: {
        GET: memberMethod(services, {
          query: z.object({ user_id: z.string() }),
          body: nothing,
          async run({ query }, member) {
            requireOwnId(member, query.user_id);
            return fieldsReply({ ...(await countFavorites(services.db, member.user.id)) });
          },
        }),
      },
    },
  };
}
