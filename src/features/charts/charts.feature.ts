import * as z from 'zod';
import { LIST_KEPT_SECONDS, TOP_COUNT } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { CHART_AHEAD_MS } from '#src/records/charts/chart-weeks.ts';
import { hasMedia, listedTrack, SONG_COLUMNS, type SongColumns } from '#src/records/songs/listed-track.ts';
import { findStream, type StationConfig } from '#src/station/config/station-config.ts';
import { type LatestAddition, latestAdditionsSchema } from './latest-additions.wire.ts';
import { chartWeeksEndpoint, top20Endpoint } from './top20.server.ts';

export function chartsFeature(services: Services) {
  return {
    endpoints: {
      'chart-weeks': chartWeeksEndpoint(services),
      'latest-additions': latestAdditionsEndpoint(services),
      top20: top20Endpoint(services),
    },
  } satisfies Feature;
}

/** `latest-additions` [W28] */
function latestAdditionsEndpoint(services: Pick<Services, 'db' | 'station' | 'settings' | 'clock'>) {
  return {
    GET: wireMethod({
      query: z.object({ version: z.string().optional() }),
      body: nothing,
      reply: latestAdditionsSchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run({ query }) {
        const { db, station, clock } = services;
        const untilMs = clock.nowMs() + CHART_AHEAD_MS;
        const songs = await findAdditions(db, station(), query.version, untilMs);
        const rows = songs.flatMap((song): LatestAddition[] =>
          song.first_played_ms === null
            ? []
            : [
                {
                  ...listedTrack(song, services.settings.mediaBaseUrl),
                  first: new Date(song.first_played_ms).toISOString(),
                },
              ],
        );
        return dataReply(rows);
      },
    }),
  };
}

type PlayedSong = SongColumns & { first_played_ms: number | null };

function findAdditions(
  db: Database,
  station: StationConfig,
  version: string | undefined,
  untilMs: number,
): Promise<PlayedSong[]> {
  if (version === undefined) return findLatest(db, untilMs);
  const stream = findStream(station, version);
  if (stream === null) throw new WireError('stream_not_found');
  return findLatestOn(db, stream.id, untilMs);
}

async function findLatest(db: Database, untilMs: number): Promise<PlayedSong[]> {
  return db
    .selectFrom('songs')
    .select([...SONG_COLUMNS, 'songs.first_played_ms', hasMedia])
    .where('songs.first_played_ms', '<', untilMs)
    .orderBy('songs.first_played_ms', 'desc')
    .limit(TOP_COUNT)
    .execute();
}

async function findLatestOn(db: Database, streamId: StreamId, untilMs: number): Promise<PlayedSong[]> {
  return db
    .selectFrom('stream_songs')
    .innerJoin('songs', 'songs.id', 'stream_songs.song_id')
    .select([...SONG_COLUMNS, 'stream_songs.first_played_ms', hasMedia])
    .where('stream_songs.stream_id', '=', streamId)
    .where('stream_songs.first_played_ms', '<', untilMs)
    .orderBy('stream_songs.first_played_ms', 'desc')
    .limit(TOP_COUNT)
    .execute();
}
