import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { BREAK_MAX_MS } from './around-instant.ts';
import { findPlaysAround, type SongPlay } from './find-plays.ts';

/** An instant of a stream: the play that sounded, and its neighbours, as long as no long silence lies between. */
export interface Moment {
  /** Null in a break between two tracks. */
  readonly now: SongPlay | null;
  readonly before: SongPlay | null;
  readonly after: SongPlay | null;
}

/** Null where the stream was silent, before its first play for instance, and for what is still to come. */
export async function findMoment(
  db: Database,
  { streamId, instantMs }: { streamId: StreamId; instantMs: number },
  nowMs: number,
): Promise<Moment | null> {
  if (instantMs > nowMs) return null;
  const found = await findPlaysAround(db, streamId, instantMs, 1);
  const now = found.find(({ onAir }) => onAir)?.play ?? null;
  const before = found.findLast(({ play }) => play !== now && play.started_ms <= instantMs)?.play ?? null;
  const after = found.find(({ play }) => play.started_ms > instantMs)?.play ?? null;
  if (now === null && before === null) return null;
  const { startMs, endMs } = now === null ? { startMs: instantMs, endMs: instantMs } : spanOf(now);
  return {
    now,
    before: before !== null && startMs - spanOf(before).endMs <= BREAK_MAX_MS ? before : null,
    after: after !== null && after.started_ms - endMs <= BREAK_MAX_MS ? after : null,
  };
}

function spanOf({ started_ms, duration_ms }: SongPlay): { startMs: number; endMs: number } {
  return { startMs: started_ms, endMs: started_ms + duration_ms };
}
