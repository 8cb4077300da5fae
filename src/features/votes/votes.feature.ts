import * as z from 'zod';
import type { Vote } from '#src/contract/votes.ts';
import type { Database } from '#src/db/database.ts';
import { ForeignKeyViolation, UniqueViolation } from '#src/db/errors/database-errors.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import { memberMethod, ownUserId, requireOwnId } from '#src/members/session/session.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { type IsoWeek, isoWeekAt } from '#src/platform/time-zone/iso-week.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { doneReply, fieldsReply } from '#src/platform/wire/wire-reply.ts';
import { countLikes } from '#src/records/charts/chart-counts.ts';
import { findSongByTitle, keepSongs, onSong } from '#src/records/songs/find-song.ts';
import { voteSchema, voteStatusSchema } from './votes.wire.ts';

export function votesFeature(services: Services) {
  return {
    endpoints: {
      'votes&action=status': voteStatusEndpoint(services),
      'votes&action=submit': submitVoteEndpoint(services),
    },
    memberData: [votesData],
  } satisfies Feature;
}

/** `votes&action=status`: what the member has said of a track this week [W53]. */
function voteStatusEndpoint(services: Pick<Services, 'db' | 'clock' | 'station'>) {
  const { db } = services;
  return {
    GET: memberMethod(services, {
      query: z.object({ user_id: z.string(), full_title: z.string() }),
      body: nothing,
      reply: voteStatusSchema,
      async run({ query }, member) {
        requireOwnId(member, query.user_id);
        const song = await findSongByTitle(db, query.full_title);
        const week = voteWeek(services);
        const vote = song && (await findVote(db, { userId: member.user.id, songId: song.id, week }));
        return fieldsReply({ has_voted: vote !== null, vote });
      },
    }),
  };
}

/** `votes&action=submit`: once a track and week [W53]. */
function submitVoteEndpoint(services: Pick<Services, 'db' | 'clock' | 'station'>) {
  const { db } = services;
  return {
    POST: memberMethod(services, {
      query: nothing,
      body: voteSchema,
      reply: nothing,
      rights: ownUserId,
      async run({ body }, member) {
        const ballot = { userId: member.user.id, week: voteWeek(services), vote: body.vote };
        const kept = await onSong(
          () => findSongByTitle(db, body.full_title),
          async ({ id }) => {
            await keepVote(db, { ...ballot, songId: id, nowMs: services.clock.nowMs() });
            return doneReply();
          },
        );
        if (kept === null) throw new WireError('track_not_found');
        return kept;
      },
    }),
  };
}

/** For the export; what goes with an account is taken back from the charts that run. */
const votesData: MemberData = {
  name: 'votes',
  async exportOf(db, userId) {
    const rows = await db
      .selectFrom('votes')
      .innerJoin('songs', 'songs.id', 'votes.song_id')
      .select(['songs.full_title', 'votes.vote', 'votes.week', 'votes.voted_ms'])
      .where('votes.user_id', '=', userId)
      .orderBy('votes.voted_ms')
      .orderBy('votes.song_id')
      .execute();
    return rows.map(({ full_title, vote, week, voted_ms }) => ({
      full_title,
      vote,
      week,
      voted_at: new Date(voted_ms).toISOString(),
    }));
  },
  async removeOf(trx, userId) {
    const gone = await trx
      .deleteFrom('votes')
      .where('user_id', '=', userId)
      .returning(['song_id', 'vote', 'voted_ms'])
      .execute();
    const likes = gone
      .filter(({ vote }) => vote === 'like')
      .map(({ song_id, voted_ms }) => ({ songId: song_id, likedMs: voted_ms }));
    await countLikes(trx, likes, -1);
  },
};

interface Ballot {
  readonly userId: string;
  readonly songId: number;
  readonly week: IsoWeek;
}

/** The week that a vote given now belongs to, by the clock of the station. */
function voteWeek(services: { clock: Clock; station(): { timezone: string } }): IsoWeek {
  return isoWeekAt(services.clock.nowMs(), services.station().timezone);
}

/** What the member has said of the song in that week; null for nothing. */
async function findVote(db: Database, { userId, songId, week }: Ballot): Promise<Vote | null> {
  const row = await db
    .selectFrom('votes')
    .select('vote')
    .where('user_id', '=', userId)
    .where('song_id', '=', songId)
    .where('week', '=', week)
    .executeTakeFirst();
  return row?.vote ?? null;
}

/**
 * Keeps a vote and counts it in the charts, both or neither. Of several at once the key of the table lets one through.
 * @throws {WireError} `already_voted`, and `authentication_required` when the account went meanwhile
 */
async function keepVote(
  db: Database,
  { userId, songId, week, vote, nowMs }: Ballot & { vote: Vote; nowMs: number },
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await keepSongs(trx, [songId]);
      await trx
        .insertInto('votes')
        .values({ user_id: userId, song_id: songId, week, vote, voted_ms: nowMs })
        .execute();
      if (vote === 'like') await countLikes(trx, [{ songId, likedMs: nowMs }], 1);
    });
  } catch (cause) {
    if (cause instanceof UniqueViolation) throw new WireError('already_voted', { cause });
    if (cause instanceof ForeignKeyViolation) throw new WireError('authentication_required', { cause });
    throw cause;
  }
}
