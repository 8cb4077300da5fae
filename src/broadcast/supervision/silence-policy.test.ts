import { expect, test } from 'vitest';
import { isLost } from './silence-policy.ts';

const SILENT = { lastedMs: 0, waitedMs: 0, state: 'S', ownDelayMs: 2 };

test('a process that had five seconds to answer is lost', () => {
  expect(isLost({ ...SILENT, lastedMs: 4_900 })).toBe(false);
  expect(isLost({ ...SILENT, lastedMs: 5_000 })).toBe(true);
});

test('one in an endless loop is lost as well: it has the processor and does not answer', () => {
  expect(isLost({ ...SILENT, lastedMs: 5_100, waitedMs: 80, state: 'R' })).toBe(true);
});

test('what a process waits for a processor is not held against it, however long', () => {
  expect(isLost({ ...SILENT, lastedMs: 60_000, waitedMs: 56_000, state: 'R' })).toBe(false);
  expect(isLost({ ...SILENT, lastedMs: 61_500, waitedMs: 56_000, state: 'R' })).toBe(true);
});

test('on a machine that is late itself patience is doubled', () => {
  const late = { ...SILENT, ownDelayMs: 400 };
  expect(isLost({ ...late, lastedMs: 9_000 })).toBe(false);
  expect(isLost({ ...late, lastedMs: 10_000 })).toBe(true);
});

test('one that somebody stopped is lost within seconds, on a late machine too', () => {
  expect(isLost({ ...SILENT, lastedMs: 500, state: 'T' })).toBe(false);
  expect(isLost({ ...SILENT, lastedMs: 1_500, state: 'T', ownDelayMs: 900 })).toBe(true);
});

test('one that waits for the disk is left to it', () => {
  expect(isLost({ ...SILENT, lastedMs: 120_000, state: 'D' })).toBe(false);
});
