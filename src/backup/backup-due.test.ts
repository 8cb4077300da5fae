import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { BACKUP_AFTER_START_MS, BACKUP_HOUR, isBackupDue, nightBefore } from './backup-due.ts';

const NIGHT_MS = Date.UTC(2026, 10, 25, BACKUP_HOUR);

/** At an hour of the day after that night, on a machine that has been on for some time. */
function isDue(triedHoursAgo: number | null, hour: number, onMs = 7 * DAY_MS): boolean {
  const nowMs = NIGHT_MS + (hour - BACKUP_HOUR) * HOUR_MS + 10 * MINUTE_MS;
  const nightMs = hour < BACKUP_HOUR ? NIGHT_MS - DAY_MS : NIGHT_MS;
  const triedMs = triedHoursAgo === null ? null : nowMs - triedHoursAgo * HOUR_MS;
  return isBackupDue({ triedMs, onSinceMs: nowMs - onMs, nowMs, nightMs });
}

test('[R196] a backup is made once a night, and one of the evening before is that of the night', () => {
  expect(isDue(24, BACKUP_HOUR)).toBe(true);
  expect(isDue(0.5, BACKUP_HOUR)).toBe(false);
  expect(isDue(5, BACKUP_HOUR)).toBe(false);
  expect(isDue(24, 14)).toBe(false);
  // The next night has it: by day it is not late yet.
  expect(isDue(28.9, 2)).toBe(false);
  expect(isDue(29, BACKUP_HOUR)).toBe(true);
  expect(isDue(40, 14)).toBe(true);
});

test('[R196] where the machine was off at night it is made by day, and a start that does not last has none', () => {
  const [short, long] = [BACKUP_AFTER_START_MS - 1, BACKUP_AFTER_START_MS];
  expect(isDue(23.5, 9, long)).toBe(true);
  expect(isDue(23.5, 9, short)).toBe(false);
  expect(isDue(40, 14, short)).toBe(false);
  // It has had that of the night: started anew, it makes none.
  expect(isDue(6.1, 9, long)).toBe(false);
});

test('[R196] a first backup is made soon after a start', () => {
  expect(isDue(null, BACKUP_HOUR, MINUTE_MS)).toBe(true);
  expect(isDue(null, 14, BACKUP_AFTER_START_MS - 1)).toBe(false);
  expect(isDue(null, 14, BACKUP_AFTER_START_MS)).toBe(true);
});

test('a clock that was set back keeps no backup from being made', () => {
  expect(isDue(-1, 14)).toBe(true);
});

test('the night before is the latest one, by the clock of the machine', () => {
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
  expect(nightBefore(at(25, BACKUP_HOUR))).toBe(at(25, BACKUP_HOUR));
  expect(nightBefore(at(25, BACKUP_HOUR - 1, 59))).toBe(at(24, BACKUP_HOUR));
  expect(nightBefore(at(25, 23))).toBe(at(25, BACKUP_HOUR));
  expect(nightBefore(at(1, 1))).toBe(new Date(2026, 9, 31, BACKUP_HOUR).getTime());
});

test('the night before a day that skips the hour is at its own hour', () => {
  vi.stubEnv('TZ', 'Europe/Athens');
  expect(nightBefore(Date.UTC(2026, 2, 29, 0, 30))).toBe(Date.UTC(2026, 2, 28, 1));
});
