import type { $ZodType } from 'zod/v4/core';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { guardedMethod, type WireMethod } from '#src/platform/wire/endpoint.ts';
import type { WireCall } from '#src/platform/wire/wire-call.ts';
import type { WireReply } from '#src/platform/wire/wire-reply.ts';
import { type Member, requireMember } from './session.server.ts';

/** A method for members alone: a call without a living token is 401, whatever else it holds [W6]. */
export function memberMethod<Query, Body>(
  services: Pick<AccountServices, 'db' | 'clock'>,
  definition: {
    query: $ZodType<Query>;
    body: $ZodType<Body>;
    run(call: WireCall<Query, Body>, member: Member): Promise<WireReply>;
  },
): WireMethod {
  return guardedMethod({ ...definition, admit: ({ token }) => requireMember(services, token) });
}
