import { expect, test } from 'vitest';
import { parseSearch, searchDays } from './search-window.ts';

const PARIS = 'Europe/Paris';
/** 22 November, 00:30 in Paris: still the 21st in UTC. */
const NIGHT_MS = Date.UTC(2026, 10, 21, 23, 30);

test('today and the seven days before can be searched, by the station’s calendar', () => {
  expect(searchDays(NIGHT_MS, PARIS)).toEqual({ first: '2026-11-15', last: '2026-11-22' });
  expect(searchDays(NIGHT_MS, 'UTC')).toEqual({ first: '2026-11-14', last: '2026-11-21' });
  expect(searchDays(Date.UTC(2026, 0, 3, 12), PARIS).first).toBe('2025-12-27');
  const fault = (text: string) => parseSearch(text, NIGHT_MS, PARIS);
  expect(fault('2026-11-15 00:00')).toEqual({ instantMs: Date.UTC(2026, 10, 14, 23) });
  expect(fault('2026-11-22 23:59')).toEqual({ instantMs: Date.UTC(2026, 10, 22, 22, 59) });
  expect(fault('2026-11-14 23:59')).toEqual({ fault: 'outside-window' });
  expect(fault('2026-11-23 00:00')).toEqual({ fault: 'outside-window' });
  expect(fault('0001-01-01 00:00')).toEqual({ fault: 'not-a-date' });
});

test('what is no date is told from a date that cannot be searched', () => {
  for (const text of [
    '',
    'yesterday',
    '2026-11-31 12:00',
    '2026-11-21',
    '2026-11-21 24:00',
    '21/11/2026 12:00',
    '2026-11-21 1:00',
  ])
    expect(parseSearch(text, NIGHT_MS, PARIS), text).toEqual({ fault: 'not-a-date' });
});

test('on the day of 25 hours the first of two half past twos is searched, on that of 23 half past three', () => {
  const autumn = parseSearch('2026-10-25 02:30', Date.UTC(2026, 9, 26), PARIS);
  expect(autumn).toEqual({ instantMs: Date.UTC(2026, 9, 25, 0, 30) });
  const spring = parseSearch('2026-03-29 02:30', Date.UTC(2026, 2, 30), PARIS);
  expect(spring).toEqual({ instantMs: Date.UTC(2026, 2, 29, 1, 30) });
});

test('[W220] the second of two equal times is searched by its offset, and none by one that the clock has not', () => {
  const search = (text: string) => parseSearch(text, Date.UTC(2026, 9, 26), PARIS);
  expect(search('2026-10-25 02:30+01:00')).toEqual({ instantMs: Date.UTC(2026, 9, 25, 1, 30) });
  expect(search('2026-10-25 02:30+02:00')).toEqual({ instantMs: Date.UTC(2026, 9, 25, 0, 30) });
  expect(search('2026-10-24 12:00+02:00')).toEqual({ instantMs: Date.UTC(2026, 9, 24, 10) });
  for (const text of [
    '2026-10-24 12:00+01:00',
    '2026-10-25 02:30+99:00',
    '2026-10-25 02:30+1',
    '2026-10-25 02:30Z',
  ])
    expect(search(text), text).toEqual({ fault: 'not-a-date' });
});
