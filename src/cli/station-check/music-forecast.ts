import { Library } from '#src/broadcast/rotation/library.ts';
import { ROTATION_RULES } from '#src/broadcast/rotation/pool-rests.ts';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import { readStationConfig } from '#src/station/config/read-station-config.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { advertForecast } from './advert-forecast.ts';
import {
  type FrequentArtist,
  forecastPools,
  type PoolForecast,
  type SimulatedPool,
} from './pool-forecast.ts';

/**
 * How long the music of each stream lasts, a line a pool, with what comes again in a simulated day of it, and
 * its advert breaks; nothing before the first import.
 */
export async function musicForecast(stationDir: string, dataDir: string, clock: Clock): Promise<string[]> {
  const records = await readCatalogue(dataFolder(dataDir));
  if (records.size === 0) return [];
  const library = new Library(records);
  const { config } = await readStationConfig(stationDir);
  const { streams, timezone } = config ?? stationConfig({});
  const nowMs = clock.nowMs();
  const today = dayAt(nowMs, timezone);
  return streams.flatMap((stream) => [
    ...forecastPools({ library, stream, timezone }, nowMs).flatMap((pool) => linesOf(stream.id, pool)),
    ...advertForecast(stream, library, today),
  ]);
}

function linesOf(streamId: string, pool: PoolForecast): string[] {
  if (pool.tracks === 0) return [`${streamId}: no tracks, a quiet bed and the jingles play`];
  const name = pool.folder === null ? streamId : `${streamId}, folder ${pool.folder}`;
  const { tracks, artists, lengthMs, simulated } = pool;
  return [
    `${name}: ${count(tracks, 'track')} by ${count(artists, 'artist')}, ${duration(lengthMs)} until a track must come again`,
    ...(simulated === null ? [] : [...comesAgain(simulated), ...tooFewArtists(simulated.frequent, artists)]),
  ];
}

function comesAgain({ spanMs, mostPlays, shortestRestMs }: SimulatedPool): string[] {
  if (shortestRestMs === null) return [];
  const when = spanMs === DAY_MS ? 'in a simulated day' : `in ${duration(spanMs)} simulated`;
  const often = mostPlays === 1 ? 'once' : `up to ${mostPlays.toLocaleString('en-GB')} times`;
  const again = `${often}, again ${soon(shortestRestMs)}`;
  return shortestRestMs < ROTATION_RULES.trackRestMs
    ? [`  too few tracks for 3 h between two plays of one: ${when} it comes ${again}`]
    : [`  ${when} a track comes ${again}`];
}

function tooFewArtists(frequent: FrequentArtist | null, artists: number): string[] {
  if (frequent === null) return [];
  const { artist, everyMs, shortestRestMs, inRow } = frequent;
  const soonest = inRow > 1 ? `up to ${inRow} times in a row` : `again ${soon(shortestRestMs)}`;
  const who = `${artist === '' ? 'a track' : artist} comes every ${duration(everyMs)}`;
  return [
    `  too few artists for an hour between two tracks of one: ${who}${artists === 1 ? '' : `, ${soonest}`}`,
  ];
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en-GB')} ${what}${number === 1 ? '' : 's'}`;
}

/** Never more than it is: what is said of the soonest must hold. */
function soon(ms: number): string {
  if (ms < 1_000) return 'at once';
  const unitMs = ms < MINUTE_MS ? 1_000 : MINUTE_MS;
  return `after ${duration(Math.floor(ms / unitMs) * unitMs)} or more`;
}

/** `14 h 20 min`, `42 min`, `3 s`. */
function duration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / 1_000)} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours.toLocaleString('en-GB')} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter((part) => part !== false)
    .join(' ');
}
