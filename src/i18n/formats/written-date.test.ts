import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { dateRange } from './date-range.ts';
import { writtenDate, writtenMoment } from './written-date.ts';

const FIRST_MS = Date.UTC(2026, 10, 1, 0, 1);
const format = (options: Intl.DateTimeFormatOptions, language = 'fr') =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const;

test.each([
  [{ dateStyle: 'long' }, FIRST_MS, '1er novembre 2026'],
  [{ dateStyle: 'long', timeStyle: 'short' }, FIRST_MS, '1er novembre 2026 à 00:01'],
  [{ weekday: 'long', day: 'numeric', month: 'long' }, FIRST_MS, 'dimanche 1er novembre'],
  [{ dateStyle: 'long' }, Date.UTC(2027, 3, 1), '1er avril 2027'],
  [{ dateStyle: 'long' }, Date.UTC(2026, 10, 21), '21 novembre 2026'],
  [{ dateStyle: 'long' }, Date.UTC(2026, 10, 11), '11 novembre 2026'],
] as const)('French writes %o at %i as it says it', (options, at, expected) => {
  expect(writtenDate(format(options).format(at), 'fr')).toBe(expected);
});

test('a range begins or ends with the first of a month', () => {
  const range = (from: number, until: number) => dateRange(format(LONG), 'fr', from, until);
  expect(range(FIRST_MS, FIRST_MS + 6 * DAY_MS)).toBe('1er–7 novembre 2026');
  expect(range(FIRST_MS - 6 * DAY_MS, FIRST_MS)).toBe('26 octobre – 1er novembre 2026');
  expect(range(FIRST_MS + 9 * DAY_MS, FIRST_MS + 10 * DAY_MS)).toBe('10–11 novembre 2026');
});

test('a range has no zero before a day in Italian either', () => {
  const range = (from: number, until: number) => dateRange(format(LONG, 'it'), 'it', from, until);
  expect(range(FIRST_MS + DAY_MS, FIRST_MS + 7 * DAY_MS)).toBe('2–8 novembre 2026');
  expect(range(FIRST_MS - 6 * DAY_MS, FIRST_MS)).toBe('26 ottobre – 1 novembre 2026');
});

test.each([
  [1, '1 de noviembre de 2026 a la 1:01'],
  [11, '1 de noviembre de 2026 a las 11:01'],
  [21, '1 de noviembre de 2026 a las 21:01'],
])('Spanish has one hour at %i o’clock where it is one', (hours, expected) => {
  const words = format({ dateStyle: 'long', timeStyle: 'short' }, 'es').format(FIRST_MS + hours * 3_600_000);
  expect(writtenDate(words, 'es')).toBe(expected);
});

test.each([
  ['de', '1. November 2026 um 01:05 Uhr'],
  ['pl', '1 listopada 2026, 01:05'],
  ['fr', '1er novembre 2026 à 01:05'],
] as const)('a mail in %s writes date and time as a sentence needs them', (language, expected) => {
  expect(writtenMoment(Date.UTC(2026, 10, 1, 0, 5), language, 'Europe/Paris')).toBe(expected);
});

test('other languages keep what Intl writes', () => {
  expect(writtenDate(format({ dateStyle: 'long' }, 'it').format(FIRST_MS), 'it')).toBe('1 novembre 2026');
});
