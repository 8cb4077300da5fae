import { expect, test } from 'vitest';
import {
  daysBetween,
  minutesOf,
  momentAt,
  momentQuery,
  parseTime,
  readMoment,
  TIME_PATTERN,
  timeOf,
} from './search-address.ts';

const PARIS = 'Europe/Paris';
const NOW_MS = Date.UTC(2026, 10, 21, 17, 40);
const read = (query: string) => readMoment(new URLSearchParams(query), NOW_MS, PARIS);

test('an address without day and time asks for nothing', () => {
  expect(read('')).toEqual({ kind: 'nothing' });
  expect(read('utm_source=mail')).toEqual({ kind: 'nothing' });
});

test('what an address asks for is found in it again', () => {
  const moment = { date: '2026-11-18', time: '18:30' };
  expect(momentQuery(moment)).toBe('?date=2026-11-18&time=18%3A30');
  expect(read(momentQuery(moment))).toEqual({
    kind: 'moment',
    moment,
    instantMs: Date.UTC(2026, 10, 18, 17, 30),
  });
});

test('a day that cannot be searched is told from no day at all', () => {
  expect(read('?date=2026-11-13&time=18:30')).toMatchObject({ kind: 'fault', fault: 'outside-window' });
  expect(read('?date=2026-11-18')).toMatchObject({ kind: 'fault', fault: 'not-a-date' });
  expect(read('?time=18:30')).toMatchObject({ kind: 'fault', fault: 'not-a-date' });
  expect(read('?date=yesterday&time=noon')).toMatchObject({ kind: 'fault', fault: 'not-a-date' });
});

test('an instant is the minute that the station’s clock shows', () => {
  expect(momentAt(Date.UTC(2026, 10, 21, 23, 30, 59), PARIS)).toEqual({ date: '2026-11-22', time: '00:30' });
});

test('a time moves by minutes and stays within its day', () => {
  expect(timeOf(minutesOf('18:30') + 5)).toBe('18:35');
  expect(timeOf(minutesOf('00:02') - 5)).toBe('00:00');
  expect(timeOf(minutesOf('23:58') + 5)).toBe('23:59');
  expect(minutesOf('')).toBe(0);
});

test('the eight days of the window are counted over the end of a month and of summer time', () => {
  expect(daysBetween('2026-10-24', '2026-10-31')).toHaveLength(8);
  expect(daysBetween('2026-12-30', '2027-01-01')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
});

test.each([
  ['18:42', '18:42'],
  ['1842', '18:42'],
  ['18h42', '18:42'],
  ['18 H 42', '18:42'],
  ['18.42', '18:42'],
  [' 18:42 ', '18:42'],
  ['905', '09:05'],
  ['9:05', '09:05'],
  ['9', '09:00'],
  ['18h', '18:00'],
  ['0000', '00:00'],
])('%j is a time as people write it: %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
  expect(typed).toMatch(new RegExp(`^(?:${TIME_PATTERN})$`, 'v'));
});

test.each(['', '24:00', '18:60', '184', '18:4', '12345', 'noon', '6:05 PM', '-1:00'])(
  '%j is none',
  (typed) => {
    expect(parseTime(typed)).toBeNull();
    expect(typed).not.toMatch(new RegExp(`^(?:${TIME_PATTERN})$`, 'v'));
  },
);

test('an address may hold the time as it was typed', () => {
  expect(read('?date=2026-11-18&time=18h30')).toEqual(read('?date=2026-11-18&time=18:30'));
});
