import type { StreamId } from '#src/spec/streams.ts';
import type { Library } from '../rotation/library.ts';
import { readJournalDays } from './journal.ts';
import type { JournalEntry } from './journal-entry.wire.ts';

/** However large the library: a play longer ago than this changes no choice. */
const DAYS_MAX = 14;

/**
 * Each stream's latest plays, oldest first: as far back as it takes to know when every track in rotation last played,
 * at most 14 days.
 */
export async function readRotationHistory(
  folder: string,
  streamIds: readonly StreamId[],
  library: Library,
): Promise<Map<StreamId, JournalEntry[]>> {
  const history = new Map<StreamId, JournalEntry[]>(streamIds.map((id) => [id, []]));
  const unknown = new Map(
    streamIds.map((id) => [id, new Set(library.shelf(id, 'track').map(({ record }) => record.slug))]),
  );
  let days = 0;
  for await (const day of readJournalDays(folder)) {
    const byStream = Map.groupBy(day, (entry) => entry.streamId);
    for (const [streamId, entries] of byStream) {
      history.set(streamId, [...entries, ...(history.get(streamId) ?? [])]);
      for (const entry of entries) unknown.get(streamId)?.delete(entry.slug);
    }
    days += 1;
    if (days >= DAYS_MAX || (days >= 2 && unknown.values().every((slugs) => slugs.size === 0))) break;
  }
  return history;
}
