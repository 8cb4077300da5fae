import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listMessages } from '#src/features/contact/messages.server.ts';
import { startWeb, type TestWeb } from '../support/start-web.ts';

const KEYS = { RECAPTCHA_SITE_KEY: 'public-key', RECAPTCHA_SECRET: 'what-google-gave-us' };
const WRITTEN = { email: 'zoe@example.org', subject: 'Bonjour', message: 'Merci' };

/** A server at Google's place: it keeps what it is asked, and answers what `answer` writes. */
async function startGoogle(
  answer: (response: ServerResponse, token: string) => void,
  /** How long it may take to answer. */
  timeoutMs = 30_000,
) {
  const asked: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    asked.push(form);
    answer(response, form.get('response') ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    asked,
    siteVerify: { address: `http://127.0.0.1:${port}/recaptcha/api/siteverify`, timeoutMs },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const json = (body: object) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

function write(web: TestWeb, recaptchaToken: string) {
  return web.call(
    'contact',
    {},
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-language': 'en' },
      body: JSON.stringify({ ...WRITTEN, recaptchaToken }),
    },
  );
}

const kept = (web: TestWeb) => listMessages(web.services.db, 'all');

test('a token is believed once Google believes it, and Google is told no address of the visitor', async () => {
  const seen = new Set<string>();
  await using google = await startGoogle((response, token) => {
    const isGood = token === 'good' && !seen.has(token);
    seen.add(token);
    json(isGood ? { success: true } : { success: false, 'error-codes': ['timeout-or-duplicate'] })(response);
  });
  await using web = await startWeb({ environment: KEYS, siteVerify: google.siteVerify });
  expect(await write(web, 'good')).toMatchObject({ status: 200, body: { message: 'Message sent!' } });
  expect([...(google.asked[0] ?? [])]).toEqual([
    ['secret', 'what-google-gave-us'],
    ['response', 'good'],
  ]);
  const refused = { status: 422, body: { code: 'captcha_invalid', fields: { recaptchaToken: 'invalid' } } };
  expect(await write(web, 'good')).toMatchObject(refused);
  expect(await write(web, 'bad')).toMatchObject(refused);
  expect(await write(web, 'x'.repeat(9_000))).toMatchObject(refused);
  expect(google.asked).toHaveLength(3);
  expect(await write(web, '')).toMatchObject({ status: 422, body: { code: 'captcha_required' } });
  expect(await kept(web)).toHaveLength(1);
});

test('there is no challenge to solve, and the station says so', async () => {
  await using web = await startWeb({ environment: KEYS });
  expect(await web.call('captcha')).toMatchObject({ status: 404, body: { code: 'captcha_not_offered' } });
  expect(await (await web.fetch('/station.json')).json()).toMatchObject({
    captcha: { kind: 'recaptcha', siteKey: 'public-key' },
  });
});

/** What it does, how, and how long it is waited for. */
const UNANSWERED: [what: string, answer: (response: ServerResponse) => void, timeoutMs?: number][] = [
  ['does not answer', () => {}, 300],
  ['answers no JSON', (response: ServerResponse) => void response.end('<html>')],
  ['answers something else', json({ ok: true })],
  ['leads elsewhere', (response: ServerResponse) => void response.writeHead(302, { location: '/' }).end()],
  ['hangs up', (response: ServerResponse) => void response.destroy()],
];
test.each(UNANSWERED)(
  'a visitor is told to come back when Google %s',
  async (_what, answer, timeoutMs = 30_000) => {
    await using google = await startGoogle(answer, timeoutMs);
    await using web = await startWeb({ environment: KEYS, siteVerify: google.siteVerify, logLevel: 'warn' });
    expect(await write(web, 'good')).toMatchObject({
      status: 503,
      body: {
        code: 'captcha_unavailable',
        error: 'The robot check is not answering at the moment. Please try again later.',
      },
    });
    expect(await kept(web)).toEqual([]);
    expect(web.errors.join()).toContain('check that this server reaches www.google.com');
  },
);

test('the operator is told when Google refuses the key', async () => {
  await using google = await startGoogle(json({ success: false, 'error-codes': ['invalid-input-secret'] }));
  await using web = await startWeb({ environment: KEYS, siteVerify: google.siteVerify });
  expect((await write(web, 'good')).status).toBe(503);
  expect(web.errors.join()).toContain('check RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET');
  expect(web.errors.join()).not.toContain('what-google-gave-us');
});
