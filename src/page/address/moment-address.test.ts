import { expect, test } from 'vitest';
import { momentSlug, readInstant, readMomentSlug, writeInstant } from './moment-address.ts';

const INSTANT_MS = Date.UTC(2026, 10, 21, 17, 30, 5);

test('an instant is written to the second and read again', () => {
  expect(writeInstant(INSTANT_MS + 999)).toBe('2026-11-21T17:30:05Z');
  expect(readInstant('2026-11-21T17:30:05Z')).toBe(INSTANT_MS);
});

test.each([
  '',
  'now',
  '2026-11-21',
  '2026-11-21T17:30Z',
  '2026-11-21T17:30:05',
  '2026-11-21T17:30:05.000Z',
  '2026-11-21T17:30:05+01:00',
  '2026-02-30T17:30:05Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T17:30:60Z',
  '+12026-11-21T17:30:05Z',
])('%j is none', (text) => {
  expect(readInstant(text)).toBeNull();
});

test('a moment is one word for its picture', () => {
  const moment = { streamId: '90s', instantMs: INSTANT_MS } as const;
  expect(momentSlug(moment)).toBe('90s-2026-11-21T17:30:05Z');
  expect(readMomentSlug(momentSlug(moment))).toEqual(moment);
  for (const slug of ['', '-', '90s', '90s-', 'disco-2026-11-21T17:30:05Z', '2026-11-21T17:30:05Z'])
    expect(readMomentSlug(slug)).toBeNull();
});
