import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { ConnectionBudget, REQUESTS_WAITING_MAX } from '#src/broadcast/connections/connection-budget.ts';
import { Descriptors, linuxDescriptors } from '#src/broadcast/connections/descriptors.ts';
import { FLOOD_ROUNDS } from '#src/broadcast/connections/room-policy.ts';
import { FrontDoor } from '#src/broadcast/front-door/front-door.ts';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { freePort } from '../support/free-port.ts';

const HOST = '127.0.0.1';
const REQUEST = 'GET / HTTP/1.1\r\nHost: radio.example.org\r\n\r\n';
const FAR_TOO_MANY = 1_000;

async function openDoor() {
  await using opening = new AsyncDisposableStack();
  const clock = new ManualClock();
  const trust = createProxyTrust({ trustProxy: 0, trustedProxies: [] });
  const descriptors = new Descriptors(linuxDescriptors(), clock);
  const budget = opening.use(new ConnectionBudget({ descriptors, trust, clock }));
  const port = await freePort();
  const door = opening.use(await FrontDoor.open({ host: HOST, port }, budget));
  const resources = opening.move();
  return {
    door,
    clock,
    budget,
    /** A connection on which so many requests come at once. */
    send(count: number): Socket {
      const socket = connect(port, HOST).on('error', () => {});
      resources.defer(() => void socket.destroy());
      socket.write(REQUEST.repeat(count));
      return socket;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Whether it was reset or not. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.resume().once('close', resolve));
}

test('a few requests that wait for each other on one connection are answered in turn [W266]', async () => {
  await using opened = await openDoor();
  const asked: Exchange[] = [];
  opened.door.serve((exchange) => void asked.push(exchange));
  const socket = opened.send(REQUESTS_WAITING_MAX);
  await vi.waitFor(() => expect(asked).toHaveLength(REQUESTS_WAITING_MAX), PATIENT);
  for (const [at, { response }] of [...asked.entries()].reverse()) response.end(`answer ${at};`);
  socket.end();
  const answered = (await text(socket)).matchAll(/answer (\d+);/g);
  expect(Array.from(answered, ([, at]) => Number(at))).toEqual([...asked.keys()]);
});

test('a connection on which more wait is closed, and nobody looks at the rest [W266]', async () => {
  await using opened = await openDoor();
  let asked = 0;
  opened.door.serve(() => {
    asked += 1;
  });
  await closed(opened.send(FAR_TOO_MANY));
  expect(asked).toBe(REQUESTS_WAITING_MAX);
});

test('its address is turned away for a while, and what it has waiting is not read [W266]', async () => {
  await using opened = await openDoor();
  const asked: Exchange[] = [];
  opened.door.serve((exchange) => {
    const { request, response } = exchange;
    const peer = { address: HOST, isThisMachine: true, isDoubted: false };
    opened.budget.enter(request.socket, response, () => peer);
    asked.push(exchange);
  });
  const answered = opened.send(1);
  await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENT);
  const idle = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = opened.send(0);
      await once(socket, 'connect');
      return socket;
    }),
  );
  await Promise.all([...idle, opened.send(FAR_TOO_MANY)].map(closed));
  expect(asked).toHaveLength(1 + REQUESTS_WAITING_MAX);

  expect(await text(opened.send(1))).toMatch(/^HTTP\/1\.1 503 /);
  asked[0]?.response.end('still here');
  expect(String(await once(answered, 'data'))).toContain('still here');
  for (let round = 0; round < FLOOD_ROUNDS; round += 1) opened.clock.advance(1_000);
  opened.send(1);
  await vi.waitFor(() => expect(asked).toHaveLength(2 + REQUESTS_WAITING_MAX), PATIENT);
});

test('those that come before anybody answers are counted as well [W266]', async () => {
  await using opened = await openDoor();
  await closed(opened.send(FAR_TOO_MANY));
  let asked = 0;
  opened.door.serve(() => {
    asked += 1;
  });
  expect(asked).toBeLessThanOrEqual(REQUESTS_WAITING_MAX);
});

test('one after the other, any number has its answer [W266]', async () => {
  await using opened = await openDoor();
  opened.door.serve(({ response }) => void response.end('ok'));
  const socket = opened.send(1);
  for (let count = 0; count < 3 * REQUESTS_WAITING_MAX; count += 1) {
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    socket.write(REQUEST);
  }
});
