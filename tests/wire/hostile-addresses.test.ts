import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';
import { startProvider, type TestProvider } from '../support/test-provider.ts';

/** About three seconds. */
const REQUESTS = 1_500;
/** A failure comes again. */
const SEED = 20_261_125;

let provider: TestProvider;
let web: TestWeb;
beforeAll(async () => {
  provider = await startProvider();
  web = await startWeb({
    environment: provider.environment,
    writeStation: async (stationDir) => void (await mkdir(join(stationDir, 'podcasts'))),
  });
  const record = mediaRecord(1, 'Nova', 'Tide');
  await web.data.addMedia(record);
  await web.data.play(journalEntry(record, 'dance', NOON_MS));
  await web.drain();
  await vi.waitFor(() => expect(web.services.content.podcasts).not.toBeNull(), PATIENT);
});
afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** A part of an address: what is there, what looks like it, and what is no text at all. */
const part = fc.oneof(
  fc.constantFrom(
    ...['', '.', '..', '%2e%2e', '%00', '%', '%zz', '%ff', '%c3%28', '%ED%A0%80', '%E2%80%AE', '%5c'],
    ...['__proto__', 'constructor', 'dance', 'fr', 'onde', 'nova-tide', 'nova_tide', 'Nova', 'a'.repeat(300)],
    ...['x%0d%0aY:1', '-1', '2026-11-21T11:00:00Z', 'dance-2026-11-21T11:00:00Z', '9999-99-99T99:99:99Z'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent),
);
const ADDRESSES = [
  ...[
    '/covers/_.jpg',
    '/previews/_.mp3',
    '/videos/_.mp4',
    '/pictures/_.webp',
    '/slots/_.webp',
    '/logo-_.png',
  ],
  ...['/podcasts/_.xml', '/podcasts/_/_', '/week_.xml', '/sitemaps/_.xml', '/sitemap.xml', '/screens/_'],
  ...['/og/_/_.png', '/og/track/_.png', '/og/stream/_.png', '/og/moment/_.png', '/og/artist/_.png'],
  ...['/qr/_/_.svg', '/oembed', '/manifest.webmanifest', '/station.json', '/robots.txt', '/favicon.ico'],
  ...[
    '/auth/_',
    '/auth/google',
    '/auth/google/callback',
    '/auth/apple',
    '/auth/apple/callback',
    '/_',
    '/_/_',
  ],
];
const PARAMETERS = [
  ...['w', 'lang', 'url', 'maxwidth', 'format', 'theme', 'state', 'code', 'iss', 'error', 'redirect'],
  ...['stream', 'popup', 'id_token', 'token', 'user', '__proto__'],
];
const VALUES = [
  ...['http://localhost:8080/fr/dance', 'javascript:alert(1)', 'http://[', '-5', '1e9', '96', '__proto__'],
];
const visits = fc.record({
  path: fc
    .tuple(fc.constantFrom(...ADDRESSES), part, part)
    .map(([address, one, other]) => address.replace('_', () => one).replace('_', () => other)),
  query: fc
    .dictionary(fc.constantFrom(...PARAMETERS), fc.oneof(part, fc.constantFrom(...VALUES)), { maxKeys: 3 })
    .map((parameters) => `?${new URLSearchParams({ ...parameters })}`),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'),
  headers: fc.record(
    {
      range: fc.constantFrom(
        'bytes=5-1',
        'bytes=-0',
        'bytes=a',
        'bytes=0-1,2-3',
        'bytes=99999999999999999999-',
      ),
      'if-none-match': fc.constantFrom('*', '"', 'W/"x"'),
      'if-modified-since': fc.constantFrom('never', 'Thu, 01 Jan 1970 00:00:00 GMT'),
      'accept-encoding': fc.constantFrom('br;q=x', 'gzip', '*;q=0'),
      'content-type': fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data', ';'),
      cookie: fc.constantFrom('onde-sign-in=x', '=', 'a'.repeat(3_000)),
    },
    { requiredKeys: [] },
  ),
  body: fc.constantFrom('state=x&code=y', 'id_token=a&state=__proto__', '%', 'user={', 'a'.repeat(3_000)),
});

/** Sends an address as it is written, which fetch would tidy up. */
function ask(path: string, init: { method: string; headers: Record<string, string>; body: string }) {
  const { method, headers, body } = init;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: new URL(web.origin).port, path, method, headers });
    asked.once('error', reject).once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('latin1') }),
      );
    });
    asked.end(method === 'POST' ? body : undefined);
  });
}

test('whatever address is asked for, however, the answer is no failure of the server’s own', async () => {
  for (const { path, query, ...init } of fc.sample(visits, { numRuns: REQUESTS, seed: SEED })) {
    const { status, text } = await ask(`${path}${query}`, init);
    const said = JSON.stringify({ path, query, ...init, status });
    // 501: an oEmbed in another format.
    expect(status === 501 || status < 500, said).toBe(true);
    if (status >= 400) expect(text, said).not.toMatch(/sqlite|node_modules|\.ts:\d|\bat \S+ \(/i);
  }
  expect(web.errors).toEqual([]);
});
