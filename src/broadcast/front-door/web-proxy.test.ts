import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { WIRE_BODY_BYTES_MAX } from '#src/contract/limits.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { unavailableAnswer } from './unavailable-answer.ts';
import { WebBackend, WebGate } from './web-gate.ts';
import { WebProxy } from './web-proxy.ts';

let folder: string;
let resources: AsyncDisposableStack;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-proxy-'));
  resources = new AsyncDisposableStack();
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
});
afterEach(() => resources.disposeAsync());

async function serve(listener: RequestListener, at: string | number): Promise<number> {
  // Nobody but the proxy closes a connection.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  await new Promise<void>((resolve) => server.listen(at, resolve));
  resources.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

let webs = 0;
async function startWeb(listener: RequestListener): Promise<WebBackend> {
  webs += 1;
  const path = join(folder, `web-${webs}.sock`);
  await serve(listener, path);
  return new WebBackend(path);
}

/** A front door that passes everything on. */
async function startDoor(clock: Clock = systemClock) {
  const logger = pino({ level: 'silent' });
  const gate = new WebGate(clock);
  const refuse = unavailableAnswer({ config: () => ({ streams: [] }), mediaBaseUrl: '' });
  const proxy = new WebProxy({
    gate,
    trust: createProxyTrust({ trustProxy: 0, trustedProxies: [] }),
    refuse,
    clock,
    logger,
  });
  const port = await serve((call, reply) => proxy.handle(openExchange(call, reply)), 0);
  return { gate, origin: `http://127.0.0.1:${port}` };
}

test('a page whose process dies under it is asked for once more', async () => {
  const { gate, origin } = await startDoor();
  let calls = 0;
  gate.open(
    await startWeb((call, reply) => {
      calls += 1;
      if (calls === 1) call.socket.destroy();
      else reply.end('there');
    }),
  );
  expect(await (await fetch(`${origin}/`)).text()).toBe('there');
});

test('a request has one name on its way, however often it is sent, and in the answer of who gives it up [W200]', async () => {
  const names: unknown[] = [];
  const { gate, origin } = await startDoor();
  gate.open(
    await startWeb((call) => {
      names.push(call.headers['x-request-id']);
      call.socket.destroy();
    }),
  );
  const refused = await fetch(`${origin}/fr/dance`, { headers: { 'x-request-id': 'somebody-elses' } });
  const name = refused.headers.get('x-request-id');
  expect(name).toMatch(/^[0-9a-f]{12}$/);
  expect([refused.status, names]).toEqual([503, [name, name]]);
});

test('a request that no process survives is given up after the second', async () => {
  const { gate, origin } = await startDoor();
  let calls = 0;
  gate.open(
    await startWeb((call) => {
      calls += 1;
      call.socket.destroy();
    }),
  );
  const reply = await fetch(`${origin}/`);
  expect([reply.status, calls]).toEqual([503, 2]);
});

test('a call with a body is never sent twice', async () => {
  const { gate, origin } = await startDoor();
  const bodies: string[] = [];
  gate.open(
    await startWeb(async (call) => {
      bodies.push(await text(call));
      call.socket.destroy();
    }),
  );
  const reply = await fetch(`${origin}/`, { method: 'POST', body: 'once' });
  expect([reply.status, bodies]).toEqual([503, ['once']]);
});

test('a call with a body waits for a process that is not there yet', async () => {
  const { gate, origin } = await startDoor();
  gate.open(new WebBackend(join(folder, 'gone.sock')));
  const reply = fetch(`${origin}/`, { method: 'POST', body: 'kept' });
  const web = await startWeb(async (call, answer) => answer.end(await text(call)));
  gate.open(web);
  expect(await (await reply).text()).toBe('kept');
});

test('an answer’s first part arrives before its last is made', async () => {
  const { gate, origin } = await startDoor();
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  gate.open(
    await startWeb(async (_call, reply) => {
      reply.write('first');
      await isRead;
      reply.end('last');
    }),
  );
  const reader = (await fetch(`${origin}/`)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  read();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
});

test('a caller who leaves ends the call in the web process too', async () => {
  const { gate, origin } = await startDoor();
  let isClosed = false;
  const { promise: isCalled, resolve: called } = Promise.withResolvers<void>();
  gate.open(
    await startWeb((_call, reply) => {
      reply.once('close', () => {
        isClosed = true;
      });
      called();
    }),
  );
  const caller = request(`${origin}/slow`);
  caller.on('error', () => {}).end();
  await isCalled;
  caller.destroy();
  await vi.waitFor(() => expect(isClosed).toBe(true), PATIENT);
});

test('a process that breaks off its answer breaks it off for the caller', async () => {
  const { gate, origin } = await startDoor();
  gate.open(
    await startWeb((call, reply) => {
      reply.writeHead(200, { 'Content-Length': '100' });
      reply.write('half', () => call.socket.destroy());
    }),
  );
  await expect(fetch(`${origin}/`).then((reply) => reply.text())).rejects.toThrow();
});

test('a process is idle when its last answer has been read', async () => {
  const { gate, origin } = await startDoor();
  const { promise: isMade, resolve: make } = Promise.withResolvers<void>();
  const { promise: isCalled, resolve: called } = Promise.withResolvers<void>();
  const web = await startWeb(async (_call, reply) => {
    called();
    await isMade;
    reply.end('done');
  });
  gate.open(web);
  const answer = fetch(`${origin}/`);
  await isCalled;
  let isIdle = false;
  const idle = web.idle().then(() => {
    isIdle = true;
  });
  await new Promise(setImmediate);
  expect(isIdle).toBe(false);
  make();
  expect(await (await answer).text()).toBe('done');
  await idle;
});

/** A process that takes requests and answers none of them. */
async function startHung() {
  const called: string[] = [];
  const web = await startWeb((call) => {
    called.push(`${call.method}`);
    call.resume();
  });
  return { web, called };
}

function letPass(clock: ManualClock): Disposable {
  const timer = setInterval(() => clock.advance(100), 5);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

test('what a process that falls silent has taken is told 503 in time; what comes later never reaches it', async () => {
  const clock = new ManualClock();
  const { gate, origin } = await startDoor(clock);
  const { web, called } = await startHung();
  gate.open(web);
  const taken = ['GET', 'POST'].map((method) =>
    fetch(`${origin}/`, { method, ...(method === 'POST' && { body: 'once' }) }),
  );
  await vi.waitFor(() => expect(called).toHaveLength(2), PATIENT);
  clock.advance(2_000);
  web.judge('silent');
  const silentMs = clock.monotonicMs();
  using _time = letPass(clock);
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([503, 503]);
  expect(clock.monotonicMs() - silentMs).toBeGreaterThan(2_000);
  expect((await fetch(`${origin}/`)).status).toBe(503);
  expect(called.toSorted()).toEqual(['GET', 'POST']);
});

test('a process that is only slow with one thing is waited for, half a minute at most', async () => {
  const clock = new ManualClock();
  const { gate, origin } = await startDoor(clock);
  const { web, called } = await startHung();
  gate.open(web);
  let status = 0;
  const slow = fetch(`${origin}/`).then((reply) => {
    status = reply.status;
  });
  await vi.waitFor(() => expect(called).toHaveLength(1), PATIENT);
  clock.advance(29_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(status).toBe(0);
  using _time = letPass(clock);
  await slow;
  expect(status).toBe(503);
});

test('a caller who does not send all of a body is told so after half a minute, not that the service is away', async () => {
  const clock = new ManualClock();
  const { gate, origin } = await startDoor(clock);
  const begun = Promise.withResolvers<void>();
  gate.open(
    await startWeb((call, reply) => {
      begun.resolve();
      text(call).then(
        () => reply.end('all'),
        () => {},
      );
    }),
  );
  const call = request(`${origin}/`, { method: 'POST', headers: { 'content-length': '50' } });
  call.on('error', () => {});
  const status = new Promise((resolve) => call.once('response', (reply) => resolve(reply.statusCode)));
  call.write('{');
  await begun.promise;
  using _time = letPass(clock);
  expect(await status).toBe(408);
});

test('requests that wait for a silent process go to it when it answers again, or to the next one', async () => {
  const { gate, origin } = await startDoor();
  const old = await startWeb((_call, reply) => reply.end('old'));
  gate.open(old);
  old.judge('silent');
  const first = fetch(`${origin}/`, { method: 'POST', body: 'kept' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  old.judge('well');
  expect(await (await first).text()).toBe('old');
  old.judge('silent');
  const second = fetch(`${origin}/`, { method: 'POST', body: 'kept' });
  gate.open(await startWeb(async (call, reply) => reply.end(await text(call))));
  expect(await (await second).text()).toBe('kept');
});

test('a page that a silent process took is asked of the next one when it is ended', async () => {
  const { gate, origin } = await startDoor();
  const sockets: Socket[] = [];
  const hung = await startWeb((call) => void sockets.push(call.socket));
  gate.open(hung);
  const page = fetch(`${origin}/`);
  await vi.waitFor(() => expect(sockets).toHaveLength(1), PATIENT);
  hung.judge('silent');
  gate.close(hung);
  sockets[0]?.destroy();
  gate.open(await startWeb((_call, reply) => reply.end('there')));
  expect(await (await page).text()).toBe('there');
});

test.each(['with its length', 'in chunks'])(
  'of a body that is too large, sent %s, the web gets enough to refuse it, and its answer arrives',
  async (how) => {
    const { gate, origin } = await startDoor();
    const sizes: number[] = [];
    gate.open(
      await startWeb(async (call, reply) => {
        sizes.push((await text(call)).length);
        reply.writeHead(413).end();
      }),
    );
    const whole = Buffer.alloc(3_000_000, 'a');
    const body = how === 'in chunks' ? new Blob([whole]).stream() : whole;
    const reply = await fetch(`${origin}/`, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect([reply.status, sizes]).toEqual([413, [WIRE_BODY_BYTES_MAX + 1]]);
  },
);

test('a caller who goes on sending after the answer is cut off two seconds later', async () => {
  const clock = new ManualClock();
  const { gate, origin } = await startDoor(clock);
  gate.open(await startWeb((_call, reply) => reply.end('enough')));
  const call = request(`${origin}/`, { method: 'POST' });
  const lost = new Promise((resolve) => call.once('error', resolve).once('close', resolve));
  const answered = new Promise<void>((resolve) =>
    call.once('response', (reply) => reply.resume().once('end', resolve)),
  );
  call.write('without an end');
  await answered;
  using _time = letPass(clock);
  await lost;
  expect(call.socket?.destroyed).toBe(true);
});

test('a request that waits for a process asks often, and leaves nothing behind each time', async () => {
  const clock = new ManualClock();
  const { gate, origin } = await startDoor(clock);
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on('warning', warn);
  resources.defer(() => void process.off('warning', warn));
  gate.open(new WebBackend(join(folder, 'gone.sock')));
  using _time = letPass(clock);
  expect((await fetch(`${origin}/`)).status).toBe(503);
  expect(warnings).toEqual([]);
});
