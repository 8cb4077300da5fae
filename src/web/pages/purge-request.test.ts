import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { purgeFailure, purgeRequests } from './purge-request.ts';

/** A cache that answers with a status. */
async function cacheThat(status: number, headers: Record<string, string> = {}) {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, response) => {
    seen.push({ request, body: await text(request) });
    response.writeHead(status, headers).end('words');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const request = purgeRequests({
    url: `http://127.0.0.1:${port}/purge-pages?site=7`,
    key: 'a-key-of-its-own',
  });
  return { seen, purge: (tags: string[]) => request(tags, new AbortController().signal) };
}

test('a request has its tags in the head and in the body, and the key that proves it [W212]', async () => {
  const { seen, purge } = await cacheThat(204);
  await purge(['track-ferry', 'member-zoe']);
  const [{ request, body } = { request: null, body: '' }] = seen;
  expect([request?.method, request?.url]).toEqual(['POST', '/purge-pages?site=7']);
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer a-key-of-its-own',
    'content-type': 'application/json',
    'surrogate-key': 'track-ferry member-zoe',
  });
  expect(JSON.parse(body)).toEqual({ tags: ['track-ferry', 'member-zoe'] });
});

test.each([403, 404, 503])('a cache that answers %i has not purged', async (status) => {
  const { purge } = await cacheThat(status);
  const failure = await purge(['page']).catch(purgeFailure);
  expect(failure).toBe(`it answered ${status}`);
});

test('the key is not carried elsewhere', async () => {
  const { purge, seen } = await cacheThat(307, { location: 'http://127.0.0.1:1/' });
  await expect(purge(['page'])).rejects.toThrow();
  expect(seen).toHaveLength(1);
});

test('a cache that is not there is told by its cause', async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((closed) => server.close(closed));
  const purge = purgeRequests({ url: `http://127.0.0.1:${port}/`, key: 'a-key-of-its-own' });
  const failure = await purge(['page'], new AbortController().signal).catch(purgeFailure);
  expect(failure).toContain('ECONNREFUSED');
});
