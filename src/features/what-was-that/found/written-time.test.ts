import { expect, test } from 'vitest';
import { writtenTime } from './written-time.ts';

const german = { timezone: 'Europe/Berlin', language: 'de' } as const;
const written = (time: string, instant: string) => writtenTime(time, Date.parse(instant), german);

test('a time that the clock of the station shows twice is told apart by the name of its zone', () => {
  expect(written('02:30', '2026-10-25T00:30:00Z')).toBe('02:30 MESZ');
  expect(written('Sonntag, 25. Oktober, 02:30 Uhr', '2026-10-25T01:30:00Z')).toMatch(/02:30 Uhr MEZ$/);
  expect(written('03:30', '2026-10-25T02:30:00Z')).toBe('03:30');
});
