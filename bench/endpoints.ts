import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { HOUR_MS } from '#src/contract/durations.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { formatClock, formatDay, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { fillCatalogue } from './catalogue-load.ts';
import type { Result } from './result.ts';
import { PREVIEWED_SONGS, writeContent } from './support/content-station.ts';
import { percentile } from './support/crowd.ts';
import { Requester } from './support/request-times.ts';
import { type RunningWeb, startWebProcess } from './support/web-process.ts';

const TRACKS = 100_000;
const FEW_PLAYS = 50_000;
const MANY_PLAYS = 5_000_000;
const PORTS = [8180, 8181] as const;
const ROUNDS = 12;
const REQUESTS_A_ROUND = 150;
const CHARTS_POLL_MS = 500;
const CHARTS_QUIET_MS = 5_000;

type Engine = 'SQLite' | 'PostgreSQL';

/**
 * The content endpoints with 100,000 tracks: 99 of 100 answers within 10 ms, and the median answer with
 * 5,000,000 plays not slower than with 50,000: the slowest of a document that comes out of memory says what
 * else the machine did. Both stations are asked in turn, so that this burdens both.
 */
export async function endpoints(engine: Engine): Promise<Result[]> {
  await using bench = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'onde-endpoints-'));
  bench.defer(() => rmSync(home, { recursive: true, force: true }));
  const server = engine === 'SQLite' ? null : bench.use(await startPostgres());
  const stations: RunningWeb[] = [];
  for (const [at, plays] of [FEW_PLAYS, MANY_PLAYS].entries()) {
    const databaseUrl = server && (await createDatabase(server.url, `plays_${plays}`));
    const settings = await prepare(join(home, String(plays)), plays, databaseUrl);
    stations.push(bench.use(await startWebProcess(PORTS[at] ?? 0, settings, '/podcasts/show.xml')));
  }
  const [few, many] = stations;
  if (few === undefined || many === undefined) throw new Error('No station was started.');
  await chartsWritten(few);
  await chartsWritten(many);
  return await measure(engine, few, many);
}

/**
 * A station that has just been filled writes the charts of all its weeks first; one on the air has done so.
 */
async function chartsWritten({ port }: RunningWeb): Promise<void> {
  const address = `http://127.0.0.1:${port}/api-proxy.php?endpoint=chart-weeks`;
  let [size, quietSince] = [-1, Date.now()];
  while (Date.now() - quietSince < CHARTS_QUIET_MS) {
    const { length } = await (await fetch(address)).text();
    if (length !== size) [size, quietSince] = [length, Date.now()];
    await delay(CHARTS_POLL_MS);
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/** Gives the settings of a filled station. */
async function prepare(
  folder: string,
  plays: number,
  databaseUrl: string | null,
): Promise<Record<string, string>> {
  const [stationDir, dataDir] = [join(folder, 'station'), join(folder, 'data')];
  mkdirSync(dataDir, { recursive: true });
  const logger = createLogger({ level: 'silent', part: 'bench' });
  await using db = await openDatabase({ databaseUrl, sqlitePath: dataFolder(dataDir).database, logger });
  await fillCatalogue(db, { tracks: TRACKS, plays, nowMs: Date.now() });
  writeContent(stationDir, dataDir);
  return {
    STATION_DIR: stationDir,
    DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
}

/** Addresses of each endpoint; `draw` gives a whole number below its argument. */
const ADDRESSES: Readonly<Record<string, (draw: (below: number) => number) => string>> = {
  'track-details': (draw) => `/api-proxy.php?endpoint=track-details&title=${slugOf(1 + draw(TRACKS))}`,
  'artist-tracks': (draw) => `/api-proxy.php?endpoint=artist-tracks&artist=Artist%20${draw(20_000)}`,
  'artist-tracks, 5,000 of them': () => '/api-proxy.php?endpoint=artist-tracks&artist=various%20artists',
  top20: () => '/api-proxy.php?endpoint=top20',
  'top20 of a stream': (draw) => `/api-proxy.php?endpoint=top20&version=${stream(draw)}`,
  'latest-additions': () => '/api-proxy.php?endpoint=latest-additions',
  'latest-additions of a stream': (draw) =>
    `/api-proxy.php?endpoint=latest-additions&version=${stream(draw)}`,
  'latest-tracks': (draw) => `/api-proxy.php?endpoint=latest-tracks&version=${stream(draw)}`,
  'what-was-that': (draw) =>
    `/api-proxy.php?endpoint=what-was-that&version=${stream(draw)}&datetime=${aMoment(draw)}`,
  'what-was-that, all streams': (draw) => `/api-proxy.php?endpoint=what-was-that&datetime=${aMoment(draw)}`,
  'artist-biography': (draw) => `/api-proxy.php?endpoint=artist-biography&name=Artist%20${1 + draw(200)}`,
  podcasts: () => '/api-proxy.php?endpoint=podcasts&version=dance',
  'podcast feed': () => '/podcasts/show.xml',
  schedule: () => '/weekDance.xml',
  cover: (draw) => `/covers/${slugOf(1 + draw(PREVIEWED_SONGS)).replaceAll('-', '_')}.jpg?w=384`,
  preview: (draw) => `/previews/${slugOf(1 + draw(PREVIEWED_SONGS)).replaceAll('-', '_')}.mp3`,
  video: () => '/videos/various_artists_title_1.mp4',
};

function slugOf(song: number): string {
  const artist = song <= 5_000 ? 'various-artists' : `artist-${song % 20_000}`;
  return `${artist}-title-${song}`;
}

function stream(draw: (below: number) => number): string {
  return STREAM_IDS[draw(STREAM_IDS.length)] ?? 'dance';
}

/** Within the last six days. */
function aMoment(draw: (below: number) => number): string {
  const wall = wallTimeAt(Date.now() - HOUR_MS - draw(6 * 24 * HOUR_MS), 'Europe/Paris');
  return encodeURIComponent(`${formatDay(wall)} ${formatClock(wall)}`);
}

async function measure(engine: Engine, few: RunningWeb, many: RunningWeb): Promise<Result[]> {
  using askFew = new Requester(few.port);
  using askMany = new Requester(many.port);
  const results: Result[] = [];
  for (const [name, address] of Object.entries(ADDRESSES)) {
    const paths = () =>
      Array.from({ length: REQUESTS_A_ROUND }, () => address((below) => Math.floor(Math.random() * below)));
    const times: { few: number[]; many: number[] } = { few: [], many: [] };
    await Promise.all([askFew.time(paths()), askMany.time(paths())]);
    for (let round = 0; round < ROUNDS; round++) {
      times.few.push(...(await askFew.time(paths())));
      times.many.push(...(await askMany.time(paths())));
    }
    results.push(
      {
        what: `${name} on ${engine}, p99 at 5,000,000 plays`,
        unit: 'ms',
        onde: percentile(times.many, 0.99),
        peer: null,
        goal: { of: 'figure', atMost: 10 },
      },
      {
        what: `${name} on ${engine}, median beside 50,000 plays`,
        unit: 'ms',
        onde: percentile(times.many, 0.5),
        peer: { name: 'the same at 50,000 plays', figure: percentile(times.few, 0.5) },
        goal: { of: 'ratio', atMost: 1.5 },
      },
    );
  }
  return results;
}
