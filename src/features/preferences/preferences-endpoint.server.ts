import { type Endpoint, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import type { AccountServices } from '../accounts/account-services.server.ts';
import type { MemberPart } from '../accounts/member-part.server.ts';
import { requireMember } from '../accounts/session.server.ts';
import { preferencesBodySchema } from './preferences.wire.ts';
import { readPreferences, resetPreferences, savePreferences } from './saved-preferences.server.ts';

/** `preferences`: the member's own. */
export function preferencesEndpoint(services: AccountServices): Endpoint {
  const { db } = services;
  const userIdOf = async (token: string | null) => (await requireMember(services, token)).user.id;
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      run: async ({ token }) => dataReply(await readPreferences(db, await userIdOf(token))),
    }),
    POST: wireMethod({
      query: nothing,
      body: preferencesBodySchema,
      run: async ({ token, body }) =>
        dataReply(await savePreferences(db, await userIdOf(token), body.preferences)),
    }),
    DELETE: wireMethod({
      query: nothing,
      body: nothing,
      run: async ({ token }) => dataReply(await resetPreferences(db, await userIdOf(token))),
    }),
  };
}

/** For the export. */
export const preferencesPart: MemberPart = {
  name: 'preferences',
  async exportOf(db, userId) {
    const row = await db
      .selectFrom('preferences')
      .select('device')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return { ...(await readPreferences(db, userId)), device: row?.device ?? null };
  },
};
