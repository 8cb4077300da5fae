import { readJournalDays } from './journal.ts';

/** Days that are read back: what has not played for longer is as good as never played. */
const DAYS_MAX = 14;

/** Returns when each recording last went on air, by media id. */
export async function readLastPlays(folder: string): Promise<Map<string, number>> {
  const plays = new Map<string, number>();
  let days = 0;
  for await (const day of readJournalDays(folder)) {
    for (const { id, startedMs } of day) plays.set(id, Math.max(plays.get(id) ?? 0, startedMs));
    days += 1;
    if (days >= DAYS_MAX) break;
  }
  return plays;
}
