import {
  preferencesBodySchema,
  serverPreferencesSchema,
} from '#src/features/preferences/preferences.wire.ts';
import type { Services } from '#src/features/services.server.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import { memberMethod } from '#src/members/session/member-method.server.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { readPreferences, resetPreferences, savePreferences } from './saved-preferences.server.ts';

/** `preferences` of the member who calls. */
export function preferencesEndpoint(services: Pick<Services, 'db' | 'clock'>) {
  const { db } = services;
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: serverPreferencesSchema,
      run: async (_call, { user }) => dataReply(await readPreferences(db, user.id)),
    }),
    POST: memberMethod(services, {
      query: nothing,
      body: preferencesBodySchema,
      reply: serverPreferencesSchema,
      run: async ({ body }, { user }) => dataReply(await savePreferences(db, user.id, body.preferences)),
    }),
    DELETE: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: serverPreferencesSchema,
      run: async (_call, { user }) => dataReply(await resetPreferences(db, user.id)),
    }),
  };
}

/** Preferences in the export. */
export const preferencesData: MemberData = {
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
