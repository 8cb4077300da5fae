import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { reconnectDelayMs } from '#src/features/player/state/reconnect-policy.ts';

/** The listeners of one measurement; talks to its parent over the process channel (see crowd.ts). */
const [address = '', count = '0'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(address);
/** Of either version: Icecast speaks the older one. */
const OK = /^HTTP\/1\.[01] 200 /;
/** A head is much shorter; what has none is kept no further. */
const HEAD_BYTES_MOST = 16_384;
const BYTES_A_SECOND = 16_000;
/** What a server may hold back by sending in blocks of a second, and a moment of scheduling. */
const SLACK_SECONDS = 1.5;
/**
 * 500 a second join, whether those before them hear something yet or not: Icecast makes some wait for
 * seconds.
 */
const JOINING_AT_ONCE = 10;
const JOIN_EVERY_MS = 20;
const LOOK_EVERY_MS = 5;

interface Listener {
  openedMs: number;
  firstByteMs: number | null;
  bytes: number;
  isOpen: boolean;
  /** When its sound went away, as far as it comes back by itself; null while it is there. */
  lostMs: number | null;
  attempts: number;
}
const listeners: Listener[] = [];
let measuredSinceMs = 0;
let bytesBefore: number[] = [];
/** Whether those who are lost come back, as our player does. */
let areComingBack = false;
/** Milliseconds without a byte, one for each who came back. */
const away: number[] = [];

const loop = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
loop.enable();
const joins: Promise<void>[] = [];
while (joins.length < Number(count)) {
  joins.push(...Array.from({ length: Math.min(JOINING_AT_ONCE, Number(count) - joins.length) }, join));
  await delay(JOIN_EVERY_MS);
}
await Promise.all(joins);
loop.disable();
process.send?.('joined');
process.on('message', (message) => {
  if (message === 'measure')
    [measuredSinceMs, bytesBefore] = [performance.now(), listeners.map(({ bytes }) => bytes)];
  if (message === 'report') report();
  if (message === 'sample')
    process.send?.({ hearing: listeners.filter(({ isOpen }) => isOpen).length, starved: countStarved() });
  if (message === 'come-back') areComingBack = true;
});

function join(): Promise<void> {
  const listener: Listener = {
    openedMs: performance.now(),
    firstByteMs: null,
    bytes: 0,
    isOpen: true,
    lostMs: null,
    attempts: 0,
  };
  listeners.push(listener);
  return new Promise((joined) => open(listener, joined));
}

/** @param done is called with the first byte of audio, and when the connection has ended */
function open(listener: Listener, done: () => void): void {
  let head = Buffer.alloc(0);
  let hasAudio = false;
  let hasEnded = false;
  const socket = connect(Number(port), hostname);
  socket.on('connect', () =>
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: bench\r\n\r\n`),
  );
  socket.on('data', (chunk) => {
    if (hasAudio) {
      listener.bytes += chunk.length;
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    const isOk = OK.test(head.toString('latin1', 0, 13));
    if (head.length > HEAD_BYTES_MOST && (end < 0 || !isOk)) socket.destroy();
    if (end < 0 || head.length === end + 4 || !isOk) return;
    hasAudio = true;
    listener.firstByteMs ??= performance.now() - listener.openedMs;
    listener.bytes += head.length - end - 4;
    head = Buffer.alloc(0);
    if (listener.lostMs !== null) cameBack(listener, listener.lostMs);
    done();
  });
  const ended = () => {
    if (hasEnded) return;
    hasEnded = true;
    if (areComingBack) comeBack(listener);
    else listener.isOpen = false;
    done();
  };
  socket.on('error', ended).on('close', ended);
}

function comeBack(listener: Listener): void {
  listener.lostMs ??= performance.now();
  listener.attempts += 1;
  // What is buffered still plays: the player is quick then.
  setTimeout(() => open(listener, () => {}), reconnectDelayMs(listener.attempts, true, Math.random()));
}

function cameBack(listener: Listener, lostMs: number): void {
  away.push(performance.now() - lostMs);
  listener.lostMs = null;
  listener.attempts = 0;
  if (away.length === listeners.length) process.send?.({ away });
}

function secondsMeasured(): number {
  return (performance.now() - measuredSinceMs) / 1000;
}

/** Listeners who have gone, or got less than the time that was measured is worth. */
function countShort(): number {
  const due = (secondsMeasured() - SLACK_SECONDS) * BYTES_A_SECOND;
  return listeners.filter(({ bytes, isOpen }, index) => !isOpen || bytes - (bytesBefore[index] ?? 0) < due)
    .length;
}

/** Listeners who have gone, or would have played all they got if they had begun with their first byte. */
function countStarved(): number {
  const nowMs = performance.now();
  return listeners.filter(({ openedMs, firstByteMs, bytes, isOpen }) => {
    const playedSeconds = (nowMs - openedMs - (firstByteMs ?? 0)) / 1000;
    return !isOpen || bytes < playedSeconds * BYTES_A_SECOND;
  }).length;
}

function report(): void {
  const seconds = secondsMeasured();
  process.send?.({
    firstByteMs: listeners.map(({ firstByteMs }) => firstByteMs ?? 60_000),
    ownDelayMs: loop.percentile(99) / 1e6 - LOOK_EVERY_MS,
    short: countShort(),
    listenerHours: (listeners.length * seconds) / 3600,
  });
}
