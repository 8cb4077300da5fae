import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { relativeTime } from './use-relative.ts';

describe('relativeTime', () => {
  test.each([
    [-5 * MINUTE_MS, 'just-now'],
    [MINUTE_MS - 1, 'just-now'],
    [MINUTE_MS, { count: 1, unit: 'minute' }],
    [HOUR_MS - 1, { count: 59, unit: 'minute' }],
    [HOUR_MS, { count: 1, unit: 'hour' }],
    [DAY_MS - 1, { count: 23, unit: 'hour' }],
    [DAY_MS, { count: 1, unit: 'day' }],
    [7 * DAY_MS - 1, { count: 6, unit: 'day' }],
    [7 * DAY_MS, { count: 1, unit: 'week' }],
    [28 * DAY_MS - 1, { count: 3, unit: 'week' }],
    [28 * DAY_MS, { count: 1, unit: 'month' }],
    [59 * DAY_MS, { count: 1, unit: 'month' }],
    [60 * DAY_MS, { count: 2, unit: 'month' }],
    [360 * DAY_MS - 1, { count: 11, unit: 'month' }],
    [360 * DAY_MS, { count: 1, unit: 'year' }],
    [729 * DAY_MS, { count: 1, unit: 'year' }],
    [730 * DAY_MS, { count: 2, unit: 'year' }],
  ] as const)('after %i ms says %o', (elapsedMs, expected) => {
    expect(relativeTime(elapsedMs)).toEqual(expected);
  });
});
