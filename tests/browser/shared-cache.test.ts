import { writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { freePort } from '../support/free-port.ts';
import { runOnde } from '../support/run-onde.ts';
import { callSite, joinSite, type SiteMember } from '../support/site-members.ts';
import { PASSWORD } from '../support/start-members.ts';
import { FERRY, type Site, startSite } from '../support/start-site.ts';
import { startVarnish, type TestVarnish } from '../support/varnish.ts';

const KEY = 'a-key-for-this-test-alone';
const TITLE = `${FERRY.artist} - ${FERRY.title}`;
const TRACK = '/en/dance/info-titre/nova-kessler-midnight-ferry';

/** Pages that no change here is about. Their copies live for half a minute: each test has one of its own. */
const OTHERS = ['/lovepuls/yann', '/de/lovepuls/yann', '/nl/lovepuls/yann'] as const;

let site: Site;
let stationDir: string;
let settings: Record<string, string>;
/** On the way from Varnish to the web process, and from the station to Varnish. */
let between: Between;
let purges: Between;
let zoe: SiteMember;
let varnish: TestVarnish;
let port: number;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  port = await freePort();
  purges = stack.use(await startBetween(() => `http://127.0.0.1:${port}`));
  settings = { PAGE_PURGE_URL: `http://${purges.address}/purge-pages`, PAGE_PURGE_KEY: KEY };
  const keepFolder = async (folder: string) => {
    stationDir = folder;
  };
  site = stack.use(await startSite([FERRY], { TRUST_PROXY: '1', ...settings }, [], keepFolder));
  between = stack.use(await startBetween(() => site.origin));
  zoe = await joinSite(site, 'zoe');
  await joinSite(site, 'yann');
});
afterAll(() => stack.disposeAsync());

interface Between extends AsyncDisposable {
  readonly address: string;
  /** The tags of every purge that passed. */
  readonly purged: string[];
  /** Holds the answers to an address until it is disposed, from when they have come from the site. */
  hold(path: string): Disposable & { readonly held: Promise<void> };
}

/** Passes on what is asked of another server, as a slow way would where it is told so. */
async function startBetween(originOf: () => string): Promise<Between> {
  const holds = new Map<string, { free: Promise<void>; isHeld: () => void }>();
  const purged: string[] = [];
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    const onward = httpRequest(originOf() + url, { method, headers }, async (answer) => {
      const tags = headers['surrogate-key'];
      if (typeof tags === 'string' && answer.statusCode === 200) purged.push(...tags.split(' '));
      const body = await buffer(answer);
      const hold = holds.get(url);
      hold?.isHeld();
      await hold?.free;
      response.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
    });
    onward.once('error', () => response.destroy());
    request.pipe(onward);
  });
  const listensAt = await freePort();
  await new Promise<void>((listening) => server.listen(listensAt, '127.0.0.1', listening));
  return {
    address: `127.0.0.1:${listensAt}`,
    purged,
    hold(path) {
      const [free, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.set(path, { free: free.promise, isHeld: held.resolve });
      return {
        held: held.promise,
        [Symbol.dispose]() {
          holds.delete(path);
          free.resolve();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const cache = async () => {
  const { host } = new URL(site.origin);
  return stack.use(await startVarnish({ port, radio: host, web: between.address, key: KEY }));
};
const told = (words: string) => site.output.filter((line) => line.includes(words));
const GONE = 'the shared cache does not purge pages';
const BACK = 'the shared cache purges pages again';

interface Seen {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
  /** Varnish's number of the copy that was sent; null when it was fetched for this caller. */
  readonly copy: string | null;
}

async function see(path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const answer = await fetch(varnish.origin + path, { headers: { connection: 'close', ...headers } });
  const copy = answer.headers.get('x-varnish')?.split(' ')[1] ?? null;
  return { status: answer.status, body: await answer.text(), headers: answer.headers, copy };
}

/** Waits until what is sent is a copy. */
async function untilKept(path: string): Promise<Seen> {
  return vi.waitFor(async () => {
    const seen = await see(path);
    expect([path, seen.status, seen.copy]).toEqual([path, 200, expect.any(String)]);
    return seen;
  }, PATIENT);
}

const bearer = ({ token }: SiteMember) => ({ authorization: `Bearer ${token}` });
const say = (member: SiteMember, comment: string) =>
  callSite(site, 'comments', { track_title: TITLE, comment }, bearer(member));

test('a cache that is away is told once, and once when it is back [W214]', async () => {
  await vi.waitFor(() => expect(told(GONE)).toHaveLength(1), PATIENT);
  varnish = await cache();
  await vi.waitFor(() => expect(told(BACK)).toHaveLength(1), PATIENT);
  expect(told(GONE)).toHaveLength(1);
});

test('pages are kept for all, whatever cookies they have, and nobody sees their tags [W211]', async () => {
  const page = await untilKept(TRACK);
  expect([
    page.headers.has('surrogate-key'),
    page.headers.has('cache-tag'),
    page.headers.has('xkey'),
  ]).toEqual([false, false, false]);
  expect((await see(TRACK, { cookie: 'a=b' })).copy).toBe((await untilKept(TRACK)).copy);
});

test('a comment is on its track’s page at once, and no other page is fetched anew [W213]', async () => {
  const other = await untilKept(OTHERS[0]);
  await untilKept(TRACK);
  await vi.waitFor(() => say(zoe, 'Ahoy from Varnish'), PATIENT);
  await vi.waitFor(async () => expect((await see(TRACK)).body).toContain('Ahoy from Varnish'), PATIENT);
  expect((await see(OTHERS[0])).copy).toBe(other.copy);
});

test('what was drawn before a change and comes to the cache after its purge is purged as well [W213]', async () => {
  const late = TRACK.replace('/en/', '/fr/');
  await untilKept(TRACK);
  const other = await (async () => {
    using way = between.hold(late);
    const first = see(late);
    await way.held;
    await say(zoe, 'Later than that');
    // The first purge is over where this is seen.
    await vi.waitFor(async () => expect((await see(TRACK)).body).toContain('Later than that'), PATIENT);
    const kept = await untilKept(OTHERS[1]);
    way[Symbol.dispose]();
    expect((await first).body).not.toContain('Later than that');
    return kept;
  })();
  expect((await untilKept(late)).body).not.toContain('Later than that');
  await vi.waitFor(async () => expect((await see(late)).body).toContain('Later than that'), PATIENT);
  expect((await see(OTHERS[1])).copy).toBe(other.copy);
});

test('the page of a deleted member is gone, and so is what stood in that name elsewhere [W213]', async () => {
  const max = await joinSite(site, 'max');
  await say(max, 'Max was here');
  await vi.waitFor(async () => expect((await see(TRACK)).body).toContain('Max was here'), PATIENT);
  const other = await untilKept(OTHERS[2]);
  await untilKept('/en/lovepuls/MAX');
  await untilKept(TRACK);
  const gone = await fetch(`${site.origin}/api-proxy.php?endpoint=profile`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', ...bearer(max) },
    body: JSON.stringify({ password: PASSWORD }),
  });
  expect(gone.status).toBe(200);
  await vi.waitFor(async () => {
    expect((await see('/en/lovepuls/MAX')).status).toBe(404);
    expect((await see(TRACK)).body).not.toContain('Max was here');
  }, PATIENT);
  expect((await see(OTHERS[2])).copy).toBe(other.copy);
});

test('a comment that the operator hides is gone from its page when the command ends [W213]', async () => {
  const { id } = z.object({ id: z.number() }).parse(await say(zoe, 'Rude'));
  await vi.waitFor(async () => expect((await see(TRACK)).body).toContain('Rude'), PATIENT);
  const hidden = await runOnde(['comment', 'hide', String(id)], {
    ...settings,
    DATA_DIR: dirname(site.databasePath),
  });
  expect(hidden).toMatchObject({ how: 0, printed: expect.stringContaining('has purged its page') });
  expect((await see(TRACK)).body).not.toContain('Rude');
});

test('an edit of the station has every page purged [W213]', async () => {
  await untilKept(TRACK);
  const before = purges.purged.length;
  await writeFile(join(stationDir, 'station.yaml'), 'name: Radio Skerry\n');
  await vi.waitFor(() => expect(purges.purged.slice(before)).toContain('page'), PATIENT);
  await vi.waitFor(async () => expect((await see(TRACK)).body).toContain('Radio Skerry'), PATIENT);
});

test('nobody else has anything purged', async () => {
  const { copy } = await untilKept(TRACK);
  const ask = async (method: string, headers: Record<string, string>) =>
    (await fetch(`${varnish.origin}/purge-pages`, { method, headers })).status;
  const tags = { 'surrogate-key': 'page' };
  expect(await ask('POST', tags)).toBe(403);
  expect(await ask('POST', { ...tags, authorization: `Bearer ${KEY}x` })).toBe(403);
  expect(await ask('GET', { ...tags, authorization: `Bearer ${KEY}` })).toBe(405);
  expect(await ask('POST', { authorization: `Bearer ${KEY}` })).toBe(400);
  expect((await see(TRACK)).copy).toBe(copy);
});

test('sound goes through it', async () => {
  const heard = await fetch(`${varnish.origin}/stream/dance.mp3`);
  const reader = heard.body?.getReader();
  const chunk = await reader?.read();
  expect([heard.status, (chunk?.value?.byteLength ?? 0) > 0]).toEqual([200, true]);
  await reader?.cancel();
});
