import type { Command } from 'commander';
import type { Place } from '#src/broadcast/figures/listener-figures.ts';
import { type AtIcecast, requestIcecast, requestListeners } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket } from '#src/broadcast/supervision/socket-folder.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { type ListenerReport, reportListeners } from '#src/records/listening/listener-report.ts';
import {
  checkStationText,
  readStationConfig,
  STATION_FILE,
} from '#src/station/config/read-station-config.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { LastGoodFiles } from '#src/station/last-good-files.ts';
import { openStationDatabase } from './open-station-database.ts';
import { daysUpTo } from './read-days.ts';
import { barChart } from './terminal/bar-chart.ts';
import { barsByDay, barsByHour, inHours, statsFromMs } from './terminal/listener-bars.ts';

const DAYS_MAX = 366;

type Present = Place & { listeners: number };

interface Figures extends ListenerReport {
  /** Who listens at this moment; null where that cannot be known. */
  now: readonly Present[] | null;
  /** Why it cannot. */
  unknown: string | null;
  /** The mounts at Icecast; none without one, and where that cannot be known. */
  icecast: AtIcecast;
  timezone: string;
  fromMs: number;
  nowMs: number;
}

/** `onde stats`: how many listen and listened, by hour or day, stream and variant [R185]. */
export function registerStats(program: Command): void {
  program
    .command('stats')
    .description('Say how many listen now, and how many listened, by hour, stream and variant')
    .option('--days <count>', 'how many days back; more than one are told by day', daysUpTo(DAYS_MAX), 1)
    .option('--json', 'the same figures for programs')
    .action(async ({ days, json = false }: { days: number; json?: boolean }) => {
      const figures = await gather(days);
      const lines = json ? [JSON.stringify(figures)] : describe(figures, days, process.stdout.columns);
      process.stdout.write(`${lines.join('\n')}\n`);
    });
}

async function gather(days: number): Promise<Figures> {
  const { dataDir, stationDir } = readSettings(process.env);
  const timezone = await findTimezone(stationDir, dataFolder(dataDir).lastGood);
  const nowMs = Date.now();
  const fromMs = statsFromMs(days, nowMs, timezone);
  const now = await askNow(dataDir);
  await using db = await openStationDatabase();
  const range = { fromMs, nowMs, fromDay: dayAt(fromMs, timezone), today: dayAt(nowMs, timezone) };
  return { ...now, timezone, fromMs, nowMs, ...(await reportListeners(db, range)) };
}

/** That of the station that plays: while station.yaml is broken, its last good version is in force. */
async function findTimezone(stationDir: string, lastGoodFolder: string): Promise<string> {
  const { config } = await readStationConfig(stationDir);
  if (config !== null) return config.timezone;
  const logger = createLogger({ level: 'silent', part: 'command' });
  const kept = await new LastGoodFiles(lastGoodFolder, logger).read(STATION_FILE);
  const good = kept === null ? null : checkStationText(kept).config;
  return (good ?? stationConfig({})).timezone;
}

async function askNow(dataDir: string): Promise<Pick<Figures, 'now' | 'unknown' | 'icecast'>> {
  try {
    const door = controlSocket(dataFolder(dataDir));
    return { now: await requestListeners(door), icecast: await requestIcecast(door), unknown: null };
  } catch (error) {
    if (error instanceof OperatorError)
      return { now: null, icecast: [], unknown: `${error.message} ${error.remedy}` };
    throw error;
  }
}

function describe(figures: Figures, days: number, columns: number | undefined): string[] {
  const { hours, streams, ways, timezone } = figures;
  const time = days === 1 ? '24 hours' : `${days} days`;
  if (hours.length === 0)
    return [
      ...describeNow(figures, columns),
      ...describeIcecast(figures, columns),
      '',
      `Of the last ${time} nothing is written down: nobody listened, or not for long. Figures are written every five minutes.`,
    ];
  const heard = [...streams].sort((one, other) => other.heardMs - one.heardMs);
  return [
    ...describeNow(figures, columns),
    ...describeIcecast(figures, columns),
    '',
    days === 1 ? `By hour, the most at once (${timezone})` : `By day, the most at once (${timezone})`,
    ...barChart(days === 1 ? barsByHour(figures) : barsByDay(figures), columns),
    '',
    `By stream, hours heard in the last ${time}`,
    ...barChart(
      heard.map(({ streamId, heardMs, peak, joins }) => ({
        label: streamId,
        value: heardMs,
        note: `${inHours(heardMs)} · ${peak} at once · ${counted(joins, 'start')}`,
      })),
      columns,
    ),
    '',
    `By variant, hours heard in the last ${time}`,
    ...barChart(
      ways.map(({ variant, transport, heardMs, joins }) => ({
        label: `${variant}s · ${transport}`,
        value: heardMs,
        note: `${inHours(heardMs)} · ${counted(joins, 'start')}`,
      })),
      columns,
    ),
  ];
}

function describeNow({ now, unknown }: Figures, columns: number | undefined): string[] {
  if (now === null) return [`Now: not known. ${unknown ?? ''}`];
  const sum = (of: (place: Present) => boolean) =>
    now.filter(of).reduce((total, { listeners }) => total + listeners, 0);
  const all = sum(() => true);
  if (all === 0) return ['Now: nobody listens'];
  const streams = STREAM_IDS.map((streamId) => ({
    streamId,
    value: sum((one) => one.streamId === streamId),
  }));
  const guests = sum(({ variant }) => variant === 'guest');
  const segments = sum(({ transport }) => transport === 'hls');
  return [
    `Now: ${counted(all, 'listener')} · ${counted(guests, 'guest')}, ${counted(all - guests, 'member')} · ${all - segments} by connection, ${segments} by HLS`,
    ...barChart(
      streams.map(({ streamId, value }) => ({ label: streamId, value, note: String(value) })),
      columns,
    ),
  ];
}

/** Icecast counts its listeners itself, and a relay as one of them; they are none of the others. */
function describeIcecast({ icecast }: Figures, columns: number | undefined): string[] {
  if (icecast.length === 0) return [];
  const away = icecast.filter(({ isOnAir }) => !isOnAir);
  const silent =
    away.length === 0
      ? ''
      : ` · ${away.length} of ${icecast.length} mounts are not on air there: see the log`;
  const known = icecast.filter(({ listeners }) => listeners !== null);
  if (known.length === 0) return ['', `Icecast does not say who listens${silent}`];
  const sum = known.reduce((total, { listeners }) => total + (listeners ?? 0), 0);
  const bars = known.map(({ streamId, variant, listeners }) => ({
    label: variant === 'guest' ? streamId : `${streamId}-noads`,
    value: listeners ?? 0,
    note: String(listeners),
  }));
  const heard = bars.filter(({ value }) => value > 0);
  return ['', `Icecast says: ${counted(sum, 'listener')}${silent}`, ...barChart(heard, columns)];
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
