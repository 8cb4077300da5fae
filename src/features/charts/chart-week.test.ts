import { expect, test } from 'vitest';
import { daysOfWeek, isNextWeek, neighbourWeeks, numberOfWeek, readWeek, yearOfWeek } from './chart-week.ts';

const read = (query: string) => readWeek(new URLSearchParams(query));

test('an address without a week asks for the running chart', () => {
  expect(read('')).toEqual({ kind: 'running' });
  expect(read('week=')).toEqual({ kind: 'running' });
  expect(read('week=2026-W47')).toEqual({ kind: 'week', week: '2026-W47' });
});

test('what names no week is told from one', () => {
  for (const text of ['47', '2026-W54', '2026-47', '2025-W53']) {
    expect(read(`week=${text}`), text).toEqual({ kind: 'no-week' });
  }
});

test('a chart lies between the kept weeks before and after it, over weeks of silence and years', () => {
  const kept = ['2027-W01', '2026-W53', '2026-W47'];
  expect(neighbourWeeks(null, kept)).toEqual({ before: '2027-W01', after: null });
  expect(neighbourWeeks('2027-W01', kept)).toEqual({ before: '2026-W53', after: null });
  expect(neighbourWeeks('2026-W53', kept)).toEqual({ before: '2026-W47', after: '2027-W01' });
  expect(neighbourWeeks('2026-W47', kept)).toEqual({ before: null, after: '2026-W53' });
  expect(neighbourWeeks(null, [])).toEqual({ before: null, after: null });
});

test('a kept chart is that of the week before where none lies between, and one that was kept meanwhile is', () => {
  expect(isNextWeek('2026-W53', { after: '2026-W52' })).toBe(true);
  expect(isNextWeek('2027-W01', { after: '2026-W53' })).toBe(true);
  expect(isNextWeek('2027-W02', { after: '2026-W53' })).toBe(false);
  expect(isNextWeek('2026-W53', { after: '2027-W01' })).toBe(true);
});

test('a week is told by its number and its days, in the words of the language', () => {
  expect(numberOfWeek('2026-W07')).toBe(7);
  expect(yearOfWeek('2026-W07')).toBe('2026');
  expect(daysOfWeek('2026-W47', 'de')).toMatch(/^16\.\s?–\s?22\. November 2026$/);
  expect(daysOfWeek('2026-W53', 'fr')).toContain('28 décembre 2026');
  expect(daysOfWeek('2026-W53', 'fr')).toContain('3 janvier 2027');
});
