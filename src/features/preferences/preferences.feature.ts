import type * as z from 'zod/mini';
import { memberTag } from '#src/contract/page-tags.ts';
import type { Database } from '#src/db/database.ts';
import { ForeignKeyViolation } from '#src/db/errors/database-errors.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import { memberMethod } from '#src/members/session/session.server.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import {
  choiceTimes,
  forgetChoices,
  keepNewer,
  type PreferencesRow,
  type SentChange,
} from './member/newer-choices.server.ts';
import {
  differences,
  isEmpty,
  mergePreferences,
  PREFERENCE_NAMES,
  type PreferenceChange,
} from './preferences.ts';
import {
  preferencesBodySchema,
  type ServerPreferences,
  serverPreferencesSchema,
} from './preferences.wire.ts';

export function preferencesFeature(services: Services) {
  return {
    endpoints: { preferences: preferencesEndpoint(services) },
    memberData: [preferencesData],
  } satisfies Feature;
}

/** `preferences` of the member who calls. */
function preferencesEndpoint(services: Pick<Services, 'db' | 'clock' | 'purgePages'>) {
  const { db, clock } = services;
  const sentBy = ({ preferences, chosen }: z.infer<typeof preferencesBodySchema>): SentChange => ({
    change: preferences,
    times: chosen ?? {},
    nowMs: clock.nowMs(),
  });
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
      run: async ({ body }, { user }) =>
        dataReply(await purgingPageOf(services, user, () => savePreferences(db, user.id, sentBy(body)))),
    }),
    DELETE: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: serverPreferencesSchema,
      run: async (_call, { user }) =>
        dataReply(await purgingPageOf(services, user, () => resetPreferences(db, user.id, clock.nowMs()))),
    }),
  };
}

/** Changes preferences, and has the member's public page purged where it led to another favourite stream [W213]. */
async function purgingPageOf(
  { db, purgePages }: Pick<Services, 'db' | 'purgePages'>,
  { id, pseudo: username }: { readonly id: string; readonly pseudo: string | null },
  change: () => Promise<ServerPreferences>,
): Promise<ServerPreferences> {
  if (purgePages === null || username === null) return await change();
  const before = await readPreferences(db, id);
  const after = await change();
  if (after.preferences.favoriteStreamId !== before.preferences.favoriteStreamId)
    purgePages([memberTag(username)]);
  return after;
}

/** Preferences in the export. */
const preferencesData: MemberData = {
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

/** Reads a member's choices, filled up with the defaults. */
async function readPreferences(db: Database, userId: string): Promise<ServerPreferences> {
  const row = await db.selectFrom('preferences').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return fromRow(row);
}

/**
 * Adds a change to the earlier choices, but for what was chosen later than it [A133].
 * @throws {WireError} `authentication_required` when the account went meanwhile
 */
export async function savePreferences(
  db: Database,
  userId: string,
  sent: SentChange,
): Promise<ServerPreferences> {
  if (isEmpty(sent.change)) return readPreferences(db, userId);
  const kept = fromRow(await keepNewer(db, userId, sent).catch(ofGoneAccount));
  const lost = differences(sent.change, kept.preferences);
  return { ...kept, overtaken: PREFERENCE_NAMES.filter((name) => lost[name] !== undefined) };
}

/** Goes back to the defaults. The browser that registered is no choice, and stays. */
async function resetPreferences(db: Database, userId: string, nowMs: number): Promise<ServerPreferences> {
  return fromRow(await forgetChoices(db, userId, nowMs).catch(ofGoneAccount));
}

function ofGoneAccount(cause: unknown): never {
  if (cause instanceof ForeignKeyViolation) throw new WireError('authentication_required', { cause });
  throw cause;
}

function fromRow(row: PreferencesRow | undefined): ServerPreferences {
  const chosen: PreferenceChange = {
    volume: row?.volume ?? undefined,
    language: row?.language ?? undefined,
    theme: row?.theme ?? undefined,
    lastStreamId: row?.last_stream_id ?? undefined,
    favoriteStreamId: row?.favorite_stream_id ?? undefined,
  };
  return {
    preferences: mergePreferences(chosen),
    saved: PREFERENCE_NAMES.filter((name) => chosen[name] !== undefined),
    chosen_at: row ? choiceTimes(row) : {},
    overtaken: [],
  };
}
