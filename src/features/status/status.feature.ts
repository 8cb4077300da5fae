import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { ROBOTS_SILENT_MS, STATUS_DAYS, STATUS_HOURS, STATUS_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { alertRecipient } from '#src/features/alerts/alert-mail.server.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { type LastBackup, newestProvedMs } from '#src/platform/last-backup/last-backup.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { dataReply, isoTime } from '#src/platform/wire/wire-reply.ts';
import { isMinor, problemSchema, robotSchema } from '#src/robots/finding.wire.ts';
import { readIcecastStatus } from './icecast-status.server.ts';
import {
  lastFindingMs,
  lastingTroubles,
  type RecordedTrouble,
  stretchOf,
  sweepRobotRecords,
} from './robot-records.server.ts';
import { RobotReports } from './robot-reports.server.ts';
import { type Status, type StreamStatus, statusSchema, type WireTrouble } from './status.wire.ts';
import { TROUBLE_KIND, troubleMailComposer } from './trouble-mail.server.ts';

export function statusFeature(services: Services) {
  const recipient = () => alertRecipient(services);
  return {
    endpoints: { status: statusEndpoint(services) },
    mails: { [TROUBLE_KIND]: troubleMailComposer({ ...services, recipient }) },
    sweeps: [{ what: 'what robots heard', run: (nowMs: number) => sweepRobotRecords(services.db, nowMs) }],
    /** Takes what the robots hear. */
    reports: new RobotReports({ ...services, recipient }),
  } satisfies Feature & { reports: RobotReports };
}

/** `status` [W167] */
function statusEndpoint({
  db,
  clock,
  station,
  folder,
  lastBackup,
}: Pick<Services, 'db' | 'clock' | 'station' | 'folder' | 'lastBackup'>) {
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      reply: statusSchema,
      keptSeconds: STATUS_KEPT_SECONDS,
      async run() {
        const nowMs = clock.nowMs();
        const { streams, timezone } = station();
        const checkedMs = await lastFindingMs(db, nowMs);
        const isWatched = checkedMs !== null && nowMs - checkedMs < ROBOTS_SILENT_MS;
        const [stretches, heard, troubles, backup, icecast] = await Promise.all([
          readStretches(db, nowMs, timezone),
          db.selectFrom('robot_findings').select('stream_id').distinct().execute(),
          lastingTroubles(db),
          lastBackup(),
          // Written by the clock of this machine, which that of the database may differ from.
          readIcecastStatus(folder.toldIcecast, systemClock.nowMs()),
        ]);
        const isKnown = new Set(heard.map(({ stream_id }) => stream_id));
        return dataReply({
          now: new Date(nowMs).toISOString(),
          checked_at: isoTime(checkedMs),
          watched: isWatched,
          backup: backupStatus(backup),
          icecast,
          streams: streams.map(({ id, version, name }) => {
            const own = troubles
              .filter(({ streamId }) => streamId === id)
              .flatMap((trouble) => wireTrouble(trouble, nowMs));
            return {
              id,
              version,
              name,
              state: isWatched && isKnown.has(id) ? stateOf(own) : 'unknown',
              troubles: own,
              ...stretches(id),
            };
          }),
        });
      },
    }),
  };
}

/** [W175] */
function backupStatus(last: LastBackup | null): Status['backup'] {
  if (last === null) return null;
  // Written by the clock of this machine, as what Icecast tells is.
  const provedMs = newestProvedMs(last, systemClock.nowMs());
  return {
    state: last.failing === null ? 'proved' : 'failing',
    proved_at: provedMs === null ? null : new Date(provedMs).toISOString(),
  };
}

function stateOf(troubles: readonly WireTrouble[]): StreamStatus['state'] {
  if (troubles.length === 0) return 'well';
  return troubles.every(({ problem }) => isMinor(problem)) ? 'minor' : 'troubled';
}

/** Reads how hours and days were; gives those of a stream. */
async function readStretches(db: Database, nowMs: number, timezone: string) {
  const thisHourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const hourOf = (at: number) => thisHourMs - (STATUS_HOURS - 1 - at) * HOUR_MS;
  const days = daysBefore(nowMs, timezone);
  const [hours, ofDays] = await Promise.all([
    db.selectFrom('robot_hours').selectAll().where('hour_ms', '>=', hourOf(0)).execute(),
    db
      .selectFrom('robot_days')
      .selectAll()
      .where('day', '>=', days[0] ?? '')
      .execute(),
  ]);
  const byHour = new Map(hours.map((row) => [`${row.hour_ms} ${row.stream_id}`, row]));
  const byDay = new Map(ofDays.map((row) => [`${row.day} ${row.stream_id}`, row]));
  return (streamId: string) => ({
    hours: Array.from({ length: STATUS_HOURS }, (_, at) =>
      stretchOf(byHour.get(`${hourOf(at)} ${streamId}`)),
    ),
    days: days.map((day) => stretchOf(byDay.get(`${day} ${streamId}`))),
  });
}

/** The station's days up to today. Noon is the same day wherever a clock is set forward or back. */
function daysBefore(nowMs: number, timezone: string): string[] {
  const noonMs = Date.parse(`${dayAt(nowMs, timezone)}T12:00:00Z`);
  return Array.from({ length: STATUS_DAYS }, (_, at) =>
    new Date(noonMs - (STATUS_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** None where an earlier version wrote what this one does not know. */
function wireTrouble({ problem, robot, sinceMs }: RecordedTrouble, nowMs: number): WireTrouble[] {
  const known = { problem: problemSchema.safeParse(problem), robot: robotSchema.safeParse(robot) };
  if (!known.problem.success || !known.robot.success) return [];
  // To the minute: robots listen once in one. A clock that was set back since has dated it ahead.
  const since = new Date(Math.floor(Math.min(sinceMs, nowMs) / MINUTE_MS) * MINUTE_MS).toISOString();
  return [{ problem: known.problem.data, robot: known.robot.data, since }];
}
