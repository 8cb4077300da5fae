import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The listeners of one measurement; talks to its parent over the process channel (see crowd.ts). */
const [address = '', count = '0'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(address);
const BYTES_A_SECOND = 16_000;
/** What a server may hold back by sending in blocks of a second, and a moment of scheduling. */
const SLACK_SECONDS = 1.5;
/**
 * 500 a second join, whether those before them hear something yet or not: Icecast makes some wait for
 * seconds.
 */
const JOINING_AT_ONCE = 10;
const JOIN_EVERY_MS = 20;

interface Listener {
  socket: Socket;
  openedMs: number;
  firstByteMs: number | null;
  bytes: number;
  isOpen: boolean;
}
const listeners: Listener[] = [];
let measuredSinceMs = 0;
let bytesBefore: number[] = [];

const joins: Promise<void>[] = [];
while (joins.length < Number(count)) {
  joins.push(...Array.from({ length: Math.min(JOINING_AT_ONCE, Number(count) - joins.length) }, join));
  await delay(JOIN_EVERY_MS);
}
await Promise.all(joins);
process.send?.('joined');
process.on('message', (message) => {
  if (message === 'measure')
    [measuredSinceMs, bytesBefore] = [performance.now(), listeners.map(({ bytes }) => bytes)];
  if (message === 'report') report();
});

function join(): Promise<void> {
  return new Promise((joined) => {
    const listener: Listener = {
      socket: connect(Number(port), hostname),
      openedMs: performance.now(),
      firstByteMs: null,
      bytes: 0,
      isOpen: true,
    };
    listeners.push(listener);
    let head = Buffer.alloc(0);
    listener.socket.on('connect', () =>
      listener.socket.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: bench\r\n\r\n`,
      ),
    );
    listener.socket.on('data', (chunk) => {
      if (listener.firstByteMs !== null) {
        listener.bytes += chunk.length;
        return;
      }
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 || head.length === end + 4) return;
      listener.firstByteMs = performance.now() - listener.openedMs;
      listener.bytes = head.length - end - 4;
      head = Buffer.alloc(0);
      joined();
    });
    const ended = () => {
      listener.isOpen = false;
      joined();
    };
    listener.socket.on('error', ended).on('close', ended);
  });
}

function report(): void {
  const seconds = (performance.now() - measuredSinceMs) / 1000;
  const due = (seconds - SLACK_SECONDS) * BYTES_A_SECOND;
  const short = listeners.filter(
    ({ bytes, isOpen }, index) => !isOpen || bytes - (bytesBefore[index] ?? 0) < due,
  ).length;
  process.send?.({
    firstByteMs: listeners.map(({ firstByteMs }) => firstByteMs ?? 60_000),
    short,
    listenerHours: (listeners.length * seconds) / 3600,
  });
}
