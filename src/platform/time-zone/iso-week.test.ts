import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoWeekAt, isoWeekPlus, isoWeekStartMs, parseIsoWeek } from './iso-week.ts';

const PARIS = 'Europe/Paris';

test('the weeks around a new year have the names of ISO 8601', () => {
  const weekOf = (day: string) => isoWeekAt(Date.parse(`${day}T12:00:00Z`), PARIS);
  expect(weekOf('2026-11-21')).toBe('2026-W47');
  expect(weekOf('2026-12-31')).toBe('2026-W53');
  expect(weekOf('2027-01-03')).toBe('2026-W53');
  expect(weekOf('2027-01-04')).toBe('2027-W01');
  expect(weekOf('2024-12-30')).toBe('2025-W01');
});

test('a week begins on Monday at midnight of the station, not of UTC', () => {
  expect(new Date(isoWeekStartMs('2026-W48', PARIS)).toISOString()).toBe('2026-11-22T23:00:00.000Z');
  expect(new Date(isoWeekStartMs('2026-W31', PARIS)).toISOString()).toBe('2026-07-26T22:00:00.000Z');
  expect(isoWeekAt(Date.UTC(2026, 10, 22, 22, 59, 59), PARIS)).toBe('2026-W47');
  expect(isoWeekAt(Date.UTC(2026, 10, 22, 23), PARIS)).toBe('2026-W48');
});

test('what names no week is refused', () => {
  for (const text of ['2026-W54', '2025-W53', '2026-W00', '2026-47', '2026-W7', 'week', '2026-W470'])
    expect(parseIsoWeek(text), text).toBeNull();
  expect(parseIsoWeek('2026-W53')).toBe('2026-W53');
});

test('every instant lies in its week, and the week after is the next name', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2090, 0) }),
      fc.constantFrom(PARIS, 'America/New_York', 'Pacific/Auckland'),
      (instantMs, zone) => {
        const week = isoWeekAt(instantMs, zone);
        const next = isoWeekPlus(week, 1);
        expect(isoWeekStartMs(week, zone)).toBeLessThanOrEqual(instantMs);
        expect(isoWeekStartMs(next, zone)).toBeGreaterThan(instantMs);
        expect(isoWeekPlus(next, -1)).toBe(week);
        expect(parseIsoWeek(week)).toBe(week);
        expect(next > week).toBe(true);
      },
    ),
  );
});
