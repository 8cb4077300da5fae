import type { ClientAddress } from '#src/page/wire/client-address.wire.ts';
import { type Endpoint, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { fieldsReply } from '#src/platform/wire/wire-reply.ts';

/** `ip` [W32]: the caller's own address, as limits and bans see it. */
export function clientAddressEndpoint(): Endpoint {
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      run: async ({ address }) => fieldsReply({ ip: address } satisfies ClientAddress),
    }),
  };
}
