import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { BACKUP_HOUR, FIRST_BACKUP_AFTER_MS, isBackupDue } from './backup-due.ts';

const NOW_MS = Date.UTC(2026, 10, 25, BACKUP_HOUR, 10);
const isDue = (triedHoursAgo: number | null, hour: number, upMs = HOUR_MS) =>
  isBackupDue({
    triedMs: triedHoursAgo === null ? null : NOW_MS - triedHoursAgo * HOUR_MS,
    startMs: NOW_MS - upMs,
    nowMs: NOW_MS,
    hour,
  });

test('[R196] a backup is made once a night, later where the machine was off', () => {
  expect(isDue(24, BACKUP_HOUR)).toBe(true);
  expect(isDue(0.5, BACKUP_HOUR)).toBe(false);
  expect(isDue(24, 14)).toBe(false);
  expect(isDue(40, 14)).toBe(true);
});

test('[R196] a first backup waits for the night, or for a day of a machine that is off each night', () => {
  expect(isDue(null, BACKUP_HOUR)).toBe(true);
  expect(isDue(null, 14, FIRST_BACKUP_AFTER_MS - 1)).toBe(false);
  expect(isDue(null, 14, FIRST_BACKUP_AFTER_MS)).toBe(true);
  expect(isDue(0.5, 14, FIRST_BACKUP_AFTER_MS)).toBe(false);
});

test('a clock that was set back keeps no backup from being made', () => {
  expect(isDue(-1, 14)).toBe(true);
});
