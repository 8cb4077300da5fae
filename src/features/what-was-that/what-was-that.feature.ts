import { sql } from 'kysely';
import * as z from 'zod';
import { LIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { readInstant, writeInstant } from '#src/page/address/moment-address.ts';
import { formatClock, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import {
  type FoundSongPlay,
  findMoment,
  findPlaysAround,
  isOnAir,
  type SongPlay,
  selectPlays,
} from '#src/records/plays/find-plays.ts';
import { listedTrack } from '#src/records/songs/listed-track.ts';
import { findStream } from '#src/station/config/station-config.ts';
import { type MomentPlay, momentSchema } from './moment/moment.wire.ts';
import { parseSearch } from './search-window.ts';
import { type FoundPlay, foundPlaysSchema } from './what-was-that.wire.ts';

export function whatWasThatFeature(services: Services) {
  return {
    endpoints: { moment: momentEndpoint(services), 'what-was-that': whatWasThatEndpoint(services) },
  } satisfies Feature;
}

/** `what-was-that` [W29] */
function whatWasThatEndpoint(services: Pick<Services, 'db' | 'clock' | 'station' | 'settings'>) {
  const { db, clock, settings } = services;
  return {
    GET: wireMethod({
      query: z.object({ datetime: z.string(), version: z.string().optional() }),
      body: nothing,
      reply: foundPlaysSchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run({ query }) {
        const { streams, timezone } = services.station();
        const stream = query.version === undefined ? null : findStream(services.station(), query.version);
        if (stream === null && query.version !== undefined) throw new WireError('stream_not_found');
        const nowMs = clock.nowMs();
        const instantMs = searchedInstant(query.datetime, nowMs, timezone);
        const around =
          stream === null
            ? await findOnAir(db, instantMs, nowMs)
            : await findPlaysAround(db, stream.id, instantMs, nowMs);
        // What is still to come today is unknown, but for the piece on air.
        const found = instantMs <= nowMs || around.some(({ onAir }) => onAir) ? around : [];
        const rows = found.map(({ play, onAir }): FoundPlay => {
          const { stream_id, started_ms, duration_ms } = play;
          return {
            ...listedTrack(play, settings.mediaBaseUrl),
            heures: formatClock(wallTimeAt(started_ms, timezone)),
            version: streams.find(({ id }) => id === stream_id)?.version ?? stream_id,
            started_at: new Date(started_ms).toISOString(),
            duration: duration_ms / 1000,
            on_air: onAir,
          };
        });
        return dataReply(rows);
      },
    }),
  };
}

function searchedInstant(datetime: string, nowMs: number, timezone: string): number {
  const searched = parseSearch(datetime, nowMs, timezone);
  if ('instantMs' in searched) return searched.instantMs;
  if (searched.fault === 'not-a-date')
    throw new WireError('invalid_parameter', { values: { name: 'datetime' } });
  throw new WireError('date_outside_window', { fields: { datetime: 'invalid' } });
}

/** The play on air on each stream. */
async function findOnAir(db: Database, instantMs: number, nowMs: number): Promise<FoundSongPlay[]> {
  const latestMs = Math.min(instantMs, nowMs);
  const streams = sql.join(STREAM_IDS.map((id) => sql`(${sql.lit(id)})`));
  const latest = sql<boolean>`(plays.stream_id, plays.started_ms) in (
    select column1, (select max(started_ms) from plays where stream_id = column1 and started_ms <= ${latestMs})
    from (values ${streams}) as streams)`;
  const plays: SongPlay[] = await selectPlays(db).where(latest).orderBy('plays.started_ms').execute();
  return plays.filter((play) => isOnAir(play, instantMs)).map((play) => ({ play, onAir: true }));
}

/** `moment` [W103]: what a stream played at an instant, however long ago. */
function momentEndpoint(services: Pick<Services, 'db' | 'clock' | 'station' | 'settings'>) {
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
