import { expect, test } from 'vitest';
import { minutesOf, parseTime, TIME_PATTERN, timeOf } from './time-of-day.ts';

const fieldTakes = (typed: string) => new RegExp(`^(?:${TIME_PATTERN})$`, 'v').test(typed);

test.each([
  ['18:42', '18:42'],
  ['1842', '18:42'],
  ['18h42', '18:42'],
  ['18 H 42', '18:42'],
  ['18.42', '18:42'],
  ['18 42', '18:42'],
  ['18,42', '18:42'],
  [' 18:42 ', '18:42'],
  ['905', '09:05'],
  ['9:05', '09:05'],
  ['9.05', '09:05'],
  ['9:5', '09:05'],
  ['9h5', '09:05'],
  ['9', '09:00'],
  ['18h', '18:00'],
  ['21 heures', '21:00'],
  ['21 heures 30', '21:30'],
  ['21:30 h', '21:30'],
  ['21 horas', '21:00'],
  ['ore 21.30', '21:30'],
  ['9 Uhr', '09:00'],
  ['9 UHR 5', '09:05'],
  ['21.30 Uhr', '21:30'],
  ['21u', '21:00'],
  ['21u30', '21:30'],
  ['21.30 uur', '21:30'],
  ['21 ч', '21:00'],
  ['21 Ч 30', '21:30'],
  ['21 час', '21:00'],
  ['9 часов', '09:00'],
  ['godz. 21:30', '21:30'],
  ['4pm', '16:00'],
  ['6:05 PM', '18:05'],
  ['6:05 p.m.', '18:05'],
  ['12 am', '00:00'],
  ['12:30pm', '12:30'],
  ['0000', '00:00'],
])('%j is a time as people write it: %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
  expect(fieldTakes(typed)).toBe(true);
});

test.each(['', '24:00', '18:60', '184', '9.5', '12345', 'noon', 'h', '-1:00', '9:5:3'])(
  '%j is none',
  (typed) => {
    expect(parseTime(typed)).toBeNull();
    expect(fieldTakes(typed)).toBe(false);
  },
);

test('a run of space behind the hour is read once, however long', () => {
  const space = ' '.repeat(100_000);
  for (const typed of [`1${space}x`, `1${space}5`, `1${space}5${space}x`, `1${space}h${space}x`]) {
    expect(fieldTakes(typed)).toBe(false);
    expect(parseTime(typed)).toBeNull();
  }
});

test('a text that is longer than any time is none', () => {
  expect(parseTime(' godz. 9 heures 30 heures p. m. ')).toBe('21:30');
  expect(parseTime('9'.padStart(40))).toBe('09:00');
  expect(parseTime('9'.padStart(41))).toBeNull();
});

test.each(['0pm', '13 pm', '16:30 pm'])('%j is no hour of a half of the day', (typed) => {
  expect(parseTime(typed)).toBeNull();
});

test('a time moves by minutes and stays within its day', () => {
  expect(timeOf(minutesOf('18:30') + 5)).toBe('18:35');
  expect(timeOf(minutesOf('00:02') - 5)).toBe('00:00');
  expect(timeOf(minutesOf('23:58') + 5)).toBe('23:59');
  expect(minutesOf('')).toBe(0);
});
