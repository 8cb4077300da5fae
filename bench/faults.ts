import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import {
  BusyMember,
  type NamedTrack,
  namedTrack,
  writeSongs,
} from '../tests/durability/support/busy-member.ts';
import { WEB_PROCESS } from '../tests/durability/support/until-running.ts';
import { command, startPostgres } from '../tests/support/postgres.ts';
import { findDescendants } from '../tests/support/process-tree.ts';
import { startRedis, type TestRedis } from '../tests/support/redis.ts';
import { writeMembers } from '../tests/support/written-members.ts';
import type { Result } from './result.ts';
import { openCrowd } from './support/crowd.ts';
import { drawEvening, type Fault, type Moment } from './support/evening-plot.ts';
import { copyStation, startOnde } from './support/onde.ts';

const PORT = 8201;
const LISTENERS = Number(process.env.ONDE_SOAK_LISTENERS ?? 4_000);
const SECONDS = 60 * Number(process.env.ONDE_SOAK_MINUTES ?? 10);
const MEMBERS = 6;
const PAUSE_MS = 300;
/** More than a member can vote on meanwhile. */
const TRACKS = 500 + (SECONDS * 1_000) / PAUSE_MS;
const WEB_EVERY_SECONDS = 10;
const STORES_EVERY_SECONDS = 60;
const ANSWER_MAX_MS = 5_000;
/** As long as a radio may need to have all of it back. */
const RECOVERY_SECONDS = 30;
const PLOT = join(import.meta.dirname, 'results', 'faults.svg');

/**
 * An evening of faults: the web process is killed every ten seconds, every minute PostgreSQL loses all of its processes
 * at once and Redis all that it held, while listeners listen and members take part. Nobody may run out of sound, and
 * what members were said yes to has to be there. Draws it.
 */
export async function faults(): Promise<Result[]> {
  await using bench = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'onde-faults-'));
  bench.defer(() => rmSync(home, { recursive: true, force: true }));
  await copyStation(PORT, home);
  const server = bench.use(await startPostgres());
  // What has been committed outlasts the processes of the server.
  await command(server.url, 'alter database postgres set synchronous_commit = on');
  const redis = bench.use(await startRedis());
  const tracks = Array.from({ length: TRACKS }, (_, at) => namedTrack(`Artist ${at}`, `Title ${at}`));
  const members = await fill(server.url, tracks);
  const settings = { DATABASE_URL: server.url, REDIS_URL: redis.url, MAX_LISTENERS: String(2 * LISTENERS) };
  const onde = bench.use(await startOnde(PORT, { ...settings, LOG_LEVEL: 'fatal' }, home));
  const crowd = bench.use(await openCrowd(`${onde.origin}/stream/dance.mp3`, LISTENERS));
  const end = new AbortController();
  const done = Promise.all(members.map((member) => member.takePart(onde.origin, end.signal, PAUSE_MS)));
  done.catch(() => end.abort());
  const broken: Fault[] = [];
  const moments: Moment[] = [];
  const startMs = performance.now();
  const secondsIn = () => (performance.now() - startMs) / 1000;
  for (let second = 1; second <= SECONDS + RECOVERY_SECONDS && !end.signal.aborted; second++) {
    await delay(Math.max(0, startMs + second * 1000 - performance.now()));
    const page = isAnswered(`${onde.origin}/fr/dance?week=${second}`);
    if (second <= SECONDS && second % WEB_EVERY_SECONDS === 0) {
      for (const pid of findDescendants(onde.pid, WEB_PROCESS)) process.kill(pid, 'SIGKILL');
      broken.push({ what: 'web', second: secondsIn() });
    }
    if (second <= SECONDS && second % STORES_EVERY_SECONDS === STORES_EVERY_SECONDS / 2) {
      await killStores(server.url, redis);
      broken.push({ what: 'stores', second: secondsIn() });
    }
    const count = { second: secondsIn(), ...(await crowd.sample()) };
    void page.then((isPage) => moments.push({ ...count, isPage }));
  }
  end.abort();
  await done;
  await delay(ANSWER_MAX_MS);
  moments.sort((one, other) => one.second - other.second);
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(PLOT, drawEvening({ listeners: LISTENERS, moments, faults: broken }));
  console.log(`  drawn: ${PLOT}`);
  return resultsOf({ members, moments, broken, missing: await missing(server.url, members) });
}

function openBench(databaseUrl: string): Promise<Database & AsyncDisposable> {
  const logger = createLogger({ level: 'silent', part: 'bench' });
  return openDatabase({ databaseUrl, sqlitePath: '', logger });
}

async function fill(databaseUrl: string, tracks: readonly NamedTrack[]): Promise<BusyMember[]> {
  await using db = await openBench(databaseUrl);
  await writeSongs(db, tracks);
  return (await writeMembers(db, MEMBERS, Date.now())).map((member) => new BusyMember(member, tracks));
}

/** One of its processes killed has PostgreSQL end all others and recover, as from a crash. */
async function killStores(databaseUrl: string, redis: TestRedis): Promise<void> {
  const port = new URL(databaseUrl).port;
  const isOfServer = (pid: string) => {
    const status = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return status.startsWith('postgres: checkpointer') && parentHasPort(pid, port);
  };
  for (const pid of readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && quietly(() => isOfServer(name)),
  ))
    process.kill(Number(pid), 'SIGKILL');
  await redis.kill();
  await redis.start();
}

function parentHasPort(pid: string, port: string): boolean {
  const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(`\0-p\0${port}\0`);
}

/** False for a process that has gone meanwhile. */
function quietly(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}

async function isAnswered(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MAX_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** How much of what members were said yes to is not there, or is there without that. */
async function missing(databaseUrl: string, members: readonly BusyMember[]): Promise<number> {
  await using db = await openBench(databaseUrl);
  const rows = async (query: string) =>
    (await sql.raw<Record<string, unknown>>(query).execute(db)).rows.map((row) =>
      Object.values(row).join(' | '),
    );
  const doubtful = members.flatMap((member) => [...member.doubtful].map((words) => ` | ${words} | `));
  const differing = async (query: string, list: (member: BusyMember) => readonly (readonly string[])[]) => {
    const said = members.flatMap((member) => list(member).map((line) => [member.id, ...line].join(' | ')));
    const kept = (await rows(query)).filter((row) => !doubtful.some((words) => row.includes(words)));
    const [wanted, found] = [new Set(said), new Set(kept)];
    const different =
      said.filter((row) => !found.has(row)).length + kept.filter((row) => !wanted.has(row)).length;
    return different + Math.abs(said.length - kept.length);
  };
  const named = (table: string, columns: string) =>
    `select ${columns} from ${table} join songs on songs.id = song_id`;
  const differences = await Promise.all([
    differing(named('votes', 'user_id, full_title, vote'), ({ votes }) => [...votes]),
    differing(named('comments', 'user_id, comment, full_title'), ({ comments }) => [...comments]),
    differing(named('favorite_tracks', 'user_id, full_title'), ({ favorites }) =>
      [...favorites].flatMap(([title, isLoved]) => (isLoved ? [[title]] : [])),
    ),
  ]);
  return differences.reduce((sum, count) => sum + count, 0);
}

function resultsOf(evening: {
  members: readonly BusyMember[];
  moments: readonly Moment[];
  broken: readonly Fault[];
  missing: number;
}): Result[] {
  const { members, moments, broken } = evening;
  const acknowledged = members.reduce((sum, member) => sum + member.acknowledged, 0);
  const unanswered = members.reduce((sum, member) => sum + member.unanswered, 0);
  const killed = (what: Fault['what']) => broken.filter((fault) => fault.what === what).length;
  const faults = `${killed('web')} kills of web, ${killed('stores')} of PostgreSQL and Redis`;
  const pages = moments.filter(({ isPage }) => isPage).length;
  const result = (what: string, unit: string, onde: number, goal: Result['goal']): Result => ({
    what,
    unit,
    onde,
    peer: null,
    goal,
  });
  return [
    result(
      `${LISTENERS} listeners, ${faults}: with nothing left to play, most at once`,
      'listeners',
      Math.max(...moments.map(({ starved }) => starved)),
      { of: 'figure', atMost: 0 },
    ),
    result(
      `of ${acknowledged} calls that were said yes to (${unanswered} were told to come again): lost`,
      'calls',
      evening.missing,
      { of: 'figure', atMost: 0 },
    ),
    result('seconds in which a page was there', '%', (100 * pages) / moments.length, {
      of: 'figure',
      atLeast: 0,
    }),
  ];
}
