import { DAY_MS, HOUR_MS } from '#src/contract/durations.ts';
import type { LastBackup } from '#src/platform/last-backup/last-backup.ts';

/** [R196] Hour of the machine's clock at which a backup is due. */
export const BACKUP_HOUR = 3;
/** A machine that was off at night makes it later; one that was on makes one a night. */
const OVERDUE_MS = DAY_MS + 2 * HOUR_MS;
const A_NIGHT_MS = 12 * HOUR_MS;

/** Whether a backup is to be made now, by when one was last begun. */
export function isBackupDue(last: LastBackup | null, nowMs: number, hour: number): boolean {
  if (last === null) return hour === BACKUP_HOUR;
  const sinceMs = nowMs - last.triedMs;
  // A clock that was set back does not keep one from being made.
  return sinceMs < 0 || sinceMs >= OVERDUE_MS || (hour === BACKUP_HOUR && sinceMs >= A_NIGHT_MS);
}
