import { expect, test } from 'vitest';
import { weekCalendar } from './week-calendar.ts';

const dates = (nowMs: number, timezone: string) =>
  weekCalendar(nowMs, timezone).days.map(({ dateMs }) => new Date(dateMs).toISOString().slice(5, 10));

test('a week runs from Monday to Sunday around its day, across months', () => {
  const thursday = Date.UTC(2026, 3, 2, 8, 24);
  expect(weekCalendar(thursday, 'Europe/Paris')).toMatchObject({ day: 4, hour: 10, minute: 24 });
  expect(dates(thursday, 'Europe/Paris')).toEqual([
    '03-30',
    '03-31',
    '04-01',
    '04-02',
    '04-03',
    '04-04',
    '04-05',
  ]);
});

test('Sunday evening in Paris is Monday morning in Auckland: another week', () => {
  const evening = Date.UTC(2026, 10, 22, 20);
  expect(weekCalendar(evening, 'Europe/Paris')).toMatchObject({ day: 7, hour: 21 });
  expect(weekCalendar(evening, 'Pacific/Auckland')).toMatchObject({ day: 1, hour: 9 });
  expect(dates(evening, 'Pacific/Auckland')[0]).toBe('11-23');
});

test('the day on which summer time ends has seven neighbours like any other', () => {
  expect(dates(Date.UTC(2026, 9, 25, 22, 30), 'Europe/Paris').at(-1)).toBe('10-25');
});
