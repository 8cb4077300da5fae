import { wallTimeAt, weekdayOf } from '#src/platform/time-zone/wall-time.ts';
import type { FolderHours } from '#src/station/config/station-config.ts';

/**
 * Returns the folder that the schedule names for an instant, by the station's wall clock (days of 23 and 25
 * hours included); null when it names none. Where two parts of the week overlap, the first counts.
 */
export function folderAt(hours: readonly FolderHours[], instantMs: number, timezone: string): string | null {
  if (hours.length === 0) return null;
  const wall = wallTimeAt(instantMs, timezone);
  const day = weekdayOf(wall);
  return hours.find((part) => covers(part, day, wall.hour))?.folder ?? null;
}

/** Whether a file's folder is the named one or lies in it. */
export function isInFolder(folder: string, named: string): boolean {
  const wanted = named.replace(/^\/+|\/+$/g, '');
  // A disk may write accents in two signs.
  const path = folder.normalize('NFC');
  return path === wanted || path.startsWith(`${wanted}/`);
}

/**
 * Whether a part of the week covers an hour. `day` is 1 (Monday) to 7. The part's `days` are those on which
 * it begins: one that crosses midnight reaches into the day after.
 */
function covers(part: FolderHours, day: number, hour: number): boolean {
  if (part.from < part.until) return part.days.includes(day) && hour >= part.from && hour < part.until;
  const yesterday = day === 1 ? 7 : day - 1;
  return (
    (part.days.includes(day) && hour >= part.from) || (part.days.includes(yesterday) && hour < part.until)
  );
}
