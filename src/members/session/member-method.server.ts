import type { $ZodType, input, output } from 'zod/v4/core';
import { MEMBER_CALLS_A_SECOND, MEMBER_CALLS_AT_ONCE } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { paceOfMember } from '#src/platform/rate-limit/limit.ts';
import { guardedMethod, type MethodDefinition, type WireMethod } from '#src/platform/wire/endpoint.ts';
import type { MethodSchemas } from '#src/platform/wire/method-schemas.wire.ts';
import { refuseAboveLimit } from '#src/platform/wire/refuse-above-limit.ts';
import type { WireCall } from '#src/platform/wire/wire-call.ts';
import type { WireReply } from '#src/platform/wire/wire-reply.ts';
import { type Member, requireMember } from './session.server.ts';

/** All calls of a member [W118]. */
const memberCalls = paceOfMember({ MEMBER_CALLS_AT_ONCE }, { MEMBER_CALLS_A_SECOND });

/**
 * A method for members alone: a call without a living token is 401, whatever else it holds [W6], and one of a
 * member who calls too often 429 [W118].
 */
export function memberMethod<Query extends $ZodType, Body extends $ZodType, Reply extends $ZodType>(
  services: { readonly db: Database; readonly clock: Clock },
  definition: MethodDefinition<Query, Body, Reply, 'address' | 'member'> & {
    run(call: WireCall<output<Query>, output<Body>>, member: Member): Promise<WireReply<input<Reply>>>;
  },
): WireMethod<MethodSchemas<Query, Body, Reply>> {
  return guardedMethod({
    ...definition,
    callers: 'members',
    keyOf: ({ user }) => user.id,
    async admit({ token, limits }) {
      const member = await requireMember(services, token);
      await refuseAboveLimit(limits, [memberCalls, member.user.id]);
      return member;
    },
  });
}
