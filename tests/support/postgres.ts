import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

const DEBIAN_ROOT = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 120_000;
const INSTALL =
  'Install it (`apt-get install postgresql`), or set ONDE_TEST_DATABASE_URL to a server that may be used for tests.';

/** A PostgreSQL server for the length of a test run. */
export interface PostgresServer extends AsyncDisposable {
  /** Address of its maintenance database; the user may create databases. */
  readonly url: string;
}

/**
 * Starts Debian's PostgreSQL on a free port and an empty folder. It ends, and its folder goes, when it is disposed of or
 * when this process dies, however that happens. ONDE_TEST_DATABASE_URL names a running server to use instead.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.ONDE_TEST_DATABASE_URL;
  if (given) return { url: given, [Symbol.asyncDispose]: async () => {} };

  const bin = findBinaries();
  const identity = serverIdentity();
  const folder = mkdtempSync(join(tmpdir(), 'onde-postgres-'));
  if (identity !== null) chownSync(folder, identity.uid, identity.gid);
  const account = identity ?? {};
  // An ICU collation, as a volunteer's server has one: code that leans on the order of bytes fails here.
  execFileSync(
    join(bin, 'initdb'),
    [
      '-D',
      folder,
      '-U',
      'onde',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=fr',
    ],
    { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return await serve(folder, account);
}

/**
 * A replica that follows a server of startPostgres, by the address `from`, until `select pg_promote()` makes it one that
 * is written to.
 */
export async function startReplica(from: string): Promise<PostgresServer> {
  const identity = serverIdentity();
  const account = identity ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'onde-postgres-'));
  if (identity !== null) chownSync(folder, identity.uid, identity.gid);
  const words = ['-d', from, '-D', folder, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'];
  const copying = spawn(join(findBinaries(), 'pg_basebackup'), words, {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(copying, 'exit');
  if (code !== 0) throw new Error(`pg_basebackup ended with ${code}; its words are above.`);
  return await serve(folder, account);
}

async function serve(folder: string, account: { uid?: number; gid?: number }): Promise<PostgresServer> {
  const bin = findBinaries();
  const port = await freePort();
  const guard = spawn('sh', ['-c', GUARD, 'sh', join(bin, 'postgres'), folder, String(port)], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => guard.once('exit', () => resolve()));
  const url = `postgres://onde@127.0.0.1:${port}/postgres`;
  await answering(url, () => guard.exitCode !== null);
  return {
    url,
    async [Symbol.asyncDispose]() {
      guard.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Ends the server when its standard input closes, which the death of the test run does too. */
const GUARD = `
  exec 3<&0
  "$1" -D "$2" -p "$3" -k '' -c listen_addresses=127.0.0.1 -c max_connections=500 -c fsync=off \\
    -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=64MB -c log_min_messages=panic 3<&- &
  server=$!
  cat <&3 >/dev/null
  kill -INT $server
  wait $server
  # The folder itself it may take away in some places alone.
  cd / && rm -rf "$2" 2>/dev/null
`;

function findBinaries(): string {
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT) : [];
  const binaries = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_ROOT, version, 'bin'))
    // The programs of a client alone lie there too.
    .find((bin) => existsSync(join(bin, 'initdb')));
  if (binaries === undefined) throw new Error(`PostgreSQL is missing in ${DEBIAN_ROOT}. ${INSTALL}`);
  return binaries;
}

/** PostgreSQL refuses to run as root: then it runs as the user of Debian's package. */
function serverIdentity(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch (cause) {
    throw new Error(`There is no user "postgres" to run PostgreSQL as. ${INSTALL}`, { cause });
  }
}

async function answering(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (cause) {
      if (hasEnded() || Date.now() > deadline)
        throw new Error('PostgreSQL does not start; its words are above.', { cause });
      await delay(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
