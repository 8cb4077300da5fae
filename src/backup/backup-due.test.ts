import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { BACKUP_HOUR, isBackupDue } from './backup-due.ts';

const NOW_MS = Date.UTC(2026, 10, 25, BACKUP_HOUR, 10);
const triedBefore = (hours: number) => ({ triedMs: NOW_MS - hours * HOUR_MS, proved: null, failing: null });

test('[R196] a backup is made once a night, later where the machine was off, and a first one waits for the night', () => {
  expect(isBackupDue(null, NOW_MS, BACKUP_HOUR)).toBe(true);
  expect(isBackupDue(null, NOW_MS, 14)).toBe(false);
  expect(isBackupDue(triedBefore(24), NOW_MS, BACKUP_HOUR)).toBe(true);
  expect(isBackupDue(triedBefore(0.5), NOW_MS, BACKUP_HOUR)).toBe(false);
  expect(isBackupDue(triedBefore(24), NOW_MS, 14)).toBe(false);
  expect(isBackupDue(triedBefore(40), NOW_MS, 14)).toBe(true);
});

test('a clock that was set back keeps no backup from being made', () => {
  expect(isBackupDue(triedBefore(-1_000), NOW_MS, 14)).toBe(true);
});
