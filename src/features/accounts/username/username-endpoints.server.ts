import { MINUTE_MS } from '#src/contract/durations.ts';
import { NAME_CHECKS_A_MINUTE } from '#src/contract/limits.ts';
import type { Services } from '#src/features/services.server.ts';
import { changeUser } from '#src/members/account/user-row.server.ts';
import { purgingMember } from '#src/members/member-data.server.ts';
import { findMember, memberMethod, ownUserId } from '#src/members/session/session.server.ts';
import {
  changeToUsername,
  isUsernameFree,
  usernameChanges,
} from '#src/members/username/username-holder.server.ts';
import { userSchema } from '#src/page/session/user.wire.ts';
import { perAddress } from '#src/platform/rate-limit/limit.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { dataReply, fieldsReply } from '#src/platform/wire/wire-reply.ts';
import {
  type Availability,
  availabilitySchema,
  usernameCheckSchema,
  usernameChoiceSchema,
} from './username.wire.ts';

/** `check-pseudo`: whether a username is free; its owner's own counts as free. */
export function checkUsernameEndpoint(services: Pick<Services, 'db' | 'clock' | 'station'>) {
  return {
    POST: wireMethod({
      query: nothing,
      body: usernameCheckSchema,
      reply: availabilitySchema,
      limits: [perAddress({ NAME_CHECKS_A_MINUTE }, MINUTE_MS)],
      async run({ body: { pseudo: username }, token }) {
        const member = await findMember(services, token);
        const available = await isUsernameFree(services, username, member?.user.id ?? null);
        return fieldsReply({ available } satisfies Availability);
      },
    }),
  };
}

/** `update-pseudo`: the member takes a username. */
export function chooseUsernameEndpoint(
  services: Pick<Services, 'db' | 'clock' | 'station' | 'memberData' | 'purgePages'>,
) {
  return {
    POST: memberMethod(services, {
      query: nothing,
      body: usernameChoiceSchema,
      reply: userSchema,
      rights: ownUserId,
      ownLimits: [usernameChanges],
      async run({ body, limits }, { user }) {
        const change = await changeToUsername(services, limits, user, body.pseudo);
        return dataReply(await purgingMember(services, user, () => changeUser(services.db, user.id, change)));
      },
    }),
  };
}
