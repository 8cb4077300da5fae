import * as z from 'zod';
import type { Services } from '#src/features/services.server.ts';
import { memberMethod } from '#src/members/session/member-method.server.ts';
import { requireOwnId } from '#src/members/session/session.server.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { doneReply, fieldsReply } from '#src/platform/wire/wire-reply.ts';
import { findSongByTitle, onSong } from '#src/records/songs/find-song.ts';
import { castVote, findVote, voteWeek } from './cast-votes.server.ts';
import { voteSchema, voteStatusSchema } from './votes.wire.ts';

/** `votes&action=status`: what the member has said of a track this week [W53]. */
export function voteStatusEndpoint(services: Pick<Services, 'db' | 'clock' | 'station'>) {
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
export function submitVoteEndpoint(services: Pick<Services, 'db' | 'clock' | 'station'>) {
  const { db } = services;
  return {
    POST: memberMethod(services, {
      query: nothing,
      body: voteSchema,
      reply: nothing,
      async run({ body }, member) {
        requireOwnId(member, body.user_id);
        const ballot = { userId: member.user.id, week: voteWeek(services), vote: body.vote };
        const cast = await onSong(
          () => findSongByTitle(db, body.full_title),
          async ({ id }) => {
            await castVote(db, { ...ballot, songId: id, nowMs: services.clock.nowMs() });
            return doneReply();
          },
        );
        if (cast === null) throw new WireError('track_not_found');
        return cast;
      },
    }),
  };
}
