import { expect, test } from 'vitest';
import { worthOfGift } from './worth.ts';

test.each([
  [0.1, { gift: 5, hours: 50 }],
  [4.9, { gift: 5, hours: 1 }],
  [5.1, { gift: 10, hours: 1 }],
  [1500, null],
])('at %s euros an hour', (costOfHour, expected) => {
  expect(worthOfGift(costOfHour)).toEqual(expected);
});
