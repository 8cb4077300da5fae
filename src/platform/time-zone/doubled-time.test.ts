import { expect, test } from 'vitest';
import { doubledTimeName } from './doubled-time.ts';

const name = (instant: string, timeZone = 'Europe/Paris') =>
  doubledTimeName(Date.parse(instant), timeZone, 'en-GB');

test('a time that clocks show twice bears the name of its zone, each of the two its own', () => {
  expect([name('2026-10-25T00:30:00Z'), name('2026-10-25T01:30:00Z')]).toEqual(['CEST', 'CET']);
  expect(name('2026-04-04T14:45:00Z', 'Australia/Lord_Howe')).not.toBe('');
});

test('all other times bear none, those beside it and the hour that is skipped too', () => {
  for (const instant of ['2026-10-24T23:59:59Z', '2026-10-25T02:00:00Z', '2026-03-29T01:30:00Z'])
    expect(name(instant)).toBe('');
});
