import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { LANGUAGES } from '#src/contract/languages.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { UNAVAILABLE_TEXTS, unavailableAnswer } from './unavailable-answer.ts';

const config = () => stationConfig({ name: 'Onde', streams: [{ id: 'hits', name: 'Hits & <b>"Co' }] });
let mediaBaseUrl = '';
const server = createServer((request, response) =>
  unavailableAnswer({ config, mediaBaseUrl })(openExchange(request, response)),
);
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(() => server.close());

const read = (path: string, acceptLanguage = 'fr') =>
  fetch(`${origin}${path}`, { headers: { Accept: 'text/html', 'Accept-Language': acceptLanguage } });
const policyOf = (reply: Response) => reply.headers.get('content-security-policy') ?? '';

test.each(LANGUAGES)(
  'a reader of a page in %s is told in that language that it comes back',
  async (language) => {
    const reply = await read(`/${language}/dance`, 'en');
    expect(reply.status).toBe(503);
    expect(reply.headers.get('content-language')).toBe(language);
    expect(reply.headers.get('retry-after')).toBe('5');
    const html = await reply.text();
    expect(html).toContain(`<html lang="${language}">`);
    for (const text of Object.values(UNAVAILABLE_TEXTS[language])) expect(html).toContain(text);
  },
);

test('an address without a language is answered in the browser’s, a small player in the one it asks for', async () => {
  expect((await read('/', 'pl, en;q=0.5')).headers.get('content-language')).toBe('pl');
  expect((await read('/embed/dance?lang=nl', 'pl')).headers.get('content-language')).toBe('nl');
});

test('a program gets the envelope', async () => {
  const reply = await fetch(`${origin}/api-proxy.php?endpoint=ip`, { headers: { 'X-Language': 'ru' } });
  expect(await reply.json()).toMatchObject({ success: false, code: 'unavailable' });
  expect(reply.headers.get('retry-after')).toBe('5');
});

test('each stream can be heard meanwhile, without a script, and no refresh cuts it off [R105]', async () => {
  const reply = await read('/fr/dance');
  const html = await reply.text();
  for (const id of STREAM_IDS)
    expect(html).toContain(`<audio controls preload="none" src="/stream/${id}.mp3"`);
  expect(html).toContain('<li>Hits &amp; &lt;b&gt;&quot;Co<audio');
  expect(html.match(/<audio /g)).toHaveLength(STREAM_IDS.length);
  expect(html).not.toMatch(/http-equiv/);
  expect(Buffer.byteLength(html)).toBeLessThan(6_000);
  expect(policyOf(reply)).toContain("media-src 'self'");
});

test('the policy lets the page’s own style and script run, and the streams come from where they are', async () => {
  mediaBaseUrl = 'https://media.example.org/radio';
  const reply = await read('/fr/dance');
  mediaBaseUrl = '';
  const html = await reply.text();
  for (const element of ['style', 'script']) {
    const text = new RegExp(`<${element}>([^]*)</${element}>`).exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(text).digest('base64');
    expect(policyOf(reply)).toContain(`${element}-src 'sha256-${hash}'`);
  }
  expect(html).toContain('src="https://media.example.org/radio/stream/dance.mp3"');
  expect(policyOf(reply)).toContain('media-src https://media.example.org;');
});

test('only what stands in for a small player may stand on another site, with its stream alone', async () => {
  expect(policyOf(await read('/fr/dance'))).toContain("frame-ancestors 'none'");
  const reply = await read('/embed/90s');
  expect(policyOf(reply)).toContain('frame-ancestors *');
  const html = await reply.text();
  expect(html.match(/<audio [^>]*>/g)).toEqual([expect.stringContaining('/stream/90s.mp3')]);
});
