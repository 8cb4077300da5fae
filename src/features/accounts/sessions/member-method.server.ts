import type { $ZodType, input, output } from 'zod/v4/core';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { guardedMethod, type WireMethod } from '#src/platform/wire/endpoint.ts';
import type { MethodSchemas } from '#src/platform/wire/method-schemas.wire.ts';
import type { WireCall } from '#src/platform/wire/wire-call.ts';
import type { WireReply } from '#src/platform/wire/wire-reply.ts';
import { type Member, requireMember } from './session.server.ts';

/** A method for members alone: a call without a living token is 401, whatever else it holds [W6]. */
export function memberMethod<Query extends $ZodType, Body extends $ZodType, Reply extends $ZodType>(
  services: Pick<AccountServices, 'db' | 'clock'>,
  definition: MethodSchemas<Query, Body, Reply> & {
    run(call: WireCall<output<Query>, output<Body>>, member: Member): Promise<WireReply<input<Reply>>>;
  },
): WireMethod<MethodSchemas<Query, Body, Reply>> {
  return guardedMethod({ ...definition, admit: ({ token }) => requireMember(services, token) });
}
