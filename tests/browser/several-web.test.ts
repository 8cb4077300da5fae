import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { FAILED_LOGINS_OF_ACCOUNT } from '#src/contract/limits.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { createHome, type Home, type Radio, startRadio } from '../broadcast/support/radio.ts';
import { freePort } from '../support/free-port.ts';
import { startNginx } from '../support/nginx.ts';
import { startPostgres } from '../support/postgres.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { callSite, joinSite } from '../support/site-members.ts';
import { PASSWORD } from '../support/start-members.ts';

const PROGRAM = resolve(import.meta.dirname, '..', '..', 'src', 'cli', 'onde.ts');
const [ARTIST, SONG] = ['Nova Kessler', 'Midnight Ferry'] as const;
const TITLE = `${ARTIST} - ${SONG}`;
const SLUG = 'nova_kessler_midnight_ferry';
const COVER = `/covers/${SLUG}.jpg?w=384`;
const PREVIEW = `/previews/${SLUG}.mp3`;

/** A web process of another machine: empty folders of its own, and the way to database and Redis. */
interface FurtherWeb extends AsyncDisposable {
  readonly origin: string;
  readonly output: string[];
  readonly dataDir: string;
}

let radio: Radio;
let home: Home;
let redis: TestRedis;
let databaseUrl: string;
let first: FurtherWeb;
let second: FurtherWeb;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  const server = stack.use(await startPostgres());
  databaseUrl = server.url;
  redis = stack.use(await startRedis());
  home = stack.use(await createHome());
  await writeStation(home);
  const settings = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
  radio = stack.use(await startRadio(home, { command: 'broadcast', settings }));
  [first, second] = await Promise.all([startFurther(settings), startFurther(settings)]);
  stack.use(first);
  stack.use(second);
  // Each of them has found the radio's machine: titles come from nowhere else.
  for (const web of both())
    await vi.waitFor(async () => expect((await get(web, '/titre.json')).status).toBe(200), PATIENT);
});
afterAll(() => stack.disposeAsync());

/** One track on every stream, rendered with cover and preview, and something of all that a station folder holds. */
async function writeStation({ folder, stationDir, addMedia }: Home): Promise<void> {
  const plain = sharp({ create: { width: 640, height: 640, channels: 3, background: '#1d6fa5' } });
  const record = mediaRecord(1, ARTIST, SONG, 'dance', { hasCover: true });
  const placements = record.placements.map((placement) => ({ ...placement, streamId: null }));
  await addMedia({ ...record, placements }, toneFrames(60, 220));
  const { cover, preview } = mediaFiles(folder, record.id);
  await writeFile(cover, await plain.clone().jpeg().toBuffer());
  await writeFile(preview, Buffer.concat(toneFrames(5, 440)));
  const advert = 'place: leaderboard, image: ad.png, link: "https://example.org", alt: An advert';
  await writeFile(join(stationDir, 'station.yaml'), `name: Radio Fjord\nslots: [{ ${advert} }]\n`);
  await writeFile(join(stationDir, 'ad.png'), await plain.clone().png().toBuffer());
  await mkdir(join(stationDir, 'biographies', ARTIST), { recursive: true });
  await writeFile(join(stationDir, 'biographies', ARTIST, 'en.md'), 'She sails at night.\n');
}

async function startFurther(settings: Record<string, string>): Promise<FurtherWeb> {
  const root = await mkdtemp(join(tmpdir(), 'onde-further-'));
  const dataDir = join(root, 'data');
  const port = await freePort();
  const output: string[] = [];
  const child = spawn(process.execPath, [PROGRAM, 'web', '--port', String(port)], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      ORIGIN: radio.origin,
      DATA_DIR: dataDir,
      STATION_DIR: join(root, 'station'),
      NODE_COMPILE_CACHE: join(tmpdir(), 'onde-compile-cache'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => void output.push(...String(bytes).trimEnd().split('\n')));
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(output.join('\n'));
    expect((await fetch(`${origin}/healthz`)).ok).toBe(true);
  }, PATIENT);
  return {
    origin,
    output,
    dataDir,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const get = (web: { origin: string }, path: string, headers: Record<string, string> = {}) =>
  fetch(`${web.origin}${path}`, { headers, redirect: 'manual' });
const both = () => [first, second];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function reply(web: FurtherWeb, query: string, token?: string): Promise<Record<string, unknown>> {
  const answer = await get(web, `/api-proxy.php?endpoint=${query}`, token === undefined ? {} : bearer(token));
  return z.record(z.string(), z.unknown()).parse(await answer.json());
}

test('home of every process has the station, its titles and its adverts, without a folder of its own', async () => {
  for (const web of both()) {
    await vi.waitFor(async () => {
      const home = await (await get(web, '/en/dance')).text();
      expect(home).toContain('Radio Fjord');
      expect(home).toContain(SONG);
    }, PATIENT);
    // A track may end between the two.
    await vi.waitFor(async () => {
      const told = await (await get(web, '/titre.json')).json();
      expect(told).toEqual(await (await get(radio, '/titre.json')).json());
    }, PATIENT);
    // Its picture may be found only at a second look.
    await vi.waitFor(async () => {
      const { data } = await reply(web, 'slots');
      expect(data).toMatchObject({ slots: [{ alt: 'An advert' }] });
    }, PATIENT);
    const told = await reply(web, `artist-biography&name=${encodeURIComponent(ARTIST)}`);
    expect(told.artist).toMatchObject({ bio_en: 'She sails at night.' });
  }
});

test('a page of another site may send the same to each process [W77, W185]', async () => {
  const asked = async (web: { origin: string }, path: string, header: string) => {
    const { status, headers } = await fetch(`${web.origin}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://partner.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': header,
      },
    });
    const allowed = ['allow', 'access-control-allow-origin', 'access-control-allow-headers'];
    return [status, ...allowed.map((name) => headers.get(name))];
  };
  for (const [path, header] of [
    ['/titre.json', 'x-language'],
    ['/stream/dance.mp3', 'icy-metadata'],
    ['/stream/dance/live.m3u8', 'x-language'],
  ] as const) {
    const atRadio = await asked(radio, path, header);
    expect(String(atRadio[3]).toLowerCase()).toContain(header);
    // A process may still be looking for the radio's machine.
    for (const web of both())
      await vi.waitFor(
        async () => expect([path, await asked(web, path, header)]).toEqual([path, atRadio]),
        PATIENT,
      );
  }
});

test('each process says whether music is on air, and whether it can serve [W219]', async () => {
  for (const web of both())
    await vi.waitFor(async () => {
      for (const query of ['', '?part=web']) {
        const answer = await get(web, `/readyz${query}`);
        expect([query, answer.status, await answer.json()]).toMatchObject([
          query,
          200,
          { success: true, data: { broadcast: true, web: true } },
        ]);
      }
    }, PATIENT);
});

test('covers, previews, shared pictures and adverts are those of the radio, with ranges and validators', async () => {
  const slots = z.object({ slots: z.array(z.object({ picture: z.string() })) });
  const { data } = await reply(first, 'slots');
  const paths = [
    COVER,
    PREVIEW,
    `/og/track/${SLUG}.png`,
    ...slots.parse(data).slots.map(({ picture }) => picture),
  ];
  for (const path of paths) {
    const own = await get(radio, path);
    const bytes = Buffer.from(await own.arrayBuffer());
    expect([path, own.status]).toEqual([path, 200]);
    for (const web of both()) {
      const answer = await get(web, path);
      expect([path, answer.status]).toEqual([path, 200]);
      for (const name of ['content-type', 'cache-control', 'etag', 'content-security-policy'])
        expect([name, answer.headers.get(name)]).toEqual([name, own.headers.get(name)]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      const again = await get(web, path, { 'if-none-match': own.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    }
  }
  const part = await get(second, PREVIEW, { range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range')?.slice(0, 11)]).toEqual([206, 'bytes 10-19']);
  expect((await part.arrayBuffer()).byteLength).toBe(10);
  expect((await get(first, '/previews/nobody_nothing.mp3')).status).toBe(404);
  expect((await get(first, '/radio-machine?challenge=AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
});

test('the radio by itself plays and answers for files, and leaves pages to others [W186]', async () => {
  expect(await (await get(radio, '/readyz')).json()).toMatchObject({ broadcast: true, web: false });
  expect((await get(radio, '/en/dance')).status).toBe(503);
  const heard = await fetch(`${first.origin}/stream/dance.mp3`);
  const chunk = await heard.body?.getReader().read();
  expect([heard.status, (chunk?.value?.byteLength ?? 0) > 0]).toEqual([200, true]);
  // It plays where it is opened by its own address, too [W131].
  expect(heard.headers.get('content-security-policy')).toContain("media-src 'self'");
});

test('what a member does on one process is there on the other', async () => {
  const member = await joinSite(first, 'zoe');
  const { token, user } = member;
  expect(await reply(second, 'profile', token)).toMatchObject({ data: { pseudo: 'zoe' } });
  const titled = { user_id: user.id, full_title: TITLE };
  await callSite(first, 'votes&action=submit', { ...titled, vote: 'like' }, bearer(token));
  const query = new URLSearchParams(titled).toString();
  expect(await reply(second, `votes&action=status&${query}`, token)).toMatchObject({ vote: 'like' });
  const favourite = { user_id: user.id, track_title: SONG, artist_name: ARTIST };
  await callSite(second, 'favorites&action=add', favourite, bearer(token));
  const favourites = await reply(first, `favorites&action=list&user_id=${user.id}`, token);
  expect(favourites.favorites).toMatchObject([{ full_title: TITLE }]);
  await callSite(second, 'comments', { track_title: TITLE, comment: 'Ahoy' }, bearer(token));
  const thread = await reply(first, `comments&track_title=${encodeURIComponent(TITLE)}`);
  expect(thread.data).toMatchObject({ comments: [{ comment: 'Ahoy' }] });
  // The pages show it too, some seconds later at most.
  const address = `/en/dance/info-titre/${SLUG.replaceAll('_', '-')}`;
  await vi.waitFor(async () => expect(await (await get(first, address)).text()).toContain('Ahoy'), PATIENT);
  await callSite(second, 'logout', {}, bearer(token));
  expect((await get(first, '/api-proxy.php?endpoint=profile', bearer(token))).status).toBe(401);
});

test('a picture of a member is there everywhere, and so is its end', async () => {
  const { token, user } = await joinSite(first, 'max');
  const webp = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#f29838' } })
    .webp()
    .toBuffer();
  await runSql('insert into member_pictures (key, user_id, picture, fetched_ms) values ($1, $2, $3, 0)', [
    'A'.repeat(22),
    user.id,
    webp,
  ]);
  for (const web of both()) {
    const picture = await get(web, `/pictures/${'A'.repeat(22)}.webp`);
    expect(Buffer.from(await picture.arrayBuffer()).equals(webp)).toBe(true);
  }
  await fetch(`${first.origin}/api-proxy.php?endpoint=profile-picture`, {
    method: 'DELETE',
    headers: bearer(token),
  });
  for (const web of both()) expect((await get(web, `/pictures/${'A'.repeat(22)}.webp`)).status).toBe(404);
});

test('tokens and challenges of one process count on the others, and on the stream', async () => {
  const { token } = await joinSite(second, 'ida');
  const adFree = z.object({ token: z.string() }).parse(await reply(first, 'token', token));
  const heard = await fetch(`${radio.origin}/stream/dance/marks?noads=${adFree.token}`);
  expect(heard.headers.get('cache-control')).toContain('private');
});

test('limits count together', async () => {
  await joinSite(first, 'ana');
  const fail = (web: FurtherWeb) =>
    fetch(`${web.origin}/api-proxy.php?endpoint=login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@example.org', password: `not ${PASSWORD}` }),
    });
  const statuses: number[] = [];
  for (let count = 0; count < FAILED_LOGINS_OF_ACCOUNT + 2; count++)
    statuses.push((await fail(count % 2 === 0 ? first : second)).status);
  expect(statuses).toEqual([...Array<number>(FAILED_LOGINS_OF_ACCOUNT).fill(401), 429, 429]);
});

test('an edit of the station is in force everywhere, and no machine but the radio keeps anything of it', async () => {
  await writeFile(join(home.stationDir, 'station.yaml'), 'name: Radio Skerry\n');
  for (const web of both())
    await vi.waitFor(
      async () => expect(await (await get(web, '/en/lounge')).text()).toContain('Radio Skerry'),
      PATIENT,
    );
  expect(await readdir(first.dataDir)).not.toContain('media');
});

test('behind the nginx of deploy/ one process may go: pages and calls are answered by the other', async () => {
  const address = ({ origin }: { origin: string }) => new URL(origin).host;
  const third = await startFurther({ DATABASE_URL: databaseUrl, REDIS_URL: redis.url });
  await using nginx = await startNginx({ radio: address(radio), web: [address(third), address(second)] });
  const { token } = await joinSite(nginx, 'eva');
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(nginx.origin + path, { headers });
  const isWhole = async () => {
    const home = await ask('/en/lounge');
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('Radio Skerry')]);
    const profile = await ask('/api-proxy.php?endpoint=profile', bearer(token));
    expect(await profile.json()).toMatchObject({ data: { pseudo: 'eva' } });
    const part = await ask(PREVIEW, { range: 'bytes=10-19' });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    expect((await ask('/titre.json')).status).toBe(200);
  };
  await isWhole();
  await third[Symbol.asyncDispose]();
  for (let count = 0; count < 5; count++) await isWhole();
});

test('while the radio’s machine is away a cover that somebody has is still that one [W185]', async () => {
  await radio.end('SIGKILL');
  const drawn = await vi.waitFor(async () => {
    const answer = await get(first, COVER);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=5');
    return answer;
  }, PATIENT);
  expect(drawn.status).toBe(200);
  const again = await get(first, COVER, { 'if-none-match': drawn.headers.get('etag') ?? '' });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=5']);
  // What is wrong about a request is so there, too.
  expect((await get(first, `${COVER}?w=7`)).status).toBe(400);
  const missing = await get(first, PREVIEW);
  expect([missing.status, missing.headers.get('cache-control'), missing.headers.get('retry-after')]).toEqual([
    503,
    'no-store',
    '5',
  ]);
});

async function runSql(sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}
