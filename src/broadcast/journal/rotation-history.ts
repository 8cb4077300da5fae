import { isInFolder } from '#src/broadcast/rotation/folder-hours.ts';
import type { Library } from '#src/broadcast/rotation/library.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { StreamConfig } from '#src/station/config/station-config.ts';
import { readJournalDays } from './journal.ts';
import { type JournalEntry, journalDayFile } from './journal-entry.wire.ts';

/** Days that the journal is kept: a round of 12,000 tracks. */
const DAYS_MAX = 30;

/** What played lately, by stream, oldest first. */
export interface RotationHistory {
  own: Map<StreamId, JournalEntry[]>;
  /** What an outside playout said that it played [W197]. */
  outside: Map<StreamId, JournalEntry[]>;
}

interface HistoryOptions {
  folder: string;
  streams: readonly Pick<StreamConfig, 'id' | 'hours'>[];
  library: Library;
  logger: Pick<Logger, 'warn'>;
  nowMs: number;
}

/**
 * Returns each stream's latest plays. It reads back until it knows when every track in rotation last played, on the
 * whole stream and in each folder that has hours of its own, and at an outside playout where there is one: two days at
 * least, 30 at most. Days in the future are no measure, and come first: they stay until their date, and what a clock
 * that was ahead has written there would count as heard just now after each start. A day that cannot be read is told,
 * and left out: the music does not wait for it [R209].
 */
export async function readRotationHistory(options: HistoryOptions): Promise<RotationHistory> {
  const { folder, streams, library, logger, nowMs } = options;
  const today = journalDayFile(nowMs);
  const ahead: JournalEntry[][] = [];
  const history: RotationHistory = { own: new Map(streams.map(({ id }) => [id, []])), outside: new Map() };
  const unknown = {
    own: new Map(streams.map((stream) => [stream.id, seatsOf(stream, library)])),
    outside: new Map<StreamId, Seats>(),
  };
  let days = 0;
  const onUnread = (path: string, error: unknown) =>
    logger.warn(
      { err: error, path },
      'broadcast cannot read a day of the journal, and chooses as if nothing had played then: check the disk of DATA_DIR and the rights of the file',
    );
  for await (const day of readJournalDays(folder, onUnread)) {
    const [first] = day;
    if (first && journalDayFile(first.startedMs) > today) {
      ahead.unshift(day);
      continue;
    }
    const fromMs = day.reduce((first, { startedMs }) => Math.min(first, startedMs), Number.POSITIVE_INFINITY);
    for (const { player, streamId, entries } of partsOf(day)) {
      put(history[player], streamId, entries);
      const stream = streams.find(({ id }) => id === streamId);
      const seats = unknown[player].get(streamId) ?? (stream && seatsOf(stream, library));
      if (seats === undefined) continue;
      unknown[player].set(streamId, seats);
      for (const { slug, choice } of entries) {
        seats.delete(seat('', slug));
        if (choice?.pool !== undefined) seats.delete(seat(choice.pool, slug));
      }
      // Before it was added, a track cannot have been heard: the search for its last play ends there.
      for (const [wanted, addedMs] of seats) if (addedMs >= fromMs) seats.delete(wanted);
    }
    days += 1;
    const isKnown = Object.values(unknown).every((by) => by.values().every(({ size }) => size === 0));
    if (days >= DAYS_MAX || (days >= 2 && isKnown)) break;
  }
  for (const { player, streamId, entries } of partsOf(ahead.flat())) put(history[player], streamId, entries);
  return history;
}

/** Parts plays by whose they are, and by stream. */
function* partsOf(plays: readonly JournalEntry[]) {
  const playerOf = ({ outside }: JournalEntry): keyof RotationHistory =>
    outside === undefined ? 'own' : 'outside';
  for (const [player, all] of Map.groupBy(plays, playerOf))
    for (const [streamId, entries] of Map.groupBy(all, (play) => play.streamId))
      yield { player, streamId, entries };
}

function put(history: Map<StreamId, JournalEntry[]>, streamId: StreamId, earlier: JournalEntry[]): void {
  history.set(streamId, [...earlier, ...(history.get(streamId) ?? [])]);
}

/** What is looked for: tracks of pools, with the instant they were added. */
type Seats = Map<string, number>;

/** Lists every track of every pool of a stream. */
function seatsOf({ id, hours }: Pick<StreamConfig, 'id' | 'hours'>, library: Library): Seats {
  const named = new Set(hours.map(({ folder }) => folder));
  return new Map(
    library.shelf(id, 'track').flatMap(({ record: { slug, addedMs }, folders }) => {
      const pools = [...named].filter((name) => folders.some((one) => isInFolder(one, name)));
      return ['', ...pools].map((name) => [seat(name, slug), addedMs] as const);
    }),
  );
}

function seat(pool: string, slug: string): string {
  return `${pool}\0${slug}`;
}
