import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { type WrittenMember, writeMembers } from '../tests/support/written-members.ts';
import { fillCatalogue } from './catalogue-load.ts';
import type { Result } from './result.ts';
import { percentile } from './support/crowd.ts';
import { CALL_KINDS } from './support/member-calls.ts';
import { type TimedAnswer, timeMembers } from './support/member-crowd.ts';
import { copyStation, startOnde } from './support/onde.ts';

const PORT = 8192;
const MEMBERS = 200;
const SECONDS = 60;
/** A station on the air has answered before. */
const WARM_UP_SECONDS = 10;
const TRACKS = 10_000;
const PLAYS = 200_000;
/** Done; already voted or the same words twice; above a member's five comments a minute. */
const RIGHT = [200, 409, 429];

/**
 * 200 members of the whole station, on SQLite, vote, comment and love at once, every one with pauses of half
 * a second to a second: 99 of 100 answers within 100 ms, and none that is a failure of the station.
 */
export async function members(): Promise<Result[]> {
  using folder = new DisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'onde-members-'));
  folder.defer(() => rmSync(home, { recursive: true, force: true }));
  await copyStation(PORT, home);
  const written = await fill(dataFolder(join(home, 'data')).database);
  await using onde = await startOnde(PORT, { TRUST_PROXY: '1' }, home);
  await timeMembers(onde.origin, written, WARM_UP_SECONDS);
  const startMs = performance.now();
  const answers = await timeMembers(onde.origin, written, SECONDS);
  return resultsOf(answers, (performance.now() - startMs) / 1000);
}

async function fill(sqlitePath: string): Promise<WrittenMember[]> {
  const logger = createLogger({ level: 'silent', part: 'bench' });
  await using db = await openDatabase({ databaseUrl: null, sqlitePath, logger });
  const nowMs = Date.now();
  await fillCatalogue(db, { tracks: TRACKS, plays: PLAYS, nowMs });
  return await writeMembers(db, MEMBERS, nowMs);
}

function resultsOf(answers: readonly TimedAnswer[], seconds: number): Result[] {
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  const wrong = answers.filter(({ status }) => !RIGHT.includes(status));
  return [
    {
      what: `${MEMBERS} members, calls answered (${count(409)} with 409, ${count(429)} with 429)`,
      unit: 'a second',
      onde: answers.length / seconds,
      peer: null,
      goal: { of: 'figure', atLeast: 200 },
    },
    {
      what: `${MEMBERS} members, answers that are failures (${[...new Set(wrong.map(({ status }) => status))]})`,
      unit: 'answers',
      onde: wrong.length,
      peer: null,
      goal: { of: 'figure', atMost: 0 },
    },
    timeOf('whatever they do', answers),
    ...CALL_KINDS.map(({ name }) =>
      timeOf(
        name,
        answers.filter(({ kind }) => kind === name),
      ),
    ),
  ];
}

function timeOf(name: string, answers: readonly TimedAnswer[]): Result {
  const times = answers.map(({ ms }) => ms);
  return {
    what: `${MEMBERS} members, ${name}, ${times.length} times, median ${percentile(times, 0.5).toFixed(1)} ms, p99`,
    unit: 'ms',
    onde: percentile(times, 0.99),
    peer: null,
    goal: { of: 'figure', atMost: 100 },
  };
}
