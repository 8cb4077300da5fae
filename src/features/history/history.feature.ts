import * as z from 'zod';
import { HISTORY_ROWS, ON_AIR_KEPT_SECONDS, ROWS_MAX } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { limitParameter, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { findStream } from '#src/station/config/station-config.ts';
import { coverAddress } from '#src/station/media-addresses.ts';
import { type PlayedTrack, playedTracksSchema } from './history.wire.ts';

export function historyFeature(services: Services) {
  return { endpoints: { history: historyEndpoint(services) } } satisfies Feature;
}

/** `history` [W22] */
function historyEndpoint(services: Pick<Services, 'db' | 'clock' | 'station' | 'settings'>) {
  return {
    GET: wireMethod({
      query: z.object({
        version: z.string(),
        limit: limitParameter({ standard: HISTORY_ROWS, max: ROWS_MAX }),
      }),
      body: nothing,
      reply: playedTracksSchema,
      keptSeconds: ON_AIR_KEPT_SECONDS,
      async run({ query }) {
        const stream = findStream(services.station(), query.version);
        if (stream === null) throw new WireError('stream_not_found');
        const plays = await findPastPlays(services.db, stream.id, services.clock.nowMs(), query.limit);
        const rows: PlayedTrack[] = plays.map((play) => ({
          titre: play.full_title,
          artist: play.artist,
          title: play.title,
          slug: play.slug,
          pochette: coverAddress(play.slug, services.settings.mediaBaseUrl),
          started_at: new Date(play.started_ms).toISOString(),
          duration: play.duration_ms / 1000,
        }));
        return dataReply(rows);
      },
    }),
  };
}

/** Plays that have begun before `nowMs`, newest first, without the one that still sounds. */
async function findPastPlays(db: Database, streamId: StreamId, nowMs: number, limit: number) {
  const plays = await db
    .selectFrom('plays')
    .innerJoin('songs', 'songs.id', 'plays.song_id')
    .select([
      'songs.full_title',
      'songs.artist',
      'songs.title',
      'songs.slug',
      'plays.started_ms',
      'plays.duration_ms',
    ])
    .where('plays.stream_id', '=', streamId)
    .where('plays.started_ms', '<=', nowMs)
    .orderBy('plays.started_ms', 'desc')
    .limit(limit + 1)
    .execute();
  const [latest] = plays;
  const isOnAir = latest !== undefined && latest.started_ms + latest.duration_ms > nowMs;
  return isOnAir ? plays.slice(1) : plays.slice(0, limit);
}
