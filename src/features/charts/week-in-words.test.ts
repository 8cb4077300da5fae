import { expect, test } from 'vitest';
import { daysOfWeek, numberOfWeek, yearOfWeek } from './week-in-words.ts';

test('a week is told by its number and its days, in the words of the language', () => {
  expect(numberOfWeek('2026-W07')).toBe(7);
  expect(yearOfWeek('2026-W07')).toBe('2026');
  expect(daysOfWeek('2026-W47', 'de')).toMatch(/^16\.\s?–\s?22\. November 2026$/);
  expect(daysOfWeek('2026-W53', 'fr')).toContain('28 décembre 2026');
  expect(daysOfWeek('2026-W53', 'fr')).toContain('3 janvier 2027');
});
