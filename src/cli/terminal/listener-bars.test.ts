import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { barsByDay, barsByHour, statsFromMs } from './listener-bars.ts';

const PARIS = 'Europe/Paris';
const NOW_MS = Date.parse('2026-11-21T14:20:00Z');
const fromOf = (days: number, timezone: string, nowMs = NOW_MS) =>
  new Date(statsFromMs(days, nowMs, timezone)).toISOString();

test('one day is the last 24 hours, several begin at midnight of the station [R185]', () => {
  expect(fromOf(1, PARIS)).toBe('2026-11-20T15:00:00.000Z');
  expect(fromOf(2, PARIS)).toBe('2026-11-19T23:00:00.000Z');
  // Across the end of a month and of summer.
  expect(fromOf(30, PARIS)).toBe('2026-10-22T22:00:00.000Z');
  expect(fromOf(7, 'America/Santiago')).toBe('2026-11-15T03:00:00.000Z');
});

test('a day whose midnight lies within an hour begins with the next one', () => {
  expect(fromOf(2, 'Asia/Kolkata')).toBe('2026-11-19T19:00:00.000Z');
});

test('today has its bar from its first minute on, where midnight lies within an hour [R185]', () => {
  const timezone = 'Asia/Kolkata';
  const nowMs = Date.parse('2026-11-21T18:40:00Z');
  const fromMs = statsFromMs(2, nowMs, timezone);
  const labels = barsByDay({ hours: [], days: [], fromMs, nowMs, timezone }).map(({ label }) => label);
  expect(labels).toEqual(['2026-11-21', '2026-11-22']);
});

test('the first bar of several days is a whole day, as its different listeners are [R185]', () => {
  const fromMs = statsFromMs(2, NOW_MS, PARIS);
  const hourOf = (at: string) => ({
    hourMs: Date.parse(at),
    peak: 3,
    joins: 1,
    heardMs: HOUR_MS,
    distinct: 3,
  });
  const hours = ['2026-11-19T23:00:00Z', '2026-11-20T22:00:00Z', '2026-11-20T23:00:00Z']
    .map(hourOf)
    .filter(({ hourMs }) => hourMs >= fromMs);
  const days = [
    { day: '2026-11-20', distinct: 5 },
    { day: '2026-11-21', distinct: 3 },
  ];
  expect(barsByDay({ hours, days, fromMs, nowMs: NOW_MS, timezone: PARIS })).toEqual([
    { label: '2026-11-20', value: 3, note: '3 · 2.0 h · 5 different' },
    { label: '2026-11-21', value: 3, note: '3 · 1.0 h · 3 different' },
  ]);
});

test('in the night that has an hour twice both have a name of their own [R185]', () => {
  const nowMs = Date.parse('2026-10-25T12:10:00Z');
  const fromMs = statsFromMs(1, nowMs, PARIS);
  const labels = barsByHour({ hours: [], days: [], fromMs, nowMs, timezone: PARIS }).map(
    ({ label }) => label,
  );
  expect(labels.slice(10, 16)).toEqual(['01:00', '02:00 CEST', '02:00 CET', '03:00', '04:00', '05:00']);
  expect(new Set(labels).size).toBe(24);
});
