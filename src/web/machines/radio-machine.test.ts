import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { inRequest } from '#src/platform/log/request-context.ts';
import { isOfRadioMachine, proofAnswer, RadioMachine } from './radio-machine.ts';

const KEY = Buffer.alloc(32, 1);
let stack: AsyncDisposableStack;
let told: string[];
beforeEach(() => {
  stack = new AsyncDisposableStack();
  told = [];
});
afterEach(() => stack.disposeAsync());

/** Another machine. Gives its address. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  key: Buffer | null = KEY,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const url = `http://radio${request.url}`;
    if (key === null || !url.startsWith('http://radio/radio-machine')) return answer(request, response);
    const proof = proofAnswer(new Request(url), key);
    response.writeHead(proof.status).end(await proof.text());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stack.defer(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  return `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
}

function isAddress(address: unknown): address is AddressInfo {
  return typeof address === 'object' && address !== null && 'port' in address;
}

function machine(
  addresses: readonly string[] | (() => readonly string[]),
  address: string | null = null,
): RadioMachine {
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } });
  return new RadioMachine({
    address,
    told: typeof addresses === 'function' ? addresses : () => addresses,
    key: KEY,
    clock: systemClock,
    logger,
  });
}

const ask = (radio: RadioMachine, path: string, headers: Record<string, string> = {}) =>
  radio.answer(new Request(`http://web.example.org${path}`, { headers }), '203.0.113.7');

test('a request keeps its name there [W200]', async () => {
  const names: unknown[] = [];
  const right = await serve(({ headers }, response) => {
    names.push(headers['x-request-id']);
    response.end('song');
  });
  const radio = machine([right]);
  await inRequest('4f1c2a9b77de', () => ask(radio, '/covers/a.jpg'));
  await ask(radio, '/covers/a.jpg', { 'x-request-id': 'somebody-elses' });
  expect(names).toEqual(['4f1c2a9b77de', undefined]);
});

test('an address that is told after a search in vain is asked at once', async () => {
  let addresses: readonly string[] = [];
  const radio = machine(() => addresses);
  expect(await ask(radio, '/covers/a.jpg')).toBeNull();
  addresses = ['http://127.0.0.1:1'];
  expect(await ask(radio, '/covers/a.jpg')).toBeNull();
  addresses = [await serve((_, response) => response.end('song'))];
  const answer = await ask(radio, '/covers/a.jpg');
  expect(await answer?.text()).toBe('song');
});

test('the machine that knows the secret is asked, whichever of its addresses answers', async () => {
  const seen: IncomingMessage[] = [];
  const right = await serve((request, response) => {
    seen.push(request);
    response.writeHead(206, {
      'Content-Range': 'bytes 0-3/9',
      'Cache-Control': 'max-age=9',
      Connection: 'x',
    });
    response.end('song');
  });
  const ofOthers = await serve((_, response) => response.end('not this one'), Buffer.alloc(32, 2));
  const noRadio = await serve((_, response) => response.end('hello'), null);
  const radio = machine(['http://127.0.0.1:1', noRadio, ofOthers, right]);
  const answer = await ask(radio, '/previews/a_b.mp3?x=1', { range: 'bytes=0-3', cookie: 'secret=1' });
  expect([answer?.status, await answer?.text()]).toEqual([206, 'song']);
  expect(answer?.headers.get('content-range')).toBe('bytes 0-3/9');
  expect(answer?.headers.get('connection')).toBeNull();
  const [request] = seen;
  expect(request?.url).toBe('/previews/a_b.mp3?x=1');
  expect(request?.headers).toMatchObject({ range: 'bytes=0-3', 'x-forwarded-for': '203.0.113.7' });
  expect(request?.headers.cookie).toBeUndefined();
  expect(told).toEqual([]);
});

test('where BROADCAST_URL leads to a machine that stands by, that one is asked which is on the air', async () => {
  const standby = await serve((_, response) => response.writeHead(503).end('stands by'), null);
  const north = await serve((_, response) => response.end('song of the north'));
  const south = await serve((_, response) => response.end('song of the south'));
  let addresses = [north];
  const radio = machine(() => addresses, standby);
  expect(await (await ask(radio, '/covers/a.jpg'))?.text()).toBe('song of the north');
  addresses = [south];
  expect(await (await ask(radio, '/covers/a.jpg'))?.text()).toBe('song of the south');
  expect(told).toEqual([]);
});

test('while nobody is the machine there is no answer, said once', async () => {
  const noRadio = await serve((_, response) => response.end('hello'), null);
  const radio = machine([noRadio]);
  for (let count = 0; count < 5; count++) expect(await ask(radio, '/covers/a.jpg')).toBeNull();
  expect(told).toHaveLength(1);
  expect(await ask(machine([]), '/covers/a.jpg')).toBeNull();
});

test('an answer that breaks off before its head is none, and the next request looks for the machine anew', async () => {
  let isBroken = true;
  const address = await serve((request, response) =>
    isBroken ? request.socket.destroy() : response.end('there'),
  );
  const radio = machine([address]);
  expect(await ask(radio, '/covers/a.jpg')).toBeNull();
  isBroken = false;
  expect(await (await ask(radio, '/covers/a.jpg'))?.text()).toBe('there');
});

test.each([502, 503])(
  'a file that the machine refuses with %d may be at hand here, a stream is not',
  async (status) => {
    const radio = machine([await serve((_, response) => response.writeHead(status).end('restarting'))]);
    for (const path of ['/covers/a.jpg', '/previews/a.mp3', '/podcasts/tides.xml'])
      expect(await ask(radio, path)).toBeNull();
    const refused = await ask(radio, '/stream/dance.mp3');
    expect([refused?.status, await refused?.text()]).toEqual([status, 'restarting']);
    expect(told).toEqual([]);
  },
);

test('addresses that lead in a circle end', async () => {
  const marks: string[] = [];
  const radio = machine(
    [],
    await serve(({ headers }, response) => {
      marks.push(String(headers['x-onde-passed-on']));
      response.end('song');
    }),
  );
  await ask(radio, '/covers/a.jpg');
  expect(await ask(radio, '/covers/a.jpg', { 'x-onde-passed-on': marks[0] ?? '' })).toBeNull();
  expect(marks).toHaveLength(1);
});

test('[W241] nobody else says that a request was passed on: a shared cache would keep the answer for all', async () => {
  const radio = machine([await serve((_, response) => response.end('song'))]);
  for (const mark of ['1', '', 'A'.repeat(43)])
    expect(await (await ask(radio, '/covers/a.jpg', { 'x-onde-passed-on': mark }))?.text()).toBe('song');
});

test('sound, titles and files are the radio machine’s, pages and calls are not', () => {
  const its = [
    '/covers/a.jpg',
    '/previews/a.mp3',
    '/stream/dance/live.m3u8',
    '/titre.json',
    '/og/track/a.png',
  ];
  const own = [
    '/',
    '/fr/dance',
    '/api-proxy.php',
    '/pictures/a.webp',
    '/coversx',
    '/radio-machine',
    '/healthz',
  ];
  expect(its.filter((path) => !isOfRadioMachine(path))).toEqual([]);
  expect(own.filter(isOfRadioMachine)).toEqual([]);
});

test('[W219] music is on air while the machine that knows the secret tells a title', async () => {
  let titles: unknown = [{ version: 'onde' }];
  const right = await serve((request, response) => {
    const isAsked = request.url === '/titre.json';
    response.writeHead(isAsked ? 200 : 404).end(JSON.stringify(isAsked ? titles : null));
  });
  const radio = machine([right]);
  expect(await radio.isOnAir()).toBe(true);
  titles = [];
  expect(await radio.isOnAir()).toBe(false);
  titles = { success: false };
  expect(await radio.isOnAir()).toBe(false);
  expect(await machine(['http://127.0.0.1:1']).isOnAir()).toBe(false);
});
