import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayAt,
  formatClock,
  formatOffset,
  instantOf,
  instantWithOffset,
  isInCalendar,
  type WallTime,
  wallTimeAt,
  weekdayOf,
} from './wall-time.ts';

const ZONES = ['Europe/Paris', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const wall = (text: string): WallTime => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/\D/).map(Number);
  return { year, month, day, hour, minute, second: 0 };
};
const utc = (ms: number) => new Date(ms).toISOString();

test('a clock in Paris is an hour ahead of UTC in winter, two in summer', () => {
  expect(utc(instantOf(wall('2026-01-15 12:00'), 'Europe/Paris'))).toBe('2026-01-15T11:00:00.000Z');
  expect(utc(instantOf(wall('2026-07-15 12:00'), 'Europe/Paris'))).toBe('2026-07-15T10:00:00.000Z');
  expect(formatClock(wallTimeAt(Date.UTC(2026, 6, 15, 22, 5), 'Europe/Paris'))).toBe('00:05');
  expect(dayAt(Date.UTC(2026, 6, 15, 22, 5), 'Europe/Paris')).toBe('2026-07-16');
});

test('a week begins on Monday', () => {
  expect(weekdayOf(wall('2026-11-16 00:00'))).toBe(1);
  expect(weekdayOf(wall('2026-11-22 23:59'))).toBe(7);
});

test('a time that the clock skips in spring is an hour later', () => {
  const skipped = instantOf(wall('2026-03-29 02:30'), 'Europe/Paris');
  expect(utc(skipped)).toBe('2026-03-29T01:30:00.000Z');
  expect(formatClock(wallTimeAt(skipped, 'Europe/Paris'))).toBe('03:30');
});

test('a time that the clock shows twice in autumn is the first of the two', () => {
  expect(utc(instantOf(wall('2026-10-25 02:30'), 'Europe/Paris'))).toBe('2026-10-25T00:30:00.000Z');
  expect(utc(instantOf(wall('2026-10-25 03:00'), 'Europe/Paris'))).toBe('2026-10-25T02:00:00.000Z');
});

test('midnight is found where summer begins at midnight', () => {
  const start = instantOf(wall('2026-03-29 00:00'), 'Asia/Beirut');
  expect(formatClock(wallTimeAt(start, 'Asia/Beirut'))).toBe('01:00');
});

test('every instant is at most one turn of the clock away from what its wall time says', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2060, 0) }),
      fc.constantFrom(...ZONES),
      (instantMs, zone) => {
        const second = Math.floor(instantMs / 1000) * 1000;
        const back = instantOf(wallTimeAt(second, zone), zone);
        expect(back).toBeLessThanOrEqual(second);
        expect(second - back).toBeLessThanOrEqual(3_600_000);
        expect(wallTimeAt(back, zone)).toEqual(wallTimeAt(second, zone));
      },
    ),
  );
});

test('days and hours that no calendar has are told', () => {
  expect(isInCalendar(wall('2028-02-29 23:59'))).toBe(true);
  for (const text of [
    '2026-02-29 12:00',
    '2026-04-31 12:00',
    '2026-01-01 24:00',
    '2026-13-01 00:00',
    '2026-01-00 00:00',
    '2026-01-01 10:60',
  ])
    expect(isInCalendar(wall(text)), text).toBe(false);
});

test('the offset of a clock is written as it is read', () => {
  expect(formatOffset(Date.UTC(2026, 6, 1), 'Europe/Paris')).toBe('+02:00');
  expect(formatOffset(Date.UTC(2026, 6, 1), 'America/St_Johns')).toBe('-02:30');
  expect(formatOffset(Date.UTC(2026, 6, 1), 'UTC')).toBe('+00:00');
  const again = Date.UTC(2026, 9, 25, 1, 30);
  expect(instantWithOffset(wall('2026-10-25 02:30'), '+01:00', 'Europe/Paris')).toBe(again);
  expect(instantWithOffset(wall('2026-10-25 03:30'), '+02:00', 'Europe/Paris')).toBeNull();
});
