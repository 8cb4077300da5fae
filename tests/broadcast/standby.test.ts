import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEGMENT_FRAMES } from '#src/broadcast/hls/segments.ts';
import { requestHandOver, requestReload } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket } from '#src/broadcast/supervision/socket-folder.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { freePort } from '../support/free-port.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { findDescendants } from '../support/process-tree.ts';
import { runOnde } from '../support/run-onde.ts';
import { isHeard, onAirOf, startGroup, until } from './support/group.ts';
import { readJournal } from './support/journal.ts';
import { createHome, endOf, lastWordsOf } from './support/radio.ts';

/** Sound that is compared: some of it before a machine dies. */
const HEARD_BYTES = 64_000;
/** Longer than a machine that is away is waited for, and shorter than one that was away for all comes back first. */
const AWAY_MS = 2_500;
/** A frame is 1,152 samples at 44.1 kHz. */
const SEGMENT_MS = (SEGMENT_FRAMES * 1_152) / 44.1;
const STANDS_BY = /another one of its group is on the air/;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

/** What a machine sends of an instant. */
async function soundOf(origin: string, fromMs: number): Promise<Buffer> {
  using heard = listen(origin, `/stream/dance.mp3?from=${fromMs}`);
  expect((await heard.head()).status).toBe(200);
  return (await heard.bytes(HEARD_BYTES)).subarray(0, HEARD_BYTES);
}

/** The newest segment that a machine lists, and how many discontinuities there were. */
async function segmentsOf(origin: string): Promise<{ last: number; discontinuities: number }> {
  const playlist = await (await fetch(`${origin}/stream/dance/live.m3u8`)).text();
  const last = Number(/(\d+)\.mp3\s*$/.exec(playlist)?.[1]);
  return { last, discontinuities: Number(/#EXT-X-DISCONTINUITY-SEQUENCE:(\d+)/.exec(playlist)?.[1] ?? 0) };
}

async function segmentOf(origin: string, number: number): Promise<Buffer> {
  const answer = await fetch(`${origin}/stream/dance/${number}.mp3`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test('one of two machines is heard, through an outage of the database; killed, the other one goes on in its place', async () => {
  await using group = await startGroup(postgres);
  const [north, south] = group.machines;
  const refused = await fetch(`${south.radio.origin}/stream/dance.mp3`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '1']);
  const ready = async (origin: string) => (await fetch(`${origin}/readyz`)).status;
  expect([await ready(north.radio.origin), await ready(south.radio.origin)]).toEqual([200, 503]);
  // [W210] Prometheus sees which of them it is.
  const onAir = async (origin: string) => {
    const figures = await (await fetch(`${origin}/metrics`)).text();
    return /^onde_broadcast_on_air\{group="radio"\} (\d)$/m.exec(figures)?.[1];
  };
  expect([await onAir(north.radio.origin), await onAir(south.radio.origin)]).toEqual(['1', '0']);

  // What one of them signs, the other one believes: with no web process beside it, too.
  const secretOf = ({ home }: typeof north) => readFile(home.folder.secret, 'utf8').catch(() => '');
  await until(
    async () => (await secretOf(north)) !== '' && (await secretOf(south)) === (await secretOf(north)),
  );

  // The database away for both, then back.
  await Promise.all([north.database.breakOff(), south.database.breakOff()]);
  const states: unknown[] = [];
  const look = async (forMs: number) => {
    for (const endMs = performance.now() + forMs; performance.now() < endMs; await delay(100))
      states.push(await Promise.all([isHeard(north), isHeard(south)]));
  };
  const mended = delay(AWAY_MS).then(() => Promise.all([north.database.mend(), south.database.mend()]));
  await look(2 * AWAY_MS);
  await mended;
  expect(states.filter((state) => String(state) !== 'true,false')).toEqual([]);

  const fromMs = Date.now() - 6_000;
  const before = await soundOf(north.radio.origin, fromMs);
  await north.radio.end('SIGKILL');
  // How soon is for `npm run bench standby` to say.
  await until(() => isHeard(south));
  expect(before.equals(await soundOf(south.radio.origin, fromMs))).toBe(true);

  // The journal is whole: what the first machine began stands in the files of the second one.
  const [ofNorth, ofSouth] = await Promise.all([readJournal(north.home), readJournal(south.home)]);
  expect(ofSouth.slice(0, ofNorth.length)).toEqual(ofNorth);

  // Back again, the first one stands by, and gets its turn from the other one: who listens there hears it until then.
  await north.start();
  await north.radio.printed(STANDS_BY);
  const { home } = south;
  using listener = listen(south.radio.origin, '/stream/dance.mp3');
  const handedOver = runOnde(['hand-over'], {
    DATA_DIR: home.folder.root,
    STATION_DIR: home.stationDir,
    BROADCAST_GROUP: 'radio',
    DATABASE_URL: group.databaseUrl,
  });
  // Whoever asks meanwhile, too, hears what came of it.
  await until(async () => (await ready(south.radio.origin)) === 503);
  await requestHandOver(controlSocket(home.folder));
  expect(await handedOver).toMatchObject({ how: 0, told: '' });
  await until(() => isHeard(north));
  await listener.ended;
  await until(async () => (await onAirOf(south)) === false);
  expect(await soundOf(north.radio.origin, fromMs).then((sound) => sound.equals(before))).toBe(true);

  // Stopped, it is not missed for a moment, though all its processes are told at once, as by a terminal [R201]. A web
  // process that has only just begun would take long to end.
  await north.radio.printed(/the web process is ready/);
  await until(async () => south.radio.output.filter((line) => STANDS_BY.test(line)).length > 1);
  using last = listen(north.radio.origin, '/stream/dance.mp3');
  await last.bytes(1);
  const { pid: root = 0 } = north.radio.process;
  const ending = endOf(north.radio.process);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    for (const pid of [root, ...findDescendants(root, /./)]) process.kill(pid, signal);
  await last.ended;
  expect(await isHeard(south)).toBe(true);
  expect(await ending).toBe(0);
  const words = await lastWordsOf(north.radio);
  expect(words.filter((line) => line.includes('ended; broadcast starts another'))).toEqual([]);
  const plays = new pg.Client({ connectionString: group.databaseUrl });
  await plays.connect();
  await until(async () => {
    const { rows } = await plays.query('select distinct stream_id from plays');
    return rows.length === STREAM_IDS.length;
  });
  await plays.end();
});

test('SIGHUP replaces the web process of a machine without pages, too; one that stands by says that it runs none', async () => {
  await using group = await startGroup(postgres);
  const [north, south] = group.machines;
  const reload = ({ home }: typeof north) => requestReload(controlSocket(home.folder));
  // It starts beside the music.
  await until(() =>
    reload(north).then(
      () => true,
      () => false,
    ),
  );
  const replaced = () =>
    north.radio.output.filter((line) => line.includes('broadcast replaced the web process')).length;
  const before = replaced();
  north.radio.process.kill('SIGHUP');
  await until(async () => replaced() > before);
  await expect(reload(south)).rejects.toThrow(/^No web process runs here: this machine stands by/);
  south.radio.process.kill('SIGHUP');
  await south.radio.printed(/"level":30.*No web process runs here/);
});

test('[W140] numbers of segments that a clock had moved go on with the standby', async () => {
  // An hour ahead: as they are for good where a clock was set back by one.
  const hourMs = 3_600_000;
  const last = Math.floor((Date.now() + hourMs) / SEGMENT_MS);
  const dance = { last, hashes: [], stretches: [{ from: last - 60, offset: 0, sequence: 4 }] };
  await using group = await startGroup(postgres, {
    prepare: (home) => writeFile(home.folder.toldSegments, JSON.stringify({ dance })),
  });
  const [north, south] = group.machines;
  const before = await segmentsOf(north.radio.origin);
  expect(before.last).toBeGreaterThan(last);
  const sound = await segmentOf(north.radio.origin, before.last);
  const database = new pg.Client({ connectionString: group.databaseUrl });
  await database.connect();
  await until(async () => {
    const { rows } = await database.query('select told_segments as told from broadcast_groups');
    return JSON.parse(rows[0].told)?.dance?.last >= before.last;
  });
  await database.end();
  await north.radio.end('SIGKILL');
  await until(() => isHeard(south));
  const after = await segmentsOf(south.radio.origin);
  expect(after.last).toBeGreaterThanOrEqual(before.last);
  expect(after.last).toBeLessThan(before.last + 500);
  expect(after.discontinuities).toBe(before.discontinuities);
  expect((await segmentOf(south.radio.origin, before.last)).equals(sound)).toBe(true);
});

test.each([
  ['a wrong name or password', 'nobody:wrong@', '/postgres', 'refuses this machine'],
  ['a database that is not there', 'onde@', '/nowhere', 'does not exist'],
  [
    'a PostgreSQL that can only be read',
    'onde@',
    '/postgres?options=-c%20default_transaction_read_only%3Don',
    'can only be read',
  ],
])('%s ends a start with a sentence [W189]', async (_, account, name, words) => {
  await using home = await createHome();
  const url = new URL(postgres.url);
  const { how, told } = await runOnde(['broadcast'], {
    DATA_DIR: home.folder.root,
    STATION_DIR: home.stationDir,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    BROADCAST_GROUP: 'radio',
    DATABASE_URL: `postgres://${account}${url.host}${name}`,
  });
  expect([how, told]).toEqual([1, expect.stringContaining(words)]);
});
