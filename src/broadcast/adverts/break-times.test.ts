import { expect, test } from 'vitest';
import { isBreakDue, servedUntilMs } from './break-times.ts';

const PARIS = 'Europe/Paris';
const at = (utc: string) => Date.parse(`${utc}Z`);
const span = (from: string, until: string) => ({ fromMs: at(from), untilMs: at(until) });
const adverts = { minutes: [20, 50], spots: 2 };

test('a break follows the piece in which one of its minutes strikes, and only that one', () => {
  const pieces = [
    span('2026-11-21T12:16:00', '2026-11-21T12:19:58'),
    span('2026-11-21T12:19:58', '2026-11-21T12:23:30'),
    span('2026-11-21T12:24:30', '2026-11-21T12:28:00'),
  ];
  expect(pieces.map((piece) => isBreakDue(adverts, piece, PARIS))).toEqual([false, true, false]);
});

test('a minute that strikes right at a join counts for the piece that ends there', () => {
  const [before, after] = [
    span('2026-11-21T12:16:00', '2026-11-21T12:20:00'),
    span('2026-11-21T12:20:00', '2026-11-21T12:24:00'),
  ];
  expect([isBreakDue(adverts, before, PARIS), isBreakDue(adverts, after, PARIS)]).toEqual([true, false]);
});

test('of two minutes within one piece comes one break', () => {
  expect(isBreakDue(adverts, span('2026-11-21T12:18:00', '2026-11-21T12:52:00'), PARIS)).toBe(true);
  expect(isBreakDue(adverts, span('2026-11-21T12:53:00', '2026-11-21T12:56:00'), PARIS)).toBe(false);
});

test('the minute of a mix of two hours is found wherever it strikes', () => {
  expect(
    isBreakDue({ minutes: [0], spots: 1 }, span('2026-11-21T12:01:00', '2026-11-21T14:00:00'), PARIS),
  ).toBe(true);
  expect(
    isBreakDue({ minutes: [0], spots: 1 }, span('2026-11-21T12:01:00', '2026-11-21T12:59:59'), PARIS),
  ).toBe(false);
});

test('the first and the last day of a campaign count, by the clock of the station', () => {
  const campaign = { ...adverts, from: '2026-11-21', until: '2026-11-22' };
  const due = (from: string, until: string) => isBreakDue(campaign, span(from, until), PARIS);
  // In Paris it is an hour later.
  expect(due('2026-11-20T22:49:00', '2026-11-20T22:51:00')).toBe(false);
  expect(due('2026-11-20T23:19:00', '2026-11-20T23:21:00')).toBe(true);
  expect(due('2026-11-22T22:49:00', '2026-11-22T22:51:00')).toBe(true);
  expect(due('2026-11-22T23:19:00', '2026-11-22T23:21:00')).toBe(false);
});

test('a break that came early, as its file ended early, is that of its minute, and of no later one', () => {
  const before = {
    ...span('2026-11-21T12:16:00', '2026-11-21T12:18:00'),
    plannedMs: at('2026-11-21T12:55:00'),
  };
  const servedMs = servedUntilMs(adverts, before, PARIS);
  expect(servedMs).toBe(at('2026-11-21T12:20:00'));
  const next = span('2026-11-21T12:19:00', '2026-11-21T12:24:00');
  expect(isBreakDue(adverts, { ...next, fromMs: Math.max(servedMs, next.fromMs) }, PARIS)).toBe(false);
  const later = { fromMs: servedMs, untilMs: at('2026-11-21T12:51:00') };
  expect(isBreakDue(adverts, later, PARIS)).toBe(true);
});

test('a piece that ended some frames before it was to end has served no minute that strikes in between', () => {
  const ended = span('2026-11-21T12:16:00', '2026-11-21T12:19:59.980');
  const inTime = { ...ended, plannedMs: at('2026-11-21T12:20:00.010') };
  expect(servedUntilMs(adverts, inTime, PARIS)).toBe(Number.NEGATIVE_INFINITY);
});

test('a break that came in its time leaves the minutes after it theirs', () => {
  const ended = span('2026-11-21T12:16:00', '2026-11-21T12:22:00');
  const inTime = { ...ended, plannedMs: ended.untilMs };
  const cutBehindTheMinute = { ...ended, plannedMs: at('2026-11-21T12:55:00') };
  expect([inTime, cutBehindTheMinute].map((one) => servedUntilMs(adverts, one, PARIS))).toEqual([
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]);
});

/** How many breaks a day has whose pieces last this many minutes. */
function breaksOf(day: { from: string; hours: number }, minutes: number, timezone: string): number {
  const endMs = at(day.from) + day.hours * 3_600_000;
  let breaks = 0;
  for (let fromMs = at(day.from); fromMs < endMs; fromMs += minutes * 60_000) {
    if (isBreakDue(adverts, { fromMs, untilMs: fromMs + minutes * 60_000 }, timezone)) breaks += 1;
  }
  return breaks;
}

test('a day of 23 hours has two breaks for each of them, and so has one of 25', () => {
  expect(breaksOf({ from: '2026-03-28T23:00:00', hours: 23 }, 5, PARIS)).toBe(46);
  expect(breaksOf({ from: '2026-10-24T22:00:00', hours: 25 }, 5, PARIS)).toBe(50);
  expect(breaksOf({ from: '2026-11-20T23:00:00', hours: 24 }, 5, PARIS)).toBe(48);
});

test('where clocks differ by half an hour, the minute is that of the wall', () => {
  const piece = span('2026-11-21T12:48:00', '2026-11-21T12:52:00');
  expect(isBreakDue({ minutes: [20], spots: 1 }, piece, 'Asia/Kolkata')).toBe(true);
  expect(isBreakDue({ minutes: [50], spots: 1 }, piece, 'Asia/Kolkata')).toBe(false);
});
