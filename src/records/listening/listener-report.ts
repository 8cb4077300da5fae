import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';

/** Figures of listeners over some time. Of an hour that several processes counted, they are put together [R176]. */
export interface ListenerCount {
  /** The most at once. */
  readonly peak: number;
  readonly joins: number;
  /** How long the sound lasts that they were sent. */
  readonly heardMs: number;
}

export interface ListenerReport {
  /** All streams together, oldest hour first; hours in which nobody was there are left out. */
  readonly hours: readonly (ListenerCount & { hourMs: number; distinct: number })[];
  /** In no order; streams that nobody heard are left out. */
  readonly streams: readonly (ListenerCount & { streamId: StreamId })[];
  readonly ways: readonly (Omit<ListenerCount, 'peak'> & {
    variant: 'guest' | 'member';
    transport: 'progressive' | 'hls';
  })[];
  /** Different listeners of a day, oldest first. */
  readonly days: readonly { day: string; distinct: number }[];
}

/**
 * How many listened in the hours from `fromMs` up to `nowMs`; hours of a clock that had run ahead are left out [R176].
 * @param fromDay the first day whose different listeners are told, `YYYY-MM-DD` by the station's clock
 * @param today the last one
 */
export async function reportListeners(
  db: Database,
  { fromMs, nowMs, fromDay, today }: { fromMs: number; nowMs: number; fromDay: string; today: string },
): Promise<ListenerReport> {
  const inTime = db
    .selectFrom('listener_hours')
    .select(({ fn }) => [
      fn.max('peak').as('peak'),
      fn.sum('joins').as('joins'),
      fn.sum('heard_ms').as('heardMs'),
      fn.max('distinct_listeners').as('distinct'),
    ])
    .where('hour_ms', '>=', fromMs)
    .where('hour_ms', '<=', nowMs);
  const [hours, streams, ways, days] = await Promise.all([
    inTime.where('stream_id', '=', '').select('hour_ms').groupBy('hour_ms').orderBy('hour_ms').execute(),
    inTime.where('variant', '=', '').select('stream_id').groupBy('stream_id').execute(),
    inTime
      .where('variant', '!=', '')
      .select(['variant', 'transport'])
      .groupBy(['variant', 'transport'])
      .execute(),
    db
      .selectFrom('listener_days')
      .select(({ fn }) => ['day', fn.max('distinct_listeners').as('distinct')])
      .where('stream_id', '=', '')
      .where('day', '>=', fromDay)
      .where('day', '<=', today)
      .groupBy('day')
      .orderBy('day')
      .execute(),
  ]);
  return {
    hours: hours.map(({ hour_ms: hourMs, ...row }) => ({
      hourMs,
      ...countOf(row),
      distinct: Number(row.distinct),
    })),
    streams: streams.flatMap(({ stream_id: streamId, ...row }) =>
      streamId === '' ? [] : [{ streamId, ...countOf(row) }],
    ),
    ways: ways.flatMap(({ variant, transport, joins, heardMs }) =>
      variant === '' || transport === ''
        ? []
        : [{ variant, transport, joins: Number(joins), heardMs: Number(heardMs) }],
    ),
    days: days.map(({ day, distinct }) => ({ day, distinct: Number(distinct) })),
  };
}

/** PostgreSQL gives sums as text. */
function countOf(row: Record<'peak' | 'joins' | 'heardMs', number | string | bigint | null>): ListenerCount {
  return { peak: Number(row.peak), joins: Number(row.joins), heardMs: Number(row.heardMs) };
}
