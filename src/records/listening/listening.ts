import {
  type ListenersEntry,
  listenersEntrySchema,
  listeningEntrySchema,
} from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Database } from '#src/db/database.ts';
import { laterOf } from '#src/db/engine.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';

/** How much was heard, and the start of the time for which that is known. */
export interface Listened {
  readonly sinceMs: number;
  /** What all listeners heard together. */
  readonly heardMs: number;
}

/**
 * What listeners heard from an instant up to now; null when nothing is recorded since then. What is dated
 * later was written by a clock that ran ahead.
 */
export async function listenedSince(db: Database, fromMs: number, nowMs: number): Promise<Listened | null> {
  const { sinceMs, heardMs } = await db
    .selectFrom('listening')
    .select(({ fn }) => [fn.min('started_ms').as('sinceMs'), fn.sum('heard_ms').as('heardMs')])
    .where('started_ms', '>=', fromMs)
    .where('started_ms', '<=', nowMs)
    .executeTakeFirstOrThrow();
  return sinceMs === null || heardMs === null ? null : { sinceMs: Number(sinceMs), heardMs: Number(heardMs) };
}

/** Takes the journal's lines about what listeners were sent. A line that is already there changes nothing. */
export async function takeListening(trx: Database, lines: readonly string[]): Promise<void> {
  const entries = parseJsonLines(lines, listeningEntrySchema);
  if (entries.length === 0) return;
  await trx
    .insertInto('listening')
    .values(
      entries.map(({ startedMs, bytes, heardMs }) => ({
        started_ms: Math.round(startedMs),
        sent_bytes: Math.round(bytes),
        heard_ms: Math.round(heardMs),
      })),
    )
    .onConflict((conflict) => conflict.column('started_ms').doNothing())
    .execute();
}

/**
 * Takes the journal's lines about how many listened [R176]. Of several lines about one hour the largest figures stay,
 * so that a line which is already there changes nothing.
 */
export async function takeListenerHours(trx: Database, lines: readonly string[]): Promise<void> {
  const entries = parseJsonLines(lines, listenersEntrySchema);
  if (entries.length === 0) return;
  const hours = largest(entries.flatMap(hoursOf), ['peak', 'joins', 'distinct_listeners', 'heard_ms']);
  const days = largest(entries.flatMap(daysOf), ['distinct_listeners']);
  if (hours.length > 0)
    await trx
      .insertInto('listener_hours')
      .values(hours)
      .onConflict((conflict) =>
        conflict.columns(['hour_ms', 'stream_id', 'variant', 'transport', 'part_ms']).doUpdateSet((eb) => ({
          peak: laterOf(eb.ref('excluded.peak'), eb.ref('listener_hours.peak')),
          joins: laterOf(eb.ref('excluded.joins'), eb.ref('listener_hours.joins')),
          distinct_listeners: laterOf(
            eb.ref('excluded.distinct_listeners'),
            eb.ref('listener_hours.distinct_listeners'),
          ),
          heard_ms: laterOf(eb.ref('excluded.heard_ms'), eb.ref('listener_hours.heard_ms')),
        })),
      )
      .execute();
  if (days.length > 0)
    await trx
      .insertInto('listener_days')
      .values(days)
      .onConflict((conflict) =>
        conflict.columns(['day', 'stream_id', 'since_ms']).doUpdateSet((eb) => ({
          distinct_listeners: laterOf(
            eb.ref('excluded.distinct_listeners'),
            eb.ref('listener_days.distinct_listeners'),
          ),
        })),
      )
      .execute();
}

function hoursOf({ hourMs, startedMs, counts }: ListenersEntry) {
  return counts.map(
    ({ streamId = '' as const, variant = '' as const, transport = '' as const, ...figures }) => ({
      hour_ms: Math.round(hourMs),
      stream_id: streamId,
      variant,
      transport,
      part_ms: Math.round(startedMs),
      peak: figures.peak,
      joins: figures.joins,
      distinct_listeners: figures.distinct,
      heard_ms: Math.round(figures.heardMs),
    }),
  );
}

function daysOf({ day: { day, sinceMs, counts } }: ListenersEntry) {
  return counts.map(({ streamId = '' as const, distinct }) => ({
    day,
    stream_id: streamId,
    since_ms: Math.round(sinceMs),
    distinct_listeners: distinct,
  }));
}

/** One row of each key, with the largest of its figures: PostgreSQL takes no key twice in a statement. */
function largest<Row extends Record<Figure, number>, Figure extends string>(
  rows: readonly Row[],
  figures: readonly Figure[],
): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const isFigure = (name: string) => figures.some((figure) => figure === name);
    const key = JSON.stringify(Object.entries(row).filter(([name]) => !isFigure(name)));
    const before = byKey.get(key);
    const raised = Object.fromEntries(
      figures.map((figure) => [figure, Math.max(row[figure], before?.[figure] ?? 0)]),
    );
    byKey.set(key, { ...row, ...raised });
  }
  return [...byKey.values()];
}
