import { expect, test } from 'vitest';
import * as z from 'zod';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { startWeb } from '../support/start-web.ts';

const MADE = /^[0-9a-f]{12}$/;
const OF_PROXY = '4f1c2a9b77de40a1b6c5d4e3f2a1b0c9';

/** A web process that fails over a call and over each page, behind that many proxies. */
function startFailing(proxies: number) {
  const failing = wireMethod({
    query: nothing,
    body: nothing,
    reply: z.unknown(),
    run: async () => {
      throw new Error('secret of the inside');
    },
  });
  return startWeb({
    environment: { TRUST_PROXY: String(proxies) },
    endpoints: { failing: { GET: failing } },
    answerPage: async () => {
      throw new Error('the page cannot be drawn');
    },
  });
}

test('a trusted proxy’s id names a request in the answer, on the page and in each line of the log [W200]', async () => {
  await using web = await startFailing(1);
  const headers = { 'x-request-id': OF_PROXY, accept: 'text/html' };
  const page = await web.fetch('/en/dance', { headers });
  expect([page.status, page.headers.get('x-request-id')]).toEqual([500, OF_PROXY]);
  expect(await page.text()).toContain(`please add this number: ${OF_PROXY}`);
  const { status, headers: answered, body } = await web.call('failing', {}, { headers });
  expect([status, answered.get('x-request-id')]).toEqual([500, OF_PROXY]);
  // The envelope is what it was: the id stands in the head alone.
  expect(Object.keys(z.object({}).loose().parse(body)).sort()).toEqual(['code', 'error', 'success']);
  expect(web.errors.map((line) => JSON.parse(line).requestId)).toEqual([OF_PROXY, OF_PROXY]);
});

test('without a proxy nobody names a request: it gets an id of its own, which the log has too', async () => {
  await using web = await startFailing(0);
  const { headers } = await web.call('failing', {}, { headers: { 'x-request-id': OF_PROXY } });
  const id = headers.get('x-request-id') ?? '';
  expect(id).toMatch(MADE);
  expect(web.errors.map((line) => JSON.parse(line).requestId)).toEqual([id]);
  const { headers: others } = await web.call('ip');
  expect(others.get('x-request-id')).toMatch(MADE);
  expect(others.get('x-request-id')).not.toBe(id);
});

test('what is kept for many carries no id: it would be somebody else’s', async () => {
  await using web = await startFailing(1);
  for (const path of ['/station.json', '/robots.txt', '/api-proxy.php?endpoint=legal'])
    expect(
      (await web.fetch(path, { headers: { 'x-request-id': OF_PROXY } })).headers.get('x-request-id'),
    ).toBeNull();
});
