import type { Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { doneReply } from '#src/platform/wire/wire-reply.ts';
import { requireLink } from './email-link.server.ts';
import { linkSchema } from './mail-links.wire.ts';

/** `check-link` [W128]: whether the link to a new password still works, before one is invented. It uses nothing up. */
export function checkLinkEndpoint({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  return {
    POST: wireMethod({
      query: nothing,
      body: linkSchema,
      reply: nothing,
      async run({ body }) {
        await requireLink(db, { token: body.token, purpose: 'reset', nowMs: clock.nowMs() });
        return doneReply();
      },
    }),
  };
}
