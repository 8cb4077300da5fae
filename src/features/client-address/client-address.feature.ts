import * as z from 'zod/mini';
import type { Feature } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { fieldsReply } from '#src/platform/wire/wire-reply.ts';

export function clientAddressFeature() {
  return { endpoints: { ip: clientAddressEndpoint() } } satisfies Feature;
}

/** `ip` [W32]: the caller's own address, as limits and bans see it. */
function clientAddressEndpoint() {
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      reply: z.object({ ip: z.string() }),
      run: async ({ address }) => fieldsReply({ ip: address }),
    }),
  };
}
