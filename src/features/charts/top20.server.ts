import * as z from 'zod';
import { DOCUMENT_KEPT_SECONDS, LIST_KEPT_SECONDS, TOP_COUNT } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import type { ChartScope } from '#src/db/schema/charts-tables.ts';
import type { Services } from '#src/features/services.server.ts';
import { type IsoWeek, isoWeekAt, isoWeekPlus, parseIsoWeek } from '#src/platform/time-zone/iso-week.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { hasMedia, listedTrack, SONG_COLUMNS, type SongColumns } from '#src/records/songs/listed-track.ts';
import { findStream, type StationConfig } from '#src/station/config/station-config.ts';
import { type ChartRow, type ChartRule, chartSchema, chartWeeksSchema } from './top20.wire.ts';

type ChartServices = Pick<Services, 'db' | 'clock' | 'station' | 'settings'>;

const week = z.string().refine((text) => parseIsoWeek(text) !== null);

/** `top20` [W26]; with `week` the chart that was kept for that week. */
export function top20Endpoint(services: ChartServices) {
  const { db, settings } = services;
  return {
    GET: wireMethod({
      query: z.object({ version: z.string().optional(), week: week.optional() }),
      body: nothing,
      reply: chartSchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run({ query }) {
        const scope = scopeOf(services.station(), query.version);
        const songs =
          query.week === undefined
            ? await findRunningChart(db, scope)
            : await findKeptChart(db, scope, query.week);
        const previous = await findRanksBefore(db, scope, weeksBefore(services, query.week));
        const rules = rulesOf(songs);
        const rows = songs.map((song, index): ChartRow => {
          const { plays, likes, song_id } = song;
          return {
            ...listedTrack(song, settings.mediaBaseUrl),
            nbdiff: plays,
            rank: index + 1,
            previous_rank: previous.get(song_id) ?? null,
            why: { plays, likes, rule: rules[index] ?? 'plays' },
          };
        });
        return dataReply(rows);
      },
    }),
  };
}

/** `chart-weeks`: the names of all weeks whose charts are kept, newest first. */
export function chartWeeksEndpoint({ db }: ChartServices) {
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      reply: chartWeeksSchema,
      keptSeconds: DOCUMENT_KEPT_SECONDS,
      async run() {
        const rows = await db.selectFrom('chart_weeks').select('week').orderBy('week', 'desc').execute();
        return dataReply(rows.map(({ week: name }) => name));
      },
    }),
  };
}

/** The rule that put each row below the one above it, and the first row above the second. */
export function rulesOf(rows: readonly { readonly plays: number; readonly likes: number }[]): ChartRule[] {
  return rows.map((row, index) => {
    const other = rows[index === 0 ? 1 : index - 1];
    if (other === undefined || other.plays !== row.plays) return 'plays';
    return other.likes === row.likes ? 'title' : 'likes';
  });
}

function scopeOf(station: StationConfig, version: string | undefined): ChartScope {
  if (version === undefined) return 'all';
  const stream = findStream(station, version);
  if (stream === null) throw new WireError('stream_not_found');
  return stream.id;
}

type ChartSong = SongColumns & { song_id: number; plays: number; likes: number };

async function findRunningChart(db: Database, scope: ChartScope): Promise<ChartSong[]> {
  return db
    .selectFrom('chart_counts')
    .innerJoin('songs', 'songs.id', 'chart_counts.song_id')
    .select([...SONG_COLUMNS, 'chart_counts.song_id', 'chart_counts.plays', 'chart_counts.likes', hasMedia])
    .where('chart_counts.scope', '=', scope)
    .where('chart_counts.plays', '>', 0)
    .orderBy('chart_counts.plays', 'desc')
    .orderBy('chart_counts.likes', 'desc')
    .orderBy('chart_counts.folded')
    .limit(TOP_COUNT)
    .execute();
}

async function findKeptChart(db: Database, scope: ChartScope, name: IsoWeek): Promise<ChartSong[]> {
  const kept = await db.selectFrom('chart_weeks').select('week').where('week', '=', name).executeTakeFirst();
  if (kept === undefined) throw new WireError('chart_not_found');
  const entries = await db
    .selectFrom('chart_entries')
    .innerJoin('songs', 'songs.id', 'chart_entries.song_id')
    .select([
      ...SONG_COLUMNS,
      'chart_entries.song_id',
      'chart_entries.plays',
      'chart_entries.likes',
      hasMedia,
    ])
    .where('chart_entries.week', '=', name)
    .where('chart_entries.scope', '=', scope)
    .orderBy('chart_entries.rank')
    .execute();
  // Two songs that have become one since keep the higher of their ranks.
  return entries.filter(({ song_id }, at) => entries.findIndex((entry) => entry.song_id === song_id) === at);
}

/**
 * The weeks of which one is the week before the chart of `name`, or before the running one when undefined: before that
 * one it is the last but one, too, while the last one waits to be kept [R31].
 */
function weeksBefore({ clock, station }: ChartServices, name: IsoWeek | undefined): IsoWeek[] {
  if (name !== undefined) return [isoWeekPlus(name, -1)];
  const running = isoWeekAt(clock.nowMs(), station().timezone);
  return [isoWeekPlus(running, -1), isoWeekPlus(running, -2)];
}

/** Ranks by song, as its page shows them, in the last chart that was kept of these weeks. */
async function findRanksBefore(
  db: Database,
  scope: ChartScope,
  weeks: readonly IsoWeek[],
): Promise<Map<number, number>> {
  const last = db
    .selectFrom('chart_weeks')
    .select(({ fn }) => fn.max('week').as('week'))
    .where('week', 'in', weeks);
  const rows = await db
    .selectFrom('chart_entries')
    .select('song_id')
    .where('week', '=', last)
    .where('scope', '=', scope)
    .orderBy('rank')
    .execute();
  // Below two songs that have become one since, each has moved up.
  const songIds = [...new Set(rows.map(({ song_id }) => song_id))];
  return new Map(songIds.map((songId, index) => [songId, index + 1]));
}
