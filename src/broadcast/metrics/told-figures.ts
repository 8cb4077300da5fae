import type { QueryFigures } from '#src/broadcast/supervision/web-process.wire.ts';
import type { LastBackup } from '#src/platform/last-backup/last-backup.ts';

/** A figure, and how it is read at a scrape. */
export interface Metric {
  name: `onde_${string}`;
  help: string;
  labels: readonly string[];
  read(): Iterable<readonly [labels: Record<string, string>, value: number]>;
}

/** No sample where there is nothing to tell: a figure without labels would be 0. */
export function backupGauges(last: () => LastBackup | null): Metric[] {
  const told = (value: (last: LastBackup) => number | null): Pick<Metric, 'labels' | 'read'> => ({
    labels: ['schedule'],
    read() {
      const known = last();
      const figure = known && value(known);
      return figure === null ? [] : [[{ schedule: 'nightly' }, figure] as const];
    },
  });
  return [
    {
      name: 'onde_backup_well',
      help: '1 when the last nightly backup was proved, 0 when it failed; none where none are made',
      ...told(({ triedMs, failing }) => (triedMs === null ? null : Number(failing === null))),
    },
    {
      name: 'onde_backup_proved_timestamp_seconds',
      help: 'When the newest backup was made that is proved, in seconds of Unix time',
      ...told(({ proved }) => proved && Math.round(proved.atMs / 1000)),
    },
    {
      name: 'onde_backup_bytes',
      help: 'Size of the newest proved backup',
      ...told(({ proved }) => proved?.bytes ?? null),
    },
    {
      name: 'onde_backup_seconds',
      help: 'How long it took to make and to prove it',
      ...told(({ proved }) => proved?.seconds ?? null),
    },
  ];
}

/** Of the web process that serves now: they begin anew with it. */
export function databaseCounters(queries: () => QueryFigures | null): Metric[] {
  const told = (read: (figures: QueryFigures) => number) => ({
    labels: [],
    read: () => [queries()].flatMap((figures) => (figures === null ? [] : [[{}, read(figures)] as const])),
  });
  return [
    {
      name: 'onde_database_queries_total',
      help: 'Queries that the web process has made',
      ...told(({ count }) => count),
    },
    {
      name: 'onde_database_query_seconds_total',
      help: 'How long it waited for their answers, all together',
      ...told(({ tookMs }) => tookMs / 1000),
    },
    {
      name: 'onde_database_slow_queries_total',
      help: 'Queries that took 250 ms or more: the log has their statements',
      ...told(({ slow }) => slow),
    },
  ];
}
