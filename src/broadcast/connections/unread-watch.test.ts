import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { ConnectionBudget } from './connection-budget.ts';
import { Descriptors } from './descriptors.ts';
import { peerName } from './send-queues.ts';
import { chooseUnread, UNREAD_PER_ADDRESS_BYTES, UnreadWatch } from './unread-watch.ts';

const MB = 1024 * 1024;

function openWatch(memoryBytes: number, trustProxy = 0) {
  const clock = new ManualClock();
  const system = { limit: 10_000, countOpen: () => 0 };
  const budget = new ConnectionBudget({
    descriptors: new Descriptors(system, clock),
    trust: createProxyTrust({ trustProxy, trustedProxies: [] }),
    clock,
  });
  const waiting = new Map<string, number>();
  const told: string[] = [];
  const read = vi.fn(async () => waiting);
  const watch = new UnreadWatch({
    queues: { memoryBytes: () => memoryBytes, read },
    budget,
    port: 8080,
    clock,
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
  });
  const open = (remoteAddress: string, remotePort: number, unreadBytes: number) => {
    const socket = new Socket();
    socket.on('error', () => {});
    const written = { bytes: unreadBytes };
    Object.defineProperties(socket, {
      remoteAddress: { value: remoteAddress },
      remotePort: { value: remotePort },
      bytesWritten: { get: () => written.bytes },
    });
    budget.open(socket);
    waiting.set(peerName(remoteAddress, remotePort), unreadBytes);
    return { socket, written };
  };
  return { clock, budget, watch, read, open, told };
}

test('those of one address who leave most unread are closed, streams too, others are not', async () => {
  const { watch, open } = openWatch(100 * MB);
  const greedy = [1, 2, 3].map((port) => open('127.0.0.88', port, 8 * MB));
  const reading = open('127.0.0.88', 4, 6 * MB);
  const other = open('192.0.2.1', 5, 8 * MB);
  const machine = [6, 7, 8].map((port) => open('127.0.0.1', port, 16 * MB));
  await watch.look();
  expect([...greedy, reading, other].some(({ socket }) => socket.destroyed)).toBe(false);
  reading.written.bytes += MB;
  await watch.look();
  expect(greedy.filter(({ socket }) => socket.destroyed)).toHaveLength(2);
  expect([reading, other, ...machine].some(({ socket }) => socket.destroyed)).toBe(false);
});

test('behind a proxy each address is looked at for itself, also when its answer has been written', async () => {
  const { watch, budget, open } = openWatch(100 * MB, 1);
  const answered = (address: string, port: number, unreadBytes: number) => {
    const { socket } = open('10.0.0.1', port, unreadBytes);
    const response = new ServerResponse(new IncomingMessage(socket));
    budget.enter(socket, response, () => ({ address, isThisMachine: false, isDoubted: false }));
    response.emit('close');
    return socket;
  };
  const slow = [1, 2, 3, 4].map((each) => answered(`203.0.113.${each}`, each, 8 * MB));
  const greedy = [5, 6, 7].map((port) => answered('203.0.113.5', port, 8 * MB));
  const silent = open('10.0.0.1', 8, 8 * MB).socket;
  await watch.look();
  await watch.look();
  expect([...slow, silent].some(({ destroyed }) => destroyed)).toBe(false);
  expect(greedy.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});

test('the table of all sockets is read only while they hold much in all, and rarely for nothing', async () => {
  const quiet = openWatch(8 * MB);
  quiet.clock.advance(60_000);
  expect(quiet.read).not.toHaveBeenCalled();

  const full = openWatch(100 * MB);
  full.budget.open(new Socket());
  for (let second = 0; second < 30; second += 1) {
    full.clock.advance(1_000);
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(full.read.mock.calls.length).toBeGreaterThan(1);
  expect(full.read.mock.calls.length).toBeLessThan(5);
});

test('a watch that is over looks no more, though connections are swept on', () => {
  const { watch, budget, clock, read } = openWatch(100 * MB);
  budget.open(new Socket());
  watch[Symbol.dispose]();
  clock.advance(30_000);
  expect(read).not.toHaveBeenCalled();
});

test('closed connections are told of once a minute, with their number, at however many looks', async () => {
  const { clock, watch, open, told } = openWatch(100 * MB);
  const flood = async (port: number) => {
    for (const each of [0, 1, 2, 3]) open('127.0.0.88', port + each, 8 * MB);
    await watch.look();
    await watch.look();
  };
  for (let round = 0; round < 5; round += 1) await flood(10 * round);
  expect(told).toEqual([expect.stringMatching(/"connections":\d+,.*read too little/)]);
  clock.advance(60_000);
  await watch.look();
  expect(told.slice(1)).toEqual([expect.stringMatching(/"connections":\d+,.*read too little/)]);
});

const asleep = (key: string, unreadBytes: number) => ({ key, unreadBytes, takenBytes: 0 });

test('an address that leaves too much unread loses those with the most, and no more than it takes', () => {
  const connections = [asleep('a', 6 * MB), asleep('a', 2 * MB), asleep('a', 10 * MB), asleep('a', 4 * MB)];
  expect(chooseUnread(connections)).toEqual([connections[2]]);
});

test('addresses are looked at one by one', () => {
  const many = Array.from({ length: 100 }, (_, at) => asleep(`address ${at}`, MB));
  expect(chooseUnread(many)).toEqual([]);
});

test('a /48 may leave the unread bytes of four addresses, however many it spreads them over', () => {
  const spread = (site: string, nets: number) =>
    Array.from({ length: nets }, (_, net) => asleep(`2001:db8:${site}:${net}::/64`, 10 * MB));
  expect(chooseUnread([...spread('1', 6), ...spread('2', 6)])).toEqual([]);
  const flood = spread('3', 9);
  expect(chooseUnread([...spread('1', 6), ...flood])).toEqual(flood.slice(0, 3));
  const [loud, ...others] = [asleep('2001:db8:4:9::/64', 30 * MB), ...spread('4', 6)];
  expect(chooseUnread([loud, ...others])).toEqual([loud]);
});

test('whoever takes what comes is left alone, however much is under way', () => {
  const fast = { key: 'a', unreadBytes: 2 * UNREAD_PER_ADDRESS_BYTES, takenBytes: 64 * 1024 };
  const phone = { key: 'a', unreadBytes: 40_000, takenBytes: 10_000 };
  expect(chooseUnread([fast, phone])).toEqual([]);
  const crawling = { key: 'a', unreadBytes: MB, takenBytes: 26_000 };
  expect(chooseUnread([fast, crawling])).toEqual([crawling]);
  const atPace = Array.from({ length: 200 }, () => ({ key: 'a', unreadBytes: 168_000, takenBytes: 16_000 }));
  expect(chooseUnread(atPace)).toEqual([]);
});

test('nobody is judged at first sight', () => {
  expect(chooseUnread([{ key: 'a', unreadBytes: 40 * MB, takenBytes: null }])).toEqual([]);
});
