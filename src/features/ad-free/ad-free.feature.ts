import { AD_FREE_TOKEN_MS } from '#src/contract/limits.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { memberMethod } from '#src/members/session/session.server.ts';
import { AD_FREE_PURPOSE, signAdFreeToken } from '#src/platform/secrets/ad-free-token.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { fieldsReply } from '#src/platform/wire/wire-reply.ts';
import { adFreeTokenSchema } from './token.wire.ts';

export function adFreeFeature(services: Services) {
  return { endpoints: { token: tokenEndpoint(services) } } satisfies Feature;
}

/** `token`: the member's ad-free token [W57]. */
function tokenEndpoint(services: Pick<Services, 'db' | 'clock' | 'folder' | 'settings'>) {
  const key = instanceKey(services.folder.secret, AD_FREE_PURPOSE);
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: adFreeTokenSchema,
      knownClients: services.settings,
      async run(_call, { user }) {
        const expiresMs = Math.floor((services.clock.nowMs() + AD_FREE_TOKEN_MS) / 1000) * 1000;
        return fieldsReply({
          token: signAdFreeToken(key, { userId: user.id, expiresMs }),
          expires_at: new Date(expiresMs).toISOString(),
        });
      },
    }),
  };
}
