import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { radioCost, worthOfGift } from './radio-cost.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const bills = [
  { what: 'Hébergement', eurosPerMonth: 50 },
  { what: 'Droits', eurosPerMonth: 23.05 },
];

test('an hour on air is the month of bills by its hours [R70]', () => {
  const cost = radioCost({ bills, listened: null, nowMs: NOON_MS });
  expect(cost?.month).toBeCloseTo(73.05);
  expect(cost?.hour).toBeCloseTo(0.1);
  expect(cost?.heard).toBeNull();
});

test('an hour heard is the cost of the counted time by the hours heard in it', () => {
  const listened = { sinceMs: NOON_MS - 100 * HOUR_MS, heardMs: 2_000 * HOUR_MS };
  const cost = radioCost({ bills, listened, nowMs: NOON_MS });
  expect(cost?.heard?.since).toBe('2026-11-17T08:00:00.000Z');
  expect(cost?.heard?.hours).toBe(2_000);
  // 100 hours at 10 cents are 10 euros.
  expect(cost?.heard?.hour).toBeCloseTo(10 / 2_000);
});

test('what is not known is not said', () => {
  expect(radioCost({ bills: [], listened: null, nowMs: NOON_MS })).toBeNull();
  expect(
    radioCost({ bills: [{ what: 'Rien', eurosPerMonth: 0 }], listened: null, nowMs: NOON_MS }),
  ).toBeNull();
  const little = { sinceMs: NOON_MS - 100 * HOUR_MS, heardMs: HOUR_MS - 1 };
  expect(radioCost({ bills, listened: little, nowMs: NOON_MS })?.heard).toBeNull();
  const short = { sinceMs: NOON_MS - HOUR_MS / 2, heardMs: 9 * HOUR_MS };
  expect(radioCost({ bills, listened: short, nowMs: NOON_MS })?.heard).toBeNull();
});

test.each([
  [0.1, { gift: 5, hours: 50 }],
  [4.9, { gift: 5, hours: 1 }],
  [5.1, { gift: 10, hours: 1 }],
  [1500, null],
])('at %s euros an hour', (costOfHour, expected) => {
  expect(worthOfGift(costOfHour)).toEqual(expected);
});
