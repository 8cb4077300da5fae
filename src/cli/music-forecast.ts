import { Library } from '#src/broadcast/rotation/library.ts';
import { forecastPools, type PoolForecast } from '#src/broadcast/rotation/pool-forecast.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { readCatalogue } from '#src/station/catalogue/read-catalogue.ts';
import { readStationConfig } from '#src/station/config/read-station-config.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { advertForecast } from './advert-forecast.ts';

const MINUTE_MS = 60_000;

/**
 * How long the music of each stream lasts, a line a pool, with what its rests suffer, and its advert breaks; nothing
 * before the first import.
 */
export async function musicForecast(stationDir: string, dataDir: string, clock: Clock): Promise<string[]> {
  const records = await readCatalogue(dataFolder(dataDir));
  if (records.size === 0) return [];
  const library = new Library(records);
  const { config } = await readStationConfig(stationDir);
  const { streams, timezone } = config ?? stationConfig({});
  const today = dayAt(clock.nowMs(), timezone);
  return streams.flatMap((stream) => [
    ...forecastPools(stream, library).flatMap((pool) => linesOf(stream.id, pool)),
    ...advertForecast(stream, library, today),
  ]);
}

function linesOf(streamId: string, pool: PoolForecast): string[] {
  if (pool.tracks === 0) return [`${streamId}: no tracks, a quiet bed and the jingles play`];
  const name = pool.folder === null ? streamId : `${streamId}, folder ${pool.folder}`;
  const { shortRestMs, frequent } = pool;
  return [
    `${name}: ${count(pool.tracks, 'track')} by ${count(pool.artists, 'artist')}, ${duration(pool.lengthMs)} until a track must come again`,
    ...(shortRestMs === null
      ? []
      : [
          `  too few tracks for 3 h between two plays of one: it comes again after ${duration(shortRestMs)} or more`,
        ]),
    ...(frequent === null
      ? []
      : [`  too few artists for an hour between two tracks of one: ${whose(frequent)}`]),
  ];
}

function whose({ artist, everyMs }: NonNullable<PoolForecast['frequent']>): string {
  return `${artist === '' ? 'a track' : artist} comes every ${duration(everyMs)}`;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en-GB')} ${what}${number === 1 ? '' : 's'}`;
}

/** `14 h 20 min`, `42 min`. */
function duration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours.toLocaleString('en-GB')} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter((part) => part !== false)
    .join(' ');
}
