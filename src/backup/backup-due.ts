import { DAY_MS, HOUR_MS } from '#src/contract/durations.ts';

/** [R196] Hour of the machine's clock at which a backup is due. */
export const BACKUP_HOUR = 3;
/** A machine that was off at night makes it later; one that was on makes one a night. */
const OVERDUE_MS = DAY_MS + 2 * HOUR_MS;
const A_NIGHT_MS = 12 * HOUR_MS;

/** [R196] A machine that is off each night has its first one after so long a time on. */
export const FIRST_BACKUP_AFTER_MS = 8 * HOUR_MS;

interface Moment {
  /** When a backup was last begun; null before the first. */
  readonly triedMs: number | null;
  /** When the station was started. */
  readonly startMs: number;
  readonly nowMs: number;
  /** Of the machine's clock. */
  readonly hour: number;
}

/** Whether a backup is to be made now. */
export function isBackupDue({ triedMs, startMs, nowMs, hour }: Moment): boolean {
  if (triedMs === null) return hour === BACKUP_HOUR || nowMs - startMs >= FIRST_BACKUP_AFTER_MS;
  const sinceMs = nowMs - triedMs;
  // A clock that was set back does not keep one from being made.
  return sinceMs < 0 || sinceMs >= OVERDUE_MS || (hour === BACKUP_HOUR && sinceMs >= A_NIGHT_MS);
}
