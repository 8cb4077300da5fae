import * as z from 'zod';
import { LIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { Services } from '#src/features/services.server.ts';
import { readInstant, writeInstant } from '#src/page/address/moment-address.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { findMoment, type SongPlay } from '#src/records/plays/find-plays.ts';
import { listedTrack } from '#src/records/songs/listed-track.ts';
import { findStream } from '#src/station/config/station-config.ts';
import { type MomentPlay, momentSchema } from './moment.wire.ts';

/** `moment` [W103]: what a stream played at an instant, however long ago. */
export function momentEndpoint(services: Pick<Services, 'db' | 'clock' | 'station' | 'settings'>) {
  const { db, clock, settings } = services;
  const row = (play: SongPlay | null): MomentPlay | null =>
    play && {
      ...listedTrack(play, settings.mediaBaseUrl),
      started_at: new Date(play.started_ms).toISOString(),
      duration: play.duration_ms / 1000,
    };
  return {
    GET: wireMethod({
      query: z.object({ at: z.string(), version: z.string() }),
      body: nothing,
      reply: momentSchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run({ query }) {
        const stream = findStream(services.station(), query.version);
        if (stream === null) throw new WireError('stream_not_found');
        const instantMs = readInstant(query.at);
        if (instantMs === null) throw new WireError('invalid_parameter', { values: { name: 'at' } });
        const moment = await findMoment(db, { streamId: stream.id, instantMs }, clock.nowMs());
        if (moment === null) throw new WireError('moment_not_found');
        const { now, before, after } = moment;
        return dataReply({
          at: writeInstant(instantMs),
          version: stream.version,
          now: row(now),
          before: row(before),
          after: row(after),
        });
      },
    }),
  };
}
