import * as z from 'zod';
import { HOUR_MS } from '#src/contract/durations.ts';
import { EXPORTS_AN_HOUR } from '#src/contract/limits.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { wireUser } from '#src/members/account/user-row.server.ts';
import { memberMethod, signInOf } from '#src/members/session/session.server.ts';
import { perMember } from '#src/platform/rate-limit/limit.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { isoTime } from '#src/platform/wire/wire-reply.ts';
import { changePasswordEndpoint } from './change-password.server.ts';
import { pictureData, profileEndpoint, profilePictureEndpoint } from './profile.server.ts';

export function profileFeature(services: Services) {
  return {
    endpoints: {
      'change-password': changePasswordEndpoint(services),
      export: exportEndpoint(services),
      profile: profileEndpoint(services),
      'profile-picture': profilePictureEndpoint(services),
    },
    memberData: [pictureData],
  } satisfies Feature;
}

/** `export` [W46]: everything that is kept about the member, as a file. */
function exportEndpoint(services: Pick<Services, 'db' | 'clock' | 'memberData'>) {
  const { db, clock, memberData } = services;
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: z.unknown(),
      limits: [perMember({ EXPORTS_AN_HOUR }, HOUR_MS)],
      async run(_call, { user }) {
        const sessions = await db
          .selectFrom('sessions')
          .select(['id', 'device', 'created_ms', 'signed_in_ms', 'proven_ms', 'used_ms', 'expires_ms'])
          .where('user_id', '=', user.id)
          .orderBy('created_ms')
          .execute();
        const ofFeatures = await Promise.all(
          memberData().map(async ({ name, exportOf }) => [name, await exportOf(db, user.id)] as const),
        );
        const data = {
          exported_at: isoTime(clock.nowMs()),
          user: wireUser(user),
          sessions: sessions.map((session) => ({
            id: session.id,
            device: session.device,
            created_at: isoTime(session.created_ms),
            signed_in_at: isoTime(signInOf(session).atMs),
            proven_at: isoTime(signInOf(session).provenMs),
            last_used_at: isoTime(session.used_ms),
            expires_at: isoTime(session.expires_ms),
          })),
          ...Object.fromEntries(ofFeatures),
        };
        return {
          body: { success: true, data },
          headers: { 'content-disposition': `attachment; filename="${user.pseudo ?? 'member'}.json"` },
        };
      },
    }),
  };
}
