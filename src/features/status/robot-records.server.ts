import { DAY_MS, HOUR_MS } from '#src/contract/durations.ts';
import { CLOCKS_DIFFER_MS, STATUS_DAYS, STATUS_HOURS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { type Finding, isMinor } from '#src/robots/finding.wire.ts';
import type { Stretch } from './status.wire.ts';

/** What is wrong, or was; `streamId` and `robot` are '' where the robots themselves did not listen [R183]. */
export interface RecordedTrouble {
  readonly streamId: StreamId | '';
  readonly robot: string;
  readonly problem: string;
  /** What was found, for the operator. */
  readonly detail: string;
  readonly sinceMs: number;
  /** Null while it lasts. */
  readonly untilMs: number | null;
}

/**
 * Writes down what a robot found.
 * @param day the station's day of the finding
 */
export async function recordFinding(db: Database, finding: Finding, day: string): Promise<void> {
  const { streamId: stream_id, robot, problems } = finding;
  const at_ms = Math.round(finding.atMs);
  const problem = problems[0] ?? null;
  const troubled = problem === null || isMinor(problem) ? 0 : 1;
  const count = { stream_id, findings: 1, troubled };
  await db
    .insertInto('robot_findings')
    .values({ stream_id, robot, at_ms, problem })
    .onConflict((conflict) => conflict.columns(['stream_id', 'robot']).doUpdateSet({ at_ms, problem }))
    .execute();
  await db
    .insertInto('robot_hours')
    .values({ hour_ms: Math.floor(at_ms / HOUR_MS) * HOUR_MS, ...count })
    .onConflict((conflict) =>
      conflict.columns(['hour_ms', 'stream_id']).doUpdateSet((eb) => ({
        findings: eb('robot_hours.findings', '+', 1),
        troubled: eb('robot_hours.troubled', '+', troubled),
      })),
    )
    .execute();
  await db
    .insertInto('robot_days')
    .values({ day, ...count })
    .onConflict((conflict) =>
      conflict.columns(['day', 'stream_id']).doUpdateSet((eb) => ({
        findings: eb('robot_days.findings', '+', 1),
        troubled: eb('robot_days.troubled', '+', troubled),
      })),
    )
    .execute();
}

/** When a robot listened last, by a clock that does not run ahead; null before the first time. */
export async function lastFindingMs(db: Database, nowMs: number): Promise<number | null> {
  const { at } = await db
    .selectFrom('robot_findings')
    .select(({ fn }) => fn.max('at_ms').as('at'))
    .where('at_ms', '<=', nowMs + CLOCKS_DIFFER_MS)
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}

export async function recordTrouble(db: Database, trouble: RecordedTrouble): Promise<void> {
  const { streamId, robot, problem, detail, sinceMs, untilMs } = trouble;
  await db
    .insertInto('troubles')
    .values({
      stream_id: streamId,
      robot,
      problem,
      detail,
      since_ms: Math.round(sinceMs),
      until_ms: untilMs === null ? null : Math.round(untilMs),
      told_ms: null,
      end_told_ms: null,
    })
    .execute();
}

/** What is wrong on a stream as a robot hears it is over. */
export async function endTrouble(
  db: Database,
  { streamId, robot, untilMs }: Pick<RecordedTrouble, 'streamId' | 'robot'> & { untilMs: number },
): Promise<void> {
  await db
    .updateTable('troubles')
    .set({ until_ms: Math.round(untilMs) })
    .where('stream_id', '=', streamId)
    .where('robot', '=', robot)
    .where('until_ms', 'is', null)
    .execute();
}

/** What lasts, the longest first. */
export async function lastingTroubles(db: Database): Promise<RecordedTrouble[]> {
  const rows = await db
    .selectFrom('troubles')
    .selectAll()
    .where('until_ms', 'is', null)
    .orderBy('since_ms')
    .orderBy('id')
    .execute();
  return rows.map(({ stream_id, robot, problem, detail, since_ms, until_ms }) => ({
    streamId: stream_id,
    robot,
    problem,
    detail,
    sinceMs: since_ms,
    untilMs: until_ms,
  }));
}

/** Deletes what `/status` does not tell any more. */
export async function sweepRobotRecords(db: Database, nowMs: number): Promise<void> {
  const beforeMs = nowMs - (STATUS_DAYS + 2) * DAY_MS;
  await db
    .deleteFrom('robot_hours')
    .where('hour_ms', '<', nowMs - 2 * STATUS_HOURS * HOUR_MS)
    .execute();
  await db
    .deleteFrom('robot_days')
    .where('day', '<', new Date(beforeMs).toISOString().slice(0, 10))
    .execute();
  await db.deleteFrom('troubles').where('until_ms', '<', beforeMs).execute();
}

/** How a stretch of time was, by how often robots listened in it and how often they heard trouble. */
export function stretchOf(count: { findings: number; troubled: number } | undefined): Stretch {
  if (count === undefined || count.findings === 0) return 'unknown';
  if (count.troubled === 0) return 'well';
  return count.troubled < count.findings ? 'partly' : 'troubled';
}
