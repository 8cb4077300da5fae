import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { residentBytes } from '#src/platform/process/process-memory.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { command, startPostgres } from '../tests/support/postgres.ts';
import { ended, startOnde } from '../tests/support/run-onde.ts';
import { writeMembers } from '../tests/support/written-members.ts';
import { fillCatalogue } from './catalogue-load.ts';
import type { Result } from './result.ts';

/** `ONDE_BENCH_PLAYS=500000` for a short look. */
const PLAYS = Number(process.env.ONDE_BENCH_PLAYS ?? 5_000_000);
const TRACKS = 100_000;
const GIGABYTE = 1_000_000_000;
const PICTURE_BYTES = 20_000;
const LOOK_EVERY_MS = 100;

const seconds = (what: string, onde: number, atMost: number): Result => ({
  what,
  unit: 's',
  onde,
  peer: null,
  goal: { of: 'figure', atMost },
});

/** A backup of 1 GB, its way back, and the move of five million plays to PostgreSQL and back. */
export async function backup(): Promise<Result[]> {
  await using cleaning = new AsyncDisposableStack();
  const root = await mkdtemp(join(process.env.ONDE_BENCH_FOLDER ?? tmpdir(), 'onde-bench-backup-'));
  cleaning.defer(() => rm(root, { recursive: true, force: true }));
  const { root: data, database } = dataFolder(join(root, 'data'));
  await fill(database);
  const bytes = (await stat(database)).size;
  console.log(`  the database: ${(bytes / GIGABYTE).toFixed(2)} GB`);
  const settings = { DATA_DIR: data };
  const file = join(root, 'onde.backup');
  const made = await measured(['backup', file], settings);
  const back = await measured(['restore', file, '--to', join(root, 'back')], settings);
  const small = ((await stat(file)).size / GIGABYTE).toFixed(2);
  await rm(join(root, 'back'), { recursive: true });

  const server = cleaning.use(await startPostgres());
  await command(server.url, 'create database moved');
  const url = server.url.replace(/\/postgres$/, '/moved');
  const there = await measured(['migrate', '--to', url], settings);
  const home = await measured(['migrate', '--to', join(root, 'home.sqlite')], {
    ...settings,
    DATABASE_URL: url,
  });
  return [
    seconds(`a backup made and proved, ${small} GB of ${(bytes / GIGABYTE).toFixed(2)}`, made.seconds, 60),
    seconds('a backup proved and put back', back.seconds, 60),
    megabytes('memory of a backup', made.peakBytes),
    megabytes('memory of a restore', back.peakBytes),
    seconds(`${PLAYS} plays moved to PostgreSQL, each row compared`, there.seconds, 300),
    seconds(`${PLAYS} plays moved back, each row compared`, home.seconds, 300),
    megabytes('memory of a move', Math.max(there.peakBytes, home.peakBytes)),
  ];
}

function megabytes(what: string, bytes: number): Result {
  return { what, unit: 'MB', onde: bytes / 1_000_000, peer: null, goal: { of: 'figure', atMost: 400 } };
}

/** Five million plays, then pictures until it is a gigabyte. */
async function fill(sqlitePath: string): Promise<void> {
  const nowMs = Date.now();
  const logger = createLogger({ level: 'silent', part: 'bench' });
  await using db = await openDatabase({ databaseUrl: null, sqlitePath, logger });
  await fillCatalogue(db, { tracks: TRACKS, plays: PLAYS, nowMs });
  const missing = Math.max(0, GIGABYTE - (await stat(sqlitePath)).size);
  await db.transaction().execute(async (trx) => {
    const members = await writeMembers(trx, Math.ceil(missing / PICTURE_BYTES), nowMs);
    for (const { id } of members)
      await trx
        .insertInto('member_pictures')
        .values({ user_id: id, key: id, picture: randomBytes(PICTURE_BYTES), fetched_ms: nowMs })
        .execute();
  });
}

interface Measured {
  seconds: number;
  peakBytes: number;
}

async function measured(words: readonly string[], settings: Record<string, string>): Promise<Measured> {
  const startMs = performance.now();
  const child = startOnde(words, settings);
  let peakBytes = 0;
  const looking = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(child.pid ?? 0));
  }, LOOK_EVERY_MS);
  const { how, told, printed } = await ended(child);
  clearInterval(looking);
  if (how !== 0) throw new Error(`onde ${words.join(' ')}: ${told}`);
  console.log(`  ${printed.trim().split('\n').at(-1)}`);
  return { seconds: (performance.now() - startMs) / 1000, peakBytes };
}
