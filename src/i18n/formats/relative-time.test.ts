import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relativeTime', () => {
  it.each([
    [-5 * MINUTE, 'just-now'],
    [MINUTE - 1, 'just-now'],
    [MINUTE, { count: 1, unit: 'minute' }],
    [HOUR - 1, { count: 59, unit: 'minute' }],
    [HOUR, { count: 1, unit: 'hour' }],
    [DAY - 1, { count: 23, unit: 'hour' }],
    [DAY, { count: 1, unit: 'day' }],
    [7 * DAY - 1, { count: 6, unit: 'day' }],
    [7 * DAY, { count: 1, unit: 'week' }],
    [28 * DAY - 1, { count: 3, unit: 'week' }],
    [28 * DAY, { count: 1, unit: 'month' }],
    [59 * DAY, { count: 1, unit: 'month' }],
    [60 * DAY, { count: 2, unit: 'month' }],
    [360 * DAY - 1, { count: 11, unit: 'month' }],
    [360 * DAY, { count: 1, unit: 'year' }],
    [729 * DAY, { count: 1, unit: 'year' }],
    [730 * DAY, { count: 2, unit: 'year' }],
  ] as const)('after %i ms says %o', (elapsedMs, expected) => {
    expect(relativeTime(elapsedMs)).toEqual(expected);
  });
});
