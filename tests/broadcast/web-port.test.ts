import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { REQUESTS_WAITING_MAX } from '#src/broadcast/connections/connection-budget.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { PortGuard } from '#src/web/port-guard.ts';
import { openWebServer } from '#src/web/web-server.ts';
import { readBody } from '#src/web/wire/read-request.ts';

const HOST = '127.0.0.1';
const FAR_TOO_MANY = 1_000;
/** The most that one address may hold, however many files there are. */
const SHARE_MAX = 512;

const guardOf = (trustProxy: number) =>
  new PortGuard({ trust: createProxyTrust({ trustProxy, trustedProxies: [] }), clock: systemClock });

/**
 * An `onde web --port` whose calls are answered when the test says so.
 * @param trustProxy null for one behind the front door, which guards for it
 */
async function openPort(trustProxy: number | null) {
  await using opening = new AsyncDisposableStack();
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/held', async (context) => {
    asked += 1;
    await held.promise;
    return context.text('here');
  });
  app.post('/told', async (context) => {
    const { headers, body } = context.req.raw;
    return context.json({ told: (await readBody(headers, body)) ?? null });
  });
  const guard = trustProxy === null ? null : opening.use(guardOf(trustProxy));
  const health = async () => 'well' as const;
  const { port } = opening.use(await openWebServer(app, { port: 0, host: HOST }, { health }, { guard }));
  opening.defer(() => held.resolve());
  const resources = opening.move();
  return {
    asked: () => asked,
    /** What is answered to these bytes, to the end of the connection. */
    async ask(bytes: string): Promise<string> {
      const socket = connect(port, HOST);
      socket.write(bytes);
      return text(socket);
    },
    /** A connection on which so many requests come at once, for this address. */
    send(count: number, forwardedFor = '203.0.113.7', path = '/held'): Socket {
      const socket = connect(port, HOST).on('error', () => {});
      resources.defer(() => void socket.destroy());
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${forwardedFor}\r\n\r\n`.repeat(count),
      );
      return socket;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('a connection on which far too many requests wait is closed at the port of a web process as well [W266]', async () => {
  await using opened = await openPort(0);
  const socket = opened.send(FAR_TOO_MANY);
  await new Promise((resolve) => socket.resume().once('close', resolve));
  expect(opened.asked()).toBeLessThanOrEqual(REQUESTS_WAITING_MAX);
});

test('behind a balancer an address past its share is told so, and others are answered', async () => {
  await using opened = await openPort(1);
  for (let count = 0; count < SHARE_MAX; count += 1) opened.send(1);
  const refused = () =>
    new Promise<string>((resolve) => opened.send(1).once('data', (bytes) => resolve(String(bytes))));
  expect(await refused()).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: /);
  const other = opened.send(1, '198.51.100.7', '/healthz');
  other.once('data', () => other.end());
  expect(await text(other)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([0, null])('a call that says nothing of a body has none (TRUST_PROXY %s)', async (trustProxy) => {
  await using opened = await openPort(trustProxy);
  const head = 'POST /told HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  expect(await opened.ask(`${head}\r\n`)).toContain('{"told":null}');
  const withBody = `${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"one":1}`;
  expect(await opened.ask(withBody)).toContain('{"told":{"one":1}}');
});
