import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { type LastBackup, newestProvedMs } from './last-backup.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);

test('a backup that a clock ahead of time has dated hides no other [R213]', () => {
  const newest = (nightMs: number | null, byHandMs?: number) => {
    const proved = nightMs && { atMs: nightMs, name: 'x', bytes: 1, seconds: 1, rows: 1 };
    const last: LastBackup = { triedMs: null, proved: proved || null, failing: null };
    return newestProvedMs(byHandMs === undefined ? last : { ...last, byHandMs }, NOW_MS);
  };
  const [night, hour, ahead] = [NOW_MS - DAY_MS / 2, NOW_MS - 3_600_000, NOW_MS + 365 * DAY_MS];
  expect(newest(null)).toBeNull();
  expect(newest(night)).toBe(night);
  expect(newest(night, hour)).toBe(hour);
  expect(newest(night, ahead)).toBe(night);
  expect(newest(ahead, hour)).toBe(hour);
  expect(newest(null, ahead)).toBe(ahead);
});
