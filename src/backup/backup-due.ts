import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';

/** [R196] Hour of the machine's clock at which a backup is due. */
export const BACKUP_HOUR = 3;
/** [R196] A backup that was missed is made this long after a start: a shorter run makes none. */
export const BACKUP_AFTER_START_MS = 20 * MINUTE_MS;
/** [R205] A backup of the night that has not ended by then is told like one that failed. */
export const BACKUP_TOO_LONG_MS = 6 * HOUR_MS;
/** A backup of the evening before, which is no older than this, is that of the night. */
const A_NIGHT_MS = 6 * HOUR_MS;
/** The age from which on one is missing, by day too: the night after a backup of the evening comes before that. */
const OVERDUE_MS = 30 * HOUR_MS;

interface Moment {
  /** When a backup was last begun; null before the first. */
  readonly triedMs: number | null;
  /** Since when the station runs, and the machine does not sleep. */
  readonly onSinceMs: number;
  readonly nowMs: number;
  /** When it was BACKUP_HOUR last. */
  readonly nightMs: number;
}

/** Whether a backup is to be made now: at night, or by day where the machine was off then. */
export function isBackupDue({ triedMs, onSinceMs, nowMs, nightMs }: Moment): boolean {
  const isNight = nowMs - nightMs < HOUR_MS;
  const isSettled = nowMs - onSinceMs >= BACKUP_AFTER_START_MS;
  if (triedMs === null) return isNight || isSettled;
  const sinceMs = nowMs - triedMs;
  // A clock that was set back does not keep one from being made.
  if (sinceMs < 0) return true;
  if (sinceMs < A_NIGHT_MS) return false;
  const wasMissed = sinceMs >= OVERDUE_MS || (triedMs < nightMs && onSinceMs > nightMs);
  return isNight || (wasMissed && isSettled);
}

/** The latest instant at which it was BACKUP_HOUR by the machine's clock. */
export function nightBefore(nowMs: number): number {
  const night = new Date(nowMs);
  night.setHours(BACKUP_HOUR, 0, 0, 0);
  if (night.getTime() > nowMs) {
    night.setDate(night.getDate() - 1);
    // Today may skip that hour, and have put another one in its place.
    night.setHours(BACKUP_HOUR);
  }
  return night.getTime();
}
