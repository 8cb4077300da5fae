import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { memberMethod } from '#src/features/accounts/sessions/member-method.server.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { signInWaysSchema } from './sign-in-ways.wire.ts';

/** `sign-in-ways`: the caller's own [W93]. */
export function signInWaysEndpoint(services: AccountServices) {
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: signInWaysSchema,
      async run(_call, { user }) {
        const rows = await services.db
          .selectFrom('provider_identities')
          .select('provider')
          .distinct()
          .where('user_id', '=', user.id)
          .orderBy('provider')
          .execute();
        const providers = rows.map(({ provider }) => provider);
        return dataReply({ password: user.password_hash !== null, providers });
      },
    }),
  };
}
