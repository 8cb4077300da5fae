import type { FolderHours } from '#src/station/config/station-config.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * The folder that the schedule names for an instant, by the clock on the station's wall (days of 23 and 25 hours
 * included); null when it names none. Where two parts of the week overlap the first one counts.
 */
export function folderAt(hours: readonly FolderHours[], instantMs: number, timezone: string): string | null {
  if (hours.length === 0) return null;
  const { day, hour } = wallClock(instantMs, timezone);
  return hours.find((part) => covers(part, day, hour))?.folder ?? null;
}

/** Whether a file's folder is the named one or lies in it. */
export function isInFolder(folder: string, named: string): boolean {
  const wanted = named.replace(/^\/+|\/+$/g, '');
  // A disk may write accents in two signs.
  const path = folder.normalize('NFC');
  return path === wanted || path.startsWith(`${wanted}/`);
}

/** `days` are those on which the part begins; one that crosses midnight reaches into the day after. */
function covers(part: FolderHours, day: number, hour: number): boolean {
  if (part.from < part.until) return part.days.includes(day) && hour >= part.from && hour < part.until;
  const yesterday = day === 1 ? 7 : day - 1;
  return (
    (part.days.includes(day) && hour >= part.from) || (part.days.includes(yesterday) && hour < part.until)
  );
}

/** Day 1 (Monday) to 7 and hour 0 to 23. */
function wallClock(instantMs: number, timezone: string): { day: number; hour: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instantMs);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: WEEKDAYS.indexOf(part('weekday')) + 1, hour: Number(part('hour')) };
}
