import { expect, test } from 'vitest';
import type { Clock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { StreamConnection } from './stream-connection.ts';
import { FakeMediaElement } from './testing/fake-media-element.ts';
import type { ConnectionNews } from './watchdog.ts';

function connect(clock: Clock) {
  const element = new FakeMediaElement();
  const news: ConnectionNews[] = [];
  const connection = new StreamConnection(element, clock, (what) => news.push(what));
  connection.open('/stream/dance.mp3');
  return { element, news, connection };
}

test('a device that slept for an hour is not taken for a dead server', () => {
  const clock = new ManualClock();
  let sleptMs = 0;
  const deviceClock: Clock = {
    nowMs: () => clock.nowMs() + sleptMs,
    monotonicMs: () => clock.monotonicMs() + sleptMs,
    after: (delayMs, callback) => clock.after(delayMs, callback),
    every: (periodMs, callback) => clock.every(periodMs, callback),
  };
  const { element, news } = connect(deviceClock);
  element.sound();
  clock.advance(250);
  sleptMs = 3_600_000;
  clock.advance(1_000);
  element.move(1);
  clock.advance(1_000);
  expect(news).toEqual(['sounding']);
});

test('a dead server is noticed in the background too, where browsers check once a minute', () => {
  const clock = new ManualClock();
  const slowed: Clock = {
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
    every: (_, callback) => clock.every(60_000, callback),
  };
  const { element, news } = connect(slowed);
  element.sound();
  clock.advance(60_000);
  expect(news).toEqual(['sounding']);
  clock.advance(120_000);
  expect(news).toEqual(['sounding', 'lost']);
});

test('sound is steady once five seconds of it have been heard, whatever the browser said before', () => {
  const clock = new ManualClock();
  const { element, news } = connect(clock);
  element.sound();
  clock.advance(4_000);
  element.move(4.9);
  clock.advance(250);
  expect(news).toEqual(['sounding']);
  element.move(0.2);
  clock.advance(250);
  expect(news).toEqual(['sounding', 'steady']);
});

test('what is left in the buffer of a server that has closed makes no steady sound', () => {
  const clock = new ManualClock();
  const { element, news } = connect(clock);
  element.sound();
  element.closeWith(8);
  element.move(6);
  clock.advance(250);
  expect(news).toEqual(['sounding', 'ending']);
});

test('a server that closes is reported while the buffer plays, and again when it has run dry', () => {
  const { element, news } = connect(new ManualClock());
  element.sound();
  element.closeWith(4);
  element.runDry();
  expect(news).toEqual(['sounding', 'ending', 'lost']);
});

test('a browser whose durations are always finite reports no end', () => {
  const { element, news } = connect(new ManualClock());
  element.closeWith(3);
  element.closeWith(6);
  expect(news).toEqual([]);
});

test('a closed connection says nothing any more', () => {
  const clock = new ManualClock();
  const { element, news, connection } = connect(clock);
  connection.close();
  element.fail();
  clock.advance(60_000);
  expect(news).toEqual([]);
  expect(element.isObserved).toBe(false);
});

test('a play() that was cut short by the next source is no loss', async () => {
  const element = new FakeMediaElement();
  const news: ConnectionNews[] = [];
  element.play = () => Promise.reject(new DOMException('interrupted by a new load request', 'AbortError'));
  new StreamConnection(element, new ManualClock(), (what) => news.push(what)).open('/stream/dance.mp3');
  await Promise.resolve();
  expect(news).toEqual([]);
});
