import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { LANGUAGES } from '#src/contract/languages.ts';
import { answerUnavailable } from './unavailable-answer.ts';
import { UNAVAILABLE_TEXTS } from './unavailable-texts.ts';

const server = createServer((request, response) => answerUnavailable(openExchange(request, response)));
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(() => server.close());

const read = (path: string, acceptLanguage: string) =>
  fetch(`${origin}${path}`, { headers: { Accept: 'text/html', 'Accept-Language': acceptLanguage } });

test.each(LANGUAGES)(
  'a reader of a page in %s is told in that language that it comes back',
  async (language) => {
    const reply = await read(`/${language}/dance`, 'en');
    expect(reply.status).toBe(503);
    expect(reply.headers.get('content-language')).toBe(language);
    const html = await reply.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(UNAVAILABLE_TEXTS[language].text);
  },
);

test('an address without a language is answered in the browser’s', async () => {
  expect((await read('/', 'pl, en;q=0.5')).headers.get('content-language')).toBe('pl');
});

test('a program gets the envelope', async () => {
  const reply = await fetch(`${origin}/api-proxy.php?endpoint=ip`, { headers: { 'X-Language': 'ru' } });
  expect(await reply.json()).toMatchObject({ success: false, code: 'unavailable' });
  expect(reply.headers.get('retry-after')).toBe('5');
});
