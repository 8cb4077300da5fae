import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicStationSchema } from '#src/station/config/public-station.wire.ts';
import { startWeb, type TestWeb } from '../support/start-web.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

test('a client program reads the station’s public facts', async () => {
  const response = await web.fetch('/station.json');
  const body: unknown = await response.json();
  expect(publicStationSchema.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    name: 'Onde',
    timezone: 'Europe/Paris',
    apiKey: 'web',
    captcha: { kind: 'builtin', siteKey: '' },
    socialSignIn: { google: false, apple: false },
    playerHost: 'http://localhost:8080/player',
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test('an operator’s settings show in the public facts, and no secret does', async () => {
  await using other = await startWeb({
    environment: {
      CLIENT_API_KEYS: 'site,handset',
      RECAPTCHA_SITE_KEY: 'public-key',
      RECAPTCHA_SECRET: 'hidden-1',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'hidden-2',
      // Nothing listens there.
      GOOGLE_ISSUER: 'http://127.0.0.1:9',
    },
  });
  const text = await (await other.fetch('/station.json')).text();
  expect(JSON.parse(text)).toMatchObject({
    apiKey: 'site',
    captcha: { kind: 'recaptcha', siteKey: 'public-key' },
    socialSignIn: { google: true, apple: false },
  });
  expect(text).not.toMatch(/hidden|handset/);
});

test('a document that has not changed is not sent again', async () => {
  const first = await web.fetch('/station.json');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"/);
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*'])
    expect((await web.fetch('/station.json', { headers: { 'if-none-match': known } })).status).toBe(304);
  expect((await web.fetch('/station.json', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('robots are kept from what is no page', async () => {
  const text = await (await web.fetch('/robots.txt')).text();
  expect(text).toMatch(/^User-agent: \*$/m);
  expect(text).toMatch(/^Disallow: \/api-proxy\.php$/m);
});

test('documents can only be read', async () => {
  const posted = await web.fetch('/station.json', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('every answer carries the security headers, failures too', async () => {
  for (const path of [
    '/station.json',
    '/api-proxy.php?endpoint=ip',
    '/api-proxy.php?endpoint=none',
    '/nothing.png',
    '/favicon.svg',
  ]) {
    const { headers } = await web.fetch(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

test('an address with a token in it is told to no other site', async () => {
  // The player's stands in the fragment, which no server sees [A15].
  for (const path of ['/validate-email?token=abc', '/player/dance']) {
    const { headers } = await web.fetch(path);
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
  }
});

test('a site with a secure origin asks browsers to stay secure', async () => {
  await using secure = await startWeb({ environment: { ORIGIN: 'https://radio.example.org' } });
  expect((await secure.fetch('/robots.txt')).headers.get('strict-transport-security')).toBe(
    'max-age=31536000',
  );
});

test('a telephone’s camera reads the address of a stream’s page from its code [W102]', async () => {
  const response = await web.fetch('/qr/de/90s.svg');
  expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .resize(400)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQR({ ...info, data })).toBe('http://localhost:8080/de/90s');
  expect((await web.fetch('/qr/de/jazz.svg')).status).toBe(404);
  expect((await web.fetch('/qr/xx/90s.svg')).status).toBe(404);
});
