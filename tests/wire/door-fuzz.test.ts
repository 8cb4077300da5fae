import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type TestWeb } from '../support/start-web.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

const NAMES = ['latest-tracks', 'history', 'ip', 'latest-tracks.php'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('onde', 'dance', '10', '-1', '1e9', 'NaN'),
);
const call = fc.record({
  method: fc.constantFrom(...METHODS),
  endpoint: fc.oneof(fc.constantFrom(...NAMES), anyText),
  parameters: fc.dictionary(
    fc.oneof(fc.constantFrom('version', 'limit', 'action', '_method'), anyText),
    anyText,
    { maxKeys: 4 },
  ),
  headers: fc.record(
    {
      'accept-language': fc.stringMatching(/^[ -~]{0,40}$/),
      'x-language': fc.stringMatching(/^[ -~]{0,10}$/),
      authorization: fc.stringMatching(/^[ -~]{0,40}$/),
      'content-type': fc.constantFrom('application/json', 'text/plain', 'nonsense'),
    },
    { requiredKeys: [] },
  ),
  body: fc.oneof(fc.string({ maxLength: 200 }), fc.json({ maxDepth: 3 })),
});

test('whatever anyone sends, the door answers with its envelope and never with a failure of its own', async () => {
  await fc.assert(
    fc.asyncProperty(call, async ({ method, endpoint, parameters, headers, body }) => {
      const query = new URLSearchParams({ ...parameters, endpoint });
      const response = await web.fetch(`/api-proxy.php?${query}`, {
        method,
        headers,
        ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      });
      expect(response.status).toBeLessThan(500);
      expect(response.headers.get('content-language')).toMatch(/^[a-z]{2}$/);
      const text = await response.text();
      if (text === '') return;
      const reply: unknown = JSON.parse(text);
      if (response.status === 200) return;
      expect(reply).toMatchObject({ success: false, code: expect.stringMatching(/^[a-z_]+$/) });
    }),
    { numRuns: 300 },
  );
  expect(web.errors).toEqual([]);
}, 60_000);
