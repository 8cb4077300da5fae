import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { KeptPages } from './kept-pages.ts';

const PUBLIC = {
  'cache-control': 'public, max-age=0, s-maxage=5',
  etag: 'W/"one"',
  vary: 'Accept-Encoding',
  'content-type': 'text/html',
};

let clock: ManualClock;
let stack: AsyncDisposableStack;
beforeEach(() => {
  clock = new ManualClock();
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

async function listen(answer: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stack.defer(() => new Promise((closed) => server.close(() => closed())));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * A web process with that answer, and a door before it that keeps pages. Gives how to ask, and what reached the web
 * process.
 */
async function open(head: Record<string, string> = PUBLIC, status = 200) {
  const reached: string[] = [];
  const web = await listen((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.writeHead(status, { ...head, 'content-length': 4 }).end(request.method === 'HEAD' ? '' : 'page');
  });
  const kept = new KeptPages(clock);
  const door = await listen((request, response) => {
    if (kept.answer(openExchange(request, response))) return;
    const { method, url: path, headers } = request;
    get({ port: web, method, path, headers, agent: false }, (reply) => {
      kept.copy(request, reply);
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
  });
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ port: door, path, headers, method, agent: false }, resolve).once('error', reject),
    );
    return { status: answer.statusCode, headers: answer.headers, body: (await buffer(answer)).toString() };
  };
  return { ask, reached };
}

test('of many who ask for a page in a second the web process hears once', async () => {
  const { ask, reached } = await open();
  const first = await ask('/fr/dance');
  for (let count = 0; count < 5; count++) expect(await ask('/fr/dance')).toEqual(first);
  expect((await ask('/fr/dance', {}, 'HEAD')).body).toBe('');
  const known = await ask('/fr/dance', { 'if-none-match': 'W/"one"' });
  expect([known.status, known.body, known.headers.etag]).toEqual([304, '', 'W/"one"']);
  expect(known.headers['content-type']).toBeUndefined();
  expect(reached).toEqual(['GET /fr/dance']);
  clock.advance(1_000);
  await ask('/fr/dance');
  expect(reached).toHaveLength(2);
});

test('callers whom a page may differ for have each their own', async () => {
  const { ask, reached } = await open();
  for (const name of ['accept-encoding', 'accept-language', 'sec-fetch-dest'])
    for (let twice = 0; twice < 2; twice++) await ask('/', { [name]: 'x' });
  expect(reached).toHaveLength(3);
});

test('nobody has a page kept for others that was drawn without what they ask by', async () => {
  const { ask, reached } = await open();
  for (const name of ['accept-encoding', 'accept-language', 'sec-fetch-dest']) {
    await ask('/', { [name]: 'x', connection: `keep-alive, ${name.toUpperCase()}` });
    await ask('/', { [name]: 'x' });
  }
  expect(reached).toHaveLength(6);
});

test.each([
  ['that does not say so', { ...PUBLIC, 'cache-control': 'no-cache' }, 200],
  ['that sets a cookie', { ...PUBLIC, 'set-cookie': 'a=b' }, 200],
  ['that differs by anything else', { ...PUBLIC, vary: 'Accept-Encoding, Cookie' }, 200],
  ['that failed', PUBLIC, 500],
])('an answer %s is not kept', async (_, head, status) => {
  const { ask, reached } = await open(head, status);
  for (let count = 0; count < 2; count++) await ask('/fr');
  expect(reached).toHaveLength(2);
});

test('who brings a token, a query or a range is passed on', async () => {
  const { ask, reached } = await open();
  await ask('/fr');
  await ask('/fr', { authorization: 'Bearer x' });
  await ask('/fr', { range: 'bytes=0-1' });
  await ask('/fr?token=x');
  await ask('/fr?token=x');
  expect(reached).toHaveLength(5);
});

test('[W266] who asks by a list that is too long to be read is passed on', async () => {
  const { ask, reached } = await open();
  for (let twice = 0; twice < 2; twice++)
    await ask('/fr', { 'accept-language': 'x'.repeat(LIST_HEADER_MAX + 1) });
  expect(reached).toHaveLength(2);
});

test('a page goes a second after it was taken in, whatever came since', async () => {
  const { ask, reached } = await open();
  await ask('/first');
  clock.advance(999);
  await ask('/second');
  clock.advance(1);
  await ask('/second');
  await ask('/first');
  expect(reached).toEqual(['GET /first', 'GET /second', 'GET /first']);
});
