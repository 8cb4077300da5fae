import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { CuttableNetwork } from '../support/cuttable-network.ts';
import { freePort } from '../support/free-port.ts';
import { command, startPostgres, startReplica } from '../support/postgres.ts';
import { startOnde } from '../support/run-onde.ts';
import { callSite, joinSite, type SiteMember } from '../support/site-members.ts';
import { isHeard, onAirOf, startGroup, type TestGroup, until } from './support/group.ts';
import { readJournal } from './support/journal.ts';

/** Longer than a standby waits for the machine on the air after an outage. */
const READ_ONLY_MS = 5_000;

async function rowsOf(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A server's address with the port of another one. */
const at = (url: string, port: number | string) => Object.assign(new URL(url), { port: String(port) }).href;
const portOf = (url: string) => Number(new URL(url).port);

/** A process for pages and calls, on a machine of its own. */
async function startWebProcess(stack: AsyncDisposableStack, group: TestGroup) {
  const database = stack.use(await CuttableNetwork.open(portOf(group.databaseUrl)));
  const port = await freePort();
  const [{ home }] = group.machines;
  const child = startOnde(['web', '--port', String(port), '--without-pages'], {
    HOST: '127.0.0.1',
    DATA_DIR: `${home.folder.root}-${port}`,
    STATION_DIR: home.stationDir,
    DATABASE_URL: at(group.databaseUrl, database.port),
  });
  stack.defer(() => void child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  const isWell = async () => (await fetch(`${origin}/healthz`).catch(() => null))?.ok === true;
  await until(isWell);
  return { origin, database, isWell };
}

function vote(web: { origin: string }, { user, token }: SiteMember, title: string): Promise<unknown> {
  const ballot = { user_id: user.id, full_title: title, vote: 'like' };
  return callSite(web, 'votes&action=submit', ballot, { authorization: `Bearer ${token}` });
}

test('a replica takes over from PostgreSQL: the music plays on, one machine on the air, one standing by, and pages are back', async () => {
  await using stack = new AsyncDisposableStack();
  const primary = await startPostgres();
  stack.defer(() => primary[Symbol.asyncDispose]());
  await using group = await startGroup(primary);
  const [north, south] = group.machines;
  const link = stack.use(await CuttableNetwork.open(portOf(primary.url)));
  const replica = stack.use(await startReplica(at(primary.url, link.port)));
  const replicated = at(group.databaseUrl, portOf(replica.url));
  const [east, west] = [await startWebProcess(stack, group), await startWebProcess(stack, group)];

  const zoe = await joinSite(east, 'zoe');
  let title = '';
  await until(async () => {
    const [song] = await rowsOf(replicated, 'select full_title from songs join plays on song_id = songs.id');
    title = String(song?.full_title ?? '');
    return title !== '' && (await rowsOf(replicated, 'select 1 from sessions')).length > 0;
  });
  // What the replica lacks: an account, and plays.
  await link.breakOff();
  const yann = await joinSite(west, 'yann');
  const played = (await readJournal(north.home)).length;
  await until(async () => {
    const { length } = await rowsOf(group.databaseUrl, "select 1 from plays where stream_id = 'dance'");
    return length > played;
  });

  const states = new Set<string>();
  const looks = new AbortController();
  const looking = (async () => {
    for (; !looks.signal.aborted; await delay(50))
      states.add(String(await Promise.all([isHeard(north), isHeard(south)])));
  })();
  await primary[Symbol.asyncDispose]();
  await until(async () => !(await east.isWell()) && !(await west.isWell()));
  // The address moves before the server there takes changes.
  for (const { database } of [north, south, east, west]) database.leadTo(portOf(replica.url));
  await until(async () => (await east.isWell()) && (await west.isWell()));
  await expect(vote(east, zoe, title)).rejects.toThrow('votes&action=submit is answered with 503');
  await delay(READ_ONLY_MS);
  await command(replica.url, 'select pg_promote()');

  // Who was signed in still is; who came after the last word of the replica comes again.
  await vote(east, zoe, title);
  await expect(vote(west, yann, title)).rejects.toThrow('401');
  await vote(west, await joinSite(west, 'yann'), title);
  await until(async () => {
    const plays = await rowsOf(replicated, "select started_ms from plays where stream_id = 'dance'");
    const known = new Set(plays.map(({ started_ms }) => Number(started_ms)));
    const journal = await readJournal(north.home);
    return journal.length > played && journal.every(({ startedMs }) => known.has(startedMs));
  });
  looks.abort();
  await looking;
  expect([...states]).toEqual(['true,false']);
  await until(async () => (await onAirOf(south)) === false);

  // The standby is there, and knows what was played meanwhile.
  await until(async () => (await readJournal(south.home)).length >= (await readJournal(north.home)).length);
  await north.radio.end('SIGKILL');
  await until(() => isHeard(south));
});
