import * as z from 'zod/mini';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import { providerSignIns } from '#src/features/accounts/limits/account-limits.server.ts';
import { signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { givenSchema } from '#src/members/rules/account-fields.wire.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import type { WireCall } from '#src/platform/wire/parse-call.ts';
import { refuseAboveLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import type { GivenName } from './provider-identity.server.ts';
import { type Providers, requireProvider } from './providers.server.ts';
import { type EnterServices, enterByClaims } from './sign-in-by-provider.server.ts';

/** What the program had put into the token, where it had. */
const nonceSchema = z.optional(z.nullable(z.string()));

/** `google-auth`: the ID token that Google gave to the program. */
const googleAuthSchema = z.object({ credential: givenSchema, nonce: nonceSchema });

/** The name as Apple gives it to the browser, the first time only. */
export const appleUserSchema = z.object({
  name: z.optional(z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) })),
});

/** `apple-auth`: Apple's ID token; its `code` is not needed beside it. */
const appleAuthSchema = z.object({
  id_token: givenSchema,
  user: z.optional(z.nullable(appleUserSchema)),
  nonce: nonceSchema,
});

/** `google-auth` [W56] */
export function googleAuthEndpoint(services: EnterServices, providers: Providers) {
  return {
    POST: wireMethod({
      query: nothing,
      body: googleAuthSchema,
      reply: signedInSchema,
      ownLimits: [providerSignIns],
      async run(call) {
        const { credential, nonce = null } = call.body;
        return enter(services, providers, call, { provider: 'google', idToken: credential, nonce });
      },
    }),
  };
}

/** `apple-auth` [W56] */
export function appleAuthEndpoint(services: EnterServices, providers: Providers) {
  return {
    POST: wireMethod({
      query: nothing,
      body: appleAuthSchema,
      reply: signedInSchema,
      ownLimits: [providerSignIns],
      async run(call) {
        const { id_token, user, nonce = null } = call.body;
        const given = user?.name ?? null;
        return enter(services, providers, call, { provider: 'apple', idToken: id_token, nonce, given });
      },
    }),
  };
}

async function enter(
  services: EnterServices,
  providers: Providers,
  call: WireCall<undefined, unknown>,
  credential: { provider: SignInProvider; idToken: string; nonce: string | null; given?: GivenName | null },
) {
  const provider = requireProvider(providers, credential.provider);
  await refuseAboveLimit(call.limits, [providerSignIns, addressKey(call.address)]);
  const proven = await provider.verify(credential.idToken, credential.nonce);
  const { language, userAgent } = call;
  const given = credential.given ?? null;
  const caller = { given, language, userAgent, isAgain: false };
  const { signedIn } = await enterByClaims(services, provider, proven, caller);
  return dataReply(signedIn);
}
