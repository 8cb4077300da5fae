import * as z from 'zod';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { memberMethod } from '#src/features/accounts/sessions/member-method.server.ts';
import { requireOwnId } from '#src/features/accounts/sessions/session.server.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { fieldsReply } from '#src/platform/wire/wire-reply.ts';
import { favoritesCountSchema } from './favorites.wire.ts';
import { countFavorites } from './list-favorites.server.ts';

/** `favorites&action=count`: how many the member has. */
export function favoritesCountEndpoint(services: AccountServices) {
  return {
    GET: memberMethod(services, {
      query: z.object({ user_id: z.string() }),
      body: nothing,
      reply: favoritesCountSchema,
      async run({ query }, member) {
        requireOwnId(member, query.user_id);
        return fieldsReply(await countFavorites(services.db, member.user.id));
      },
    }),
  };
}
