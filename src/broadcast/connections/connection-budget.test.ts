import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { findPeer } from '#src/platform/wire/peer-address.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { ConnectionBudget } from './connection-budget.ts';
import { Descriptors, linuxDescriptors, RESERVED_DESCRIPTORS, subscribersMax } from './descriptors.ts';

/** A budget on a system with this many descriptors for connections. */
function openBudget(room: number, { trustProxy = 0 } = {}) {
  const clock = new ManualClock();
  const sockets = new Set<Socket>();
  const trust = createProxyTrust({ trustProxy, trustedProxies: [] });
  const system = {
    limit: room + RESERVED_DESCRIPTORS,
    countOpen: () => [...sockets].filter(({ destroyed }) => !destroyed).length,
  };
  const budget = new ConnectionBudget({
    descriptors: new Descriptors(system, clock),
    trust,
    clock,
  });
  return {
    budget,
    clock,
    /** Null when it was refused. */
    open(address: string): Socket | null {
      const socket = new Socket();
      socket.on('error', () => {});
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      sockets.add(socket);
      return budget.open(socket) ? socket : null;
    },
    /** A request on the connection; `end` is its answer's. */
    ask(socket: Socket, address = '', toWeb = false) {
      const sent = { socketAddress: socket.remoteAddress ?? null, forwardedFor: address || null };
      const peer = findPeer(sent, trust);
      const response = new ServerResponse(new IncomingMessage(socket));
      const isWithin =
        budget.enter(socket, response, () => peer) && (!toWeb || budget.enterWeb(socket, response));
      return { isWithin, end: () => response.emit('close') };
    },
  };
}

type Opened = ReturnType<typeof openBudget>;

/** Requests from an address that stay open, until one is refused; gives those that were not. */
function takeAll({ open, ask }: Opened, address: string, toWeb = false): Socket[] {
  const held: Socket[] = [];
  for (;;) {
    const socket = open(address);
    if (socket === null) return held;
    const { isWithin, end } = ask(socket, address, toWeb);
    if (isWithin) held.push(socket);
    else {
      end();
      socket.destroy();
      return held;
    }
  }
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('one address gets a quarter of what is free, the next one a quarter of the rest', () => {
  const opened = openBudget(400);
  expect(takeAll(opened, '192.0.2.1')).toHaveLength(100);
  expect(takeAll(opened, '192.0.2.2').length).toBeGreaterThan(70);
});

test('one address never gets more than 512, an IPv6 household is one, four of a site fill the site', async () => {
  const opened = openBudget(100_000);
  expect(takeAll(opened, '192.0.2.1')).toHaveLength(512);
  for (const net of [1, 2, 3, 4]) {
    await tick();
    expect(takeAll(opened, `2001:db8:1:${net}::1`)).toHaveLength(512);
  }
  expect(takeAll(opened, '2001:db8:1:5::1')).toHaveLength(0);
  expect(takeAll(opened, '2001:db8:2:5::1')).toHaveLength(512);
});

test('a request that goes on to the web process counts twice', () => {
  expect(takeAll(openBudget(400), '192.0.2.1', true)).toHaveLength(50);
});

test('many requests on one connection count each', () => {
  const opened = openBudget(400);
  const socket = opened.open('192.0.2.1');
  if (!socket) throw new Error('no connection');
  let passed = 0;
  while (opened.ask(socket, '', true).isWithin) passed += 1;
  expect(passed).toBe(99);
});

test('what is given back can be had again', async () => {
  const opened = openBudget(400);
  const held = takeAll(opened, '192.0.2.1');
  for (const socket of held) socket.destroy();
  await tick();
  expect(takeAll(opened, '192.0.2.1')).toHaveLength(100);
});

test('idle connections of an address make room for its requests', () => {
  const opened = openBudget(80);
  const [first] = Array.from({ length: 20 }, () => opened.open('192.0.2.1'));
  opened.clock.advance(2_000);
  const next = opened.open('192.0.2.1');
  if (!first || !next) throw new Error('no connection');
  expect(opened.ask(next).isWithin).toBe(true);
  expect(first.destroyed).toBe(true);
});

test('of idle connections the one that has waited longest goes first, whoever came first', () => {
  const opened = openBudget(80);
  const [first, second] = Array.from({ length: 20 }, () => opened.open('192.0.2.1'));
  opened.clock.advance(1_000);
  if (!first || !second) throw new Error('no connection');
  opened.ask(first).end();
  opened.clock.advance(2_000);
  const next = opened.open('192.0.2.1');
  expect(next && opened.ask(next).isWithin).toBe(true);
  expect([first.destroyed, second.destroyed]).toEqual([false, true]);
});

test('a crowd that comes all at once is heard before it is counted', () => {
  const opened = openBudget(4_000);
  const crowd = Array.from({ length: 3_000 }, () => opened.open('192.0.2.1'));
  expect(crowd).not.toContain(null);
  for (const socket of crowd) if (socket) opened.budget.listen(socket);
  opened.clock.advance(5_000);
  expect(crowd.some((socket) => socket?.destroyed)).toBe(false);
});

test('connections that ask for nothing any more are closed down to the share of their address', () => {
  const opened = openBudget(400);
  const held = Array.from({ length: 300 }, () => opened.open('192.0.2.1'));
  for (const socket of held.slice(0, 250)) if (socket) opened.ask(socket).end();
  opened.clock.advance(3_000);
  expect(held.filter((socket) => !socket?.destroyed)).toHaveLength(100);
});

test('with everything taken, whoever is past its share makes room for others, and gets no more itself', () => {
  const opened = openBudget(100);
  const greedy = Array.from({ length: 100 }, () => opened.open('192.0.2.1'));
  expect(greedy).not.toContain(null);
  expect(opened.open('192.0.2.1')).toBeNull();
  const readers = Array.from({ length: 50 }, (_, at) => {
    const address = `198.51.100.${at % 10}`;
    const socket = opened.open(address);
    return { socket, request: socket && opened.ask(socket, address, at % 5 === 0) };
  });
  expect(readers.filter(({ request }) => !request?.isWithin)).toEqual([]);
  for (let at = 0; at < 50; at += 1) opened.open('192.0.2.1');
  expect(readers.some(({ socket }) => socket?.destroyed)).toBe(false);
});

test('listeners are never closed; readers keep a few places', () => {
  const opened = openBudget(100);
  const listeners: Socket[] = [];
  for (;;) {
    const socket = opened.open('192.0.2.1');
    if (!socket || !opened.budget.hasRoomForListener(socket)) break;
    opened.budget.listen(socket);
    listeners.push(socket);
  }
  expect(listeners).toHaveLength(84);
  const readers = Array.from({ length: 30 }, (_, at) => opened.open(`198.51.100.${at}`));
  expect(readers.filter((socket) => socket !== null).length).toBeGreaterThanOrEqual(14);
  opened.clock.advance(10_000);
  expect(listeners.some(({ destroyed }) => destroyed)).toBe(false);
});

test('behind trusted proxies the request’s address counts, and the proxy itself never', () => {
  const opened = openBudget(400, { trustProxy: 1 });
  const proxy = Array.from({ length: 200 }, () => opened.open('10.0.0.1'));
  opened.clock.advance(5_000);
  expect(proxy.every((socket) => socket && !socket.destroyed)).toBe(true);
  const asked = proxy.map((socket) => (socket ? opened.ask(socket, '203.0.113.7') : null));
  // A quarter of what its 200 connections leave, and of those that it holds itself.
  expect(asked.filter((request) => request?.isWithin)).toHaveLength(66);
  const other = opened.open('10.0.0.1');
  expect(other && opened.ask(other, '203.0.113.8').isWithin).toBe(true);
  for (const request of asked) request?.end();
  expect(other && opened.ask(other, '203.0.113.7').isWithin).toBe(true);
});

test('beside the proxies a caller has its own share from the beginning, whatever addresses it invents', () => {
  const opened = openBudget(400, { trustProxy: 1 });
  const direct = Array.from({ length: 200 }, () => opened.open('198.51.100.7'));
  const asked = direct.map((socket, at) => (socket ? opened.ask(socket, `203.0.113.${at}`) : null));
  expect(asked.filter((request) => request?.isWithin).length).toBeLessThanOrEqual(100);
});

test('the limit is read from procfs, and is none where the system does not say', () => {
  const limits =
    'Max processes  1024  2048  processes\nMax open files            400                  20000                files\n';
  expect(linuxDescriptors(limits).limit).toBe(400);
  expect(linuxDescriptors('').limit).toBe(Number.POSITIVE_INFINITY);
  expect(linuxDescriptors().countOpen()).toBeGreaterThan(3);
});

test('those who follow events get half of what there is', () => {
  expect(subscribersMax(1_024)).toBe(480);
  expect(subscribersMax(1_000_000)).toBe(20_000);
});

test('while nobody is connected nothing wakes for the sweep; it goes on with the next connection', () => {
  const { budget, clock, open } = openBudget(100);
  let sweeps = 0;
  budget.eachSweep(() => {
    sweeps += 1;
  });
  expect(clock.untilNextMs).toBeNull();
  const sockets = [open('192.0.2.1'), open('192.0.2.2')];
  clock.advance(3_000);
  expect(sweeps).toBe(3);
  for (const socket of sockets) socket?.emit('close');
  clock.advance(1_000);
  expect(sweeps).toBe(4);
  expect(clock.untilNextMs).toBeNull();
  open('192.0.2.1');
  clock.advance(2_000);
  expect(sweeps).toBe(6);
  budget[Symbol.dispose]();
  expect(clock.untilNextMs).toBeNull();
});
