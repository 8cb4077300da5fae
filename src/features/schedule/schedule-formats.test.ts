import { describe, expect, test } from 'vitest';
import { scheduleFormats } from './schedule-formats.ts';

const MONDAY_MS = Date.UTC(2026, 2, 9);
const SUNDAY_MS = Date.UTC(2026, 2, 15);

describe('scheduleFormats', () => {
  test.each([
    ['fr', '06 – 24 h', '06 h', 'lun', 'lundi 9 mars'],
    ['de', '06 – 24 Uhr', '06 Uhr', 'Mo', 'Montag, 9. März'],
    ['en', '06:00 – 24:00', '06:00', 'Mon', 'Monday 9 March'],
    ['ru', '06:00 – 24:00', '06:00', 'пн', 'понедельник, 9 марта'],
  ] as const)('writes hours and days as %s does', (language, hours, hour, shortDay, longDay) => {
    const formats = scheduleFormats(language);
    expect(formats.hours(6, 24).replaceAll(/\s/g, ' ')).toBe(hours);
    expect(formats.hour(6).replaceAll(/\s/g, ' ')).toBe(hour);
    expect(formats.shortDay(MONDAY_MS)).toBe(shortDay);
    expect(formats.longDay(MONDAY_MS)).toBe(longDay);
  });

  test('writes a range with the spaces that every browser writes', () => {
    expect(scheduleFormats('en').week(MONDAY_MS, SUNDAY_MS)).toBe('9 – 15 March');
  });

  test('writes a week as one range, and the station’s clock by its name', () => {
    const formats = scheduleFormats('fr');
    expect(formats.week(MONDAY_MS, SUNDAY_MS)).toMatch(/^9\s?–\s?15 mars$/);
    expect(formats.zone('Europe/Paris', MONDAY_MS)).toBe('heure d’Europe centrale');
  });
});
