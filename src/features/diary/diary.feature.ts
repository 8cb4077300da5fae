import * as z from 'zod';
import { HOUR_MS } from '#src/contract/durations.ts';
import {
  DIARY_CHANGES_AN_HOUR,
  DIARY_ROWS,
  DIARY_ROWS_MAX,
  DIARY_SENDS_AN_HOUR,
} from '#src/contract/limits.ts';
import { forgetDeleted } from '#src/db/engine.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { memberMethod } from '#src/members/session/session.server.ts';
import { perMember } from '#src/platform/rate-limit/limit.ts';
import { limitParameter, nothing } from '#src/platform/wire/endpoint.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { diarySchema, diarySwitchSchema, heardPlaysSchema, unknownPlaysSchema } from './diary.wire.ts';
import { eraseEntries, keepEntries, sweepDiaries, switchDiary } from './keep-entries.server.ts';
import { diaryData, readDiary, readEntryId } from './list-entries.server.ts';

export function diaryFeature(services: Services) {
  return {
    endpoints: { diary: diaryEndpoint(services) },
    memberData: [diaryData],
    sweeps: [{ what: 'diary entries', run: (nowMs: number) => sweepDiaries(services.db, nowMs) }],
  } satisfies Feature;
}

const changes = perMember({ DIARY_CHANGES_AN_HOUR }, HOUR_MS);
const ALL = 'all';

const entry = z.string().transform((id, context) => {
  const key = readEntryId(id);
  if (key === null) context.addIssue({ code: 'custom', message: 'no entry' });
  return key;
});

/** `diary`: what the member really listened to, to read, to add to, to switch and to erase [W84]. */
function diaryEndpoint(services: Pick<Services, 'db' | 'clock' | 'logger' | 'settings'>) {
  const { db, clock, logger } = services;
  const { mediaBaseUrl } = services.settings;
  /** Removes what was erased as a whole from the database's files too. */
  const forget = () =>
    forgetDeleted(db).catch((error: unknown) =>
      logger.warn(
        { err: error },
        'could not checkpoint the database; erased data stays on disk for up to an hour',
      ),
    );
  return {
    GET: memberMethod(services, {
      query: z.object({
        before: entry.optional(),
        limit: limitParameter({ standard: DIARY_ROWS, max: DIARY_ROWS_MAX, min: 0 }),
      }),
      body: nothing,
      reply: diarySchema,
      run: async ({ query: { before = null, limit } }, { user }) =>
        dataReply(
          await readDiary(db, { userId: user.id, nowMs: clock.nowMs(), before, limit, mediaBaseUrl }),
        ),
    }),
    POST: memberMethod(services, {
      query: nothing,
      body: heardPlaysSchema,
      reply: unknownPlaysSchema,
      limits: [perMember({ DIARY_SENDS_AN_HOUR }, HOUR_MS)],
      async run({ body: { entries, restored } }, { user }) {
        const unknown = await keepEntries(db, {
          userId: user.id,
          nowMs: clock.nowMs(),
          heard: entries,
          isRestored: restored === true,
        });
        return dataReply({ unknown: [...unknown] });
      },
    }),
    PUT: memberMethod(services, {
      query: nothing,
      body: diarySwitchSchema,
      reply: diarySchema,
      limits: [changes],
      async run({ body: { enabled, erase } }, { user }) {
        const erases = erase === true;
        const nowMs = clock.nowMs();
        await switchDiary(db, { userId: user.id, nowMs, enabled, erases });
        if (erases) await forget();
        return dataReply(
          await readDiary(db, { userId: user.id, nowMs, before: null, limit: 0, mediaBaseUrl }),
        );
      },
    }),
    DELETE: memberMethod(services, {
      query: z.object({ id: z.union([z.literal(ALL).transform(() => null), entry]) }),
      body: nothing,
      reply: nothing,
      limits: [changes],
      async run({ query: { id } }, { user }) {
        await eraseEntries(db, { userId: user.id, nowMs: clock.nowMs(), entry: id });
        if (id === null) await forget();
        return doneReply();
      },
    }),
  };
}
