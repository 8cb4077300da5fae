import type { $ZodType, input, output } from 'zod/v4/core';
import type { Database } from '#src/db/database.ts';
import type { AccountLimits } from '#src/members/limits/account-limits.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { guardedMethod, type WireMethod } from '#src/platform/wire/endpoint.ts';
import type { MethodSchemas } from '#src/platform/wire/method-schemas.wire.ts';
import type { WireCall } from '#src/platform/wire/wire-call.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import type { WireReply } from '#src/platform/wire/wire-reply.ts';
import { type Member, requireMember } from './session.server.ts';

/**
 * A method for members alone: a call without a living token is 401, whatever else it holds [W6], and one of a member who
 * calls too often 429 [W118].
 */
export function memberMethod<Query extends $ZodType, Body extends $ZodType, Reply extends $ZodType>(
  services: { db: Database; clock: Clock; limits: Pick<AccountLimits, 'memberCalls'> },
  definition: MethodSchemas<Query, Body, Reply> & {
    run(call: WireCall<output<Query>, output<Body>>, member: Member): Promise<WireReply<input<Reply>>>;
  },
): WireMethod<MethodSchemas<Query, Body, Reply>> {
  return guardedMethod({
    ...definition,
    async admit({ token }) {
      const member = await requireMember(services, token);
      const waitMs = services.limits.memberCalls.take(member.user.id);
      if (waitMs !== null) throw new WireError('too_many_requests', { retryAfterSeconds: waitMs / 1000 });
      return member;
    },
  });
}
