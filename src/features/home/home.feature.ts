import * as z from 'zod';
import { LATEST_TRACKS_COUNT, LIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { arrayReply } from '#src/platform/wire/wire-reply.ts';
import { CHART_AHEAD_MS } from '#src/records/charts/chart-weeks.ts';
import { findStream } from '#src/station/config/station-config.ts';
import { coverAddress } from '#src/station/media-addresses.ts';
import { type LatestTrack, latestTracksSchema } from './latest-tracks.wire.ts';

export function homeFeature(services: Services) {
  return { endpoints: { 'latest-tracks': latestTracksEndpoint(services) } } satisfies Feature;
}

/** `latest-tracks` [W23] */
function latestTracksEndpoint(services: Pick<Services, 'db' | 'station' | 'settings' | 'clock'>) {
  return {
    GET: wireMethod({
      query: z.object({ version: z.string() }),
      body: nothing,
      reply: latestTracksSchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run({ query }) {
        const stream = findStream(services.station(), query.version);
        if (stream === null) throw new WireError('stream_not_found');
        const songs = await findLatestSongs(services.db, stream.id, services.clock.nowMs() + CHART_AHEAD_MS);
        const rows: LatestTrack[] = songs.map(({ full_title, artist, title, slug }, index) => ({
          idx: index + 1,
          fullTitle: full_title,
          artist,
          titre: title,
          coverImage: coverAddress(slug, services.settings.mediaBaseUrl),
          slug,
        }));
        return arrayReply(rows);
      },
    }),
  };
}

/** A stream's tracks by first play, latest first; those still unplayed fill up a young stream's list, last added first. */
async function findLatestSongs(db: Database, streamId: StreamId, untilMs: number) {
  const onStream = db
    .selectFrom('stream_songs')
    .innerJoin('songs', 'songs.id', 'stream_songs.song_id')
    .select(['songs.full_title', 'songs.artist', 'songs.title', 'songs.slug'])
    .where('stream_songs.stream_id', '=', streamId);
  const played = await onStream
    .where('stream_songs.first_played_ms', '<', untilMs)
    .orderBy('stream_songs.first_played_ms', 'desc')
    .limit(LATEST_TRACKS_COUNT)
    .execute();
  if (played.length === LATEST_TRACKS_COUNT) return played;
  const waiting = await onStream
    .where(({ eb, or }) =>
      or([eb('stream_songs.first_played_ms', 'is', null), eb('stream_songs.first_played_ms', '>=', untilMs)]),
    )
    .orderBy('stream_songs.added_ms', 'desc')
    .limit(LATEST_TRACKS_COUNT - played.length)
    .execute();
  return [...played, ...waiting];
}
