import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get as httpGet, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressAssets } from '#src/app/build/compress-assets.ts';
import { PAGE_PURGED_SECONDS, PAGE_SHARED_SECONDS } from '#src/contract/limits.ts';
import { NOTHING_INLINE, type RenderedPage } from '#src/page/address/rendered-page.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { StaticFiles } from '#src/web/answers/static-files.ts';
import { BuiltPages } from './built-pages.ts';

const SCRIPT = 'document.documentElement.dataset.theme = "dark"';
const SHEET = 'p{color:red}';
const HASHED = '/assets/root-Cij-_t-O.js';
const CODE = 'export const wave = 1;\n'.repeat(200);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, HASHED), CODE);
  await compressAssets(folder);
});
afterEach(() => rm(folder, { recursive: true }));

async function openPages(
  render: (request: Request) => Promise<RenderedPage>,
  origin = 'https://radio.example.org',
  isPurged = false,
) {
  const clock = new ManualClock();
  const outside = {
    scripts: [],
    media: ['https://media.example.org'],
    connect: [],
    frames: [],
    pictures: [],
  };
  const pages = new BuiltPages({
    render,
    files: await StaticFiles.open(folder),
    origin,
    outside: () => outside,
    fontFaces: '',
    isPurged,
    clock,
  });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET', peer = '192.0.2.1') =>
    pages.answer(new Request(`http://10.0.0.1:8080${path}`, { headers, method }), peer);
  return { clock, get, pages };
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Renders what it sees of the request, so that a test can tell. */
function renderSeen(seen: Request[] = []) {
  return async (request: Request) => {
    seen.push(request);
    const language = request.headers.get('accept-language') ?? 'none';
    const body = `<!doctype html><style>${SHEET}</style><script>${SCRIPT}</script><script>slipped()</script><p style="--stream:#f29838">${language} ${request.url}</p>${' '.repeat(2_000)}`;
    return { status: 200, headers: HTML, body, inline: { scripts: [SCRIPT], styles: [SHEET] } };
  };
}

test('visitors of one language share a page; it is rendered for the public origin, without what is personal', async () => {
  const seen: Request[] = [];
  const { get } = await openPages(renderSeen(seen));
  const personal = { cookie: 'a=b', authorization: 'Bearer x', 'user-agent': 'y' };
  const [one, two] = await Promise.all([
    get('/fr/dance?week=2026-W40', { ...personal, 'accept-language': 'fr-CA, en;q=0.5' }),
    get('/fr/dance?week=2026-W40', { 'accept-language': 'fr' }),
  ]);
  expect(await one.text()).toBe(await two.text());
  expect(seen).toHaveLength(1);
  expect(seen[0]?.url).toBe('https://radio.example.org/fr/dance?week=2026-W40');
  expect([...(seen[0]?.headers.keys() ?? [])].sort()).toEqual(['accept-language', 'sec-fetch-dest']);
  await get('/fr/dance?week=2026-W40', { 'accept-language': 'de' });
  expect(seen).toHaveLength(2);
});

test('an address that begins with two slashes is one of this site, whatever follows', async () => {
  const seen: Request[] = [];
  const { get } = await openPages(renderSeen(seen));
  for (const path of ['//', '///', '//a%20b/', '//fr/dance', '//elsewhere.example/fr?x=//y', '/\\\\x'])
    expect((await get(path)).status).toBe(200);
  expect(seen.map(({ url }) => url.replace('https://radio.example.org', ''))).toEqual([
    '//',
    '///',
    '//a%20b/',
    '//fr/dance',
    '//elsewhere.example/fr?x=//y',
    '///x',
  ]);
});

test('a page’s policy lets run what was meant to stand in it, by its hash, and nothing else inline', async () => {
  const { get } = await openPages(renderSeen());
  const page = await get('/fr');
  const policy = page.headers.get('content-security-policy') ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash(SCRIPT)}';`);
  expect(policy).toContain(`style-src 'self' 'sha256-${hash(SHEET)}';`);
  expect(policy).toContain(`style-src-attr 'unsafe-hashes' 'sha256-${hash('--stream:#f29838')}';`);
  expect(policy).toContain("media-src 'self' blob: https://media.example.org;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect((await get('/embed/dance')).headers.get('content-security-policy')).toContain('frame-ancestors *');
});

test('a page is sent in the encoding that the visitor accepts, or not at all when it has not changed', async () => {
  const { get } = await openPages(renderSeen());
  const plain = await (await get('/fr')).text();
  const brotli = await get('/fr', { 'accept-encoding': 'gzip, br' });
  expect(brotli.headers.get('content-encoding')).toBe('br');
  expect(brotli.headers.get('vary')).toContain('Accept-Encoding');
  expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(plain);
  const zipped = await get('/fr', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(plain);
  const etag = brotli.headers.get('etag') ?? '';
  const again = await get('/fr', { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('HEAD gives the head of the page', async () => {
  const { get } = await openPages(renderSeen());
  const head = await get('/fr', {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(2_000);
});

test('redirects and pages that are not found keep their status', async () => {
  const { get } = await openPages(async (request) =>
    request.url.endsWith('/old')
      ? { status: 302, headers: { location: '/fr' }, body: '', inline: NOTHING_INLINE }
      : { status: 404, headers: HTML, body: '<p>404</p>', inline: NOTHING_INLINE },
  );
  const moved = await get('/old');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/fr']);
  expect((await get('/fr/nothing')).status).toBe(404);
});

test('the way to what a track is called now keeps the whole query, whoever asked before [W111]', async () => {
  const { get } = await openPages(async () => ({
    status: 301,
    headers: { location: '/fr/dance/info-titre/new' },
    body: '',
    inline: NOTHING_INLINE,
  }));
  for (const query of [
    '',
    '?redirect=https%3A%2F%2Fplayer.example&from=mail',
    '?google_auth=success&token=t',
  ])
    expect((await get(`/fr/dance/info-titre/old${query}`)).headers.get('location')).toBe(
      `/fr/dance/info-titre/new${query}`,
    );
});

test('a page that failed inside is not stored by anyone', async () => {
  const { get } = await openPages(async () => ({
    status: 500,
    headers: HTML,
    body: '',
    inline: NOTHING_INLINE,
  }));
  expect((await get('/fr')).headers.get('cache-control')).toBe('no-store');
});

test('a file of the build is sent compressed as it lies on disk, to be kept for ever', async () => {
  const { get } = await openPages(renderSeen());
  const brotli = await get(HASHED, { 'accept-encoding': 'br' });
  expect(brotli.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(brotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(CODE);
  expect(await (await get(HASHED)).text()).toBe(CODE);
});

test('no address leads to a file beside the build, nor to a compressed twin', async () => {
  const seen: Request[] = [];
  const { get } = await openPages(renderSeen(seen));
  for (const path of [`${HASHED}.br`, '/assets/..%2f..%2fpackage.json', '/assets/', '/etc/passwd'])
    expect((await get(path)).headers.get('content-type')).not.toContain('javascript');
  expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/etc/passwd']);
});

test('a file that no build has, or has no more, is not found, and nobody keeps that [R117]', async () => {
  const seen: Request[] = [];
  const { get } = await openPages(renderSeen(seen));
  await rm(join(folder, 'assets'), { recursive: true });
  for (const path of ['/assets/gone-x1.js', HASHED])
    for (const encoding of ['br', 'identity']) {
      const answer = await get(path, { 'accept-encoding': encoding });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
  expect(seen).toEqual([]);
});

test('a page at the address of a mail’s link is kept by nobody, and rendered for its holder alone', async () => {
  const seen: Request[] = [];
  const { get } = await openPages(renderSeen(seen));
  const page = await get('/reset-password?token=abc');
  expect(page.headers.get('cache-control')).toBe('no-store');
  await get('/reset-password?token=abc');
  expect(seen).toHaveLength(2);
});

test('a page whose address carries a sign-in or a hand-over is kept by nobody, though the page itself is [A77]', async () => {
  const { get } = await openPages(renderSeen([]));
  for (const path of [
    '/fr/dance?google_auth=success&token=abc&user=%7B%7D',
    '/fr/dance?apple_auth=error&auth_error=sign_in_cancelled',
    '/player/dance?token=abc&user=%7B%7D',
  ])
    expect([path, (await get(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  const kept = `public, max-age=0, must-revalidate, s-maxage=${PAGE_SHARED_SECONDS}`;
  expect((await get('/fr/dance')).headers.get('cache-control')).toBe(kept);
});

test('what no page reads of a query makes no page of its own', async () => {
  const seen: Request[] = [];
  const { get } = await openPages(renderSeen(seen));
  for (let at = 0; at < 20; at += 1) await get(`/fr/dance/search?date=2026-11-21&made-up=${at}`);
  expect(seen.map(({ url }) => url)).toEqual(['https://radio.example.org/fr/dance/search?date=2026-11-21']);
});

test('a word in the address does not step around that: what is rendered is counted', async () => {
  const seen: Request[] = [];
  const { get } = await openPages(renderSeen(seen));
  const ask = async (path: string) => {
    const answers: number[] = [];
    for (let at = 0; at < 3_000; at += 1) answers.push((await get(path, {}, 'GET', '192.0.2.9')).status);
    return answers.filter((status) => status === 200).length;
  };
  await get('/fr/dance');
  expect([await ask('/fr/dance?token=k'), seen.length]).toEqual([3_000, 1]);
  expect([await ask('/validate-email?token=k'), seen.length]).toEqual([600, 601]);
});

test('an address that asks for page after page waits for its turn; others, and what is there already, do not', async () => {
  const seen: Request[] = [];
  const { get, clock } = await openPages(renderSeen(seen));
  const made = await Promise.all(Array.from({ length: 650 }, (_, at) => get(`/fr/made-up/${at}`)));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(600);
  expect(seen).toHaveLength(600);
  const refused = made.at(-1);
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await get('/fr/made-up/0')).status).toBe(200);
  // Read to its end, which closes the file.
  expect(await (await get(HASHED)).text()).toBe(CODE);
  expect((await get('/fr/dance', {}, 'GET', '192.0.2.2')).status).toBe(200);
  clock.advance(1_000);
  expect((await get('/fr/lounge')).status).toBe(200);
});

/** Asks a server that sends what is ready and answers 404 to everything else. */
async function askReady(
  pages: BuiltPages,
  requests: { path: string; headers?: Record<string, string>; method?: string }[],
) {
  const server = createServer((incoming, outgoing) => {
    const dress = (headers: Headers, url: URL) => headers.set('x-dressed', url.pathname);
    if (!pages.sendKept(incoming, outgoing, dress)) outgoing.writeHead(404).end('not ready');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const answers = [];
  for (const { path, headers = {}, method = 'GET' } of requests) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      httpGet({ port, path, headers, method, agent: false }, resolve).once('error', reject),
    );
    answers.push({ status: answer.statusCode, headers: answer.headers, body: await buffer(answer) });
  }
  await new Promise((closed) => server.close(closed));
  return answers;
}

test('what is kept is sent as it would be by the longer way, and nothing else is', async () => {
  const { pages, get, clock } = await openPages(renderSeen());
  const headers = { 'accept-language': 'fr-CA, en;q=0.5', 'accept-encoding': 'gzip, br' };
  const [early] = await askReady(pages, [{ path: '/fr/dance', headers }]);
  expect(early?.status).toBe(404);
  const slow = await get('/fr/dance', headers);
  const body = Buffer.from(await slow.arrayBuffer());
  const etag = slow.headers.get('etag') ?? '';
  const [whole, head, known, plain, ...others] = await askReady(pages, [
    { path: '/fr/dance', headers },
    { path: '/fr/dance', headers, method: 'HEAD' },
    { path: '/fr/dance', headers: { ...headers, 'if-none-match': etag } },
    { path: '/fr/dance', headers: { 'accept-language': 'fr' } },
    { path: '/fr/dance', headers: { ...headers, 'accept-language': 'de' } },
    { path: '/fr/dance', headers: { ...headers, 'accept-encoding': 'gzip' } },
    { path: '/fr/dance', headers, method: 'POST' },
    ...['/fr/dance?token=x', '/fr/d%61nce', '//fr/dance', '/fr/club'].map((path) => ({ path, headers })),
  ]);
  const { 'x-dressed': dressed, date: _, connection: __, ...sent } = whole?.headers ?? {};
  expect([whole?.status, sent, dressed]).toEqual([200, Object.fromEntries(slow.headers), '/fr/dance']);
  expect(whole?.body.equals(body)).toBe(true);
  expect([head?.status, head?.headers['content-length'], head?.body.length]).toEqual([
    200,
    String(body.length),
    0,
  ]);
  expect([known?.status, known?.headers.etag, known?.body.length]).toEqual([304, etag, 0]);
  expect(plain?.body.toString()).toBe(brotliDecompressSync(body).toString());
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 404));
  clock.advance(2_000);
  const [late] = await askReady(pages, [{ path: '/fr/dance', headers }]);
  expect(late?.status).toBe(404);
  await get('/fr/dance', headers);
  pages.forget();
  const [forgotten] = await askReady(pages, [{ path: '/fr/dance', headers }]);
  expect(forgotten?.status).toBe(404);
});

test('where a cache is purged, pages have tags, and those of one subject are kept for longer there [W211]', async () => {
  const { get, pages } = await openPages(renderSeen(), undefined, true);
  const sharedOf = async (path: string) => {
    const { headers } = await get(path);
    return [headers.get('cache-control'), headers.get('surrogate-key'), headers.get('cache-tag')];
  };
  const kept = (seconds: number) => `public, max-age=0, must-revalidate, s-maxage=${seconds}`;
  expect(await sharedOf('/fr/dance')).toEqual([kept(PAGE_SHARED_SECONDS), 'page', 'page']);
  expect(await sharedOf('/fr/dance/info-titre/ferry')).toEqual([
    kept(PAGE_PURGED_SECONDS),
    'page track-ferry',
    'page,track-ferry',
  ]);
  const headers = { 'accept-language': 'fr' };
  await get('/fr/dance/info-titre/ferry', headers);
  const [ready] = await askReady(pages, [{ path: '/fr/dance/info-titre/ferry', headers }]);
  expect(ready?.headers).toMatchObject({ 'surrogate-key': 'page track-ferry' });
  const { get: getUntold } = await openPages(renderSeen());
  const untold = await getUntold('/fr/dance/info-titre/ferry');
  expect(untold.headers.get('cache-control')).toBe(kept(PAGE_SHARED_SECONDS));
  expect([untold.headers.has('surrogate-key'), untold.headers.has('cache-tag')]).toEqual([false, false]);
});

test('what is kept by nobody has no tags [W211]', async () => {
  const missing = async (request: Request) => ({ ...(await renderSeen()(request)), status: 404 });
  const { get } = await openPages(missing, undefined, true);
  for (const path of ['/fr/lovepuls/nobody', '/validate-email?token=k'])
    expect([path, (await get(path)).headers.has('surrogate-key')]).toEqual([path, false]);
});

test('pages of a tag are rendered anew, others not [W213]', async () => {
  const seen: Request[] = [];
  const { get, pages } = await openPages(renderSeen(seen), undefined, true);
  const all = ['/fr/dance', '/lovepuls/Zoe', '/fr/lovepuls/zoe'];
  for (const path of all) await get(path);
  pages.forget(['member-zoe']);
  for (const path of all) await get(path);
  expect(seen.slice(3).map(({ url }) => new URL(url).pathname)).toEqual(all.slice(1));
});
