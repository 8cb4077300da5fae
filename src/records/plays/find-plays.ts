import { MINUTE_MS } from '#src/contract/durations.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { hasMedia, SONG_COLUMNS, type SongColumns } from '#src/records/songs/listed-track.ts';

/** How many plays are shown on either side of the one on air [W29], unless somebody asks for fewer. */
const PLAYS_A_SIDE = 5;
/** Longest break between two tracks: plays farther away do not answer "what was that?" [W29]. */
const BREAK_MAX_MS = 15 * MINUTE_MS;

export interface TimedPlay {
  readonly started_ms: number;
  readonly duration_ms: number;
}

/** Whether a play sounds at an instant; the next one may have cut it short. */
export function isOnAir({ started_ms, duration_ms }: TimedPlay, instantMs: number): boolean {
  return started_ms <= instantMs && instantMs < started_ms + duration_ms;
}

/**
 * The plays around an instant in time order: the one on air and up to five on either side. `before` are the last ones
 * begun at the instant or earlier, newest first; `after` the first ones begun later, oldest first. In a break between
 * two tracks nothing is on air; where the stream was silent there is nothing at all.
 */
export function aroundInstant<Play extends TimedPlay>(
  before: readonly Play[],
  after: readonly Play[],
  instantMs: number,
): { play: Play; onAir: boolean }[] {
  const [latest] = before;
  const [next] = after;
  const sounding = latest !== undefined && isOnAir(latest, instantMs);
  const quietSinceMs =
    latest === undefined ? Number.POSITIVE_INFINITY : instantMs - (latest.started_ms + latest.duration_ms);
  const quietForMs = next === undefined ? Number.POSITIVE_INFINITY : next.started_ms - instantMs;
  if (!sounding && Math.min(quietSinceMs, quietForMs) > BREAK_MAX_MS) return [];
  const earlier = before.slice(0, sounding ? PLAYS_A_SIDE + 1 : PLAYS_A_SIDE).reverse();
  return [...earlier, ...after.slice(0, PLAYS_A_SIDE)].map((play) => ({
    play,
    onAir: sounding && play === latest,
  }));
}

/** A play with its song. */
export interface SongPlay extends SongColumns, TimedPlay {
  readonly song_id: number;
  readonly stream_id: StreamId;
}

/** A play near an instant, and whether it sounded then. */
export interface FoundSongPlay {
  readonly play: SongPlay;
  readonly onAir: boolean;
}

/**
 * What a stream played around an instant, in time order; empty where it was silent.
 * @param nowMs what was written down as later is unknown: the clock was set back since
 * @param aSide how many before and after
 */
export async function findPlaysAround(
  db: Database,
  streamId: StreamId,
  instantMs: number,
  nowMs: number,
  aSide = PLAYS_A_SIDE,
): Promise<FoundSongPlay[]> {
  const before = await selectPlays(db)
    .where('plays.stream_id', '=', streamId)
    .where('plays.started_ms', '<=', Math.min(instantMs, nowMs))
    .orderBy('plays.started_ms', 'desc')
    .limit(aSide + 1)
    .execute();
  const after = await selectPlays(db)
    .where('plays.stream_id', '=', streamId)
    .where('plays.started_ms', '>', instantMs)
    .where('plays.started_ms', '<=', nowMs)
    .orderBy('plays.started_ms')
    .limit(aSide)
    .execute();
  return aroundInstant<SongPlay>(before, after, instantMs);
}

export function selectPlays(db: Database) {
  return db
    .selectFrom('plays')
    .innerJoin('songs', 'songs.id', 'plays.song_id')
    .select([
      ...SONG_COLUMNS,
      'plays.song_id',
      'plays.stream_id',
      'plays.started_ms',
      'plays.duration_ms',
      hasMedia,
    ]);
}

/** An instant of a stream: the play that sounded, and its neighbours, as long as no long silence lies between. */
interface Moment {
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
  const found = await findPlaysAround(db, streamId, instantMs, nowMs, 1);
  const now = found.find(({ onAir }) => onAir)?.play ?? null;
  const before = found.findLast(({ play }) => play !== now && play.started_ms <= instantMs)?.play ?? null;
  const after = found.find(({ play }) => play.started_ms > instantMs)?.play ?? null;
  const { startMs, endMs } = now === null ? { startMs: instantMs, endMs: instantMs } : spanOf(now);
  const isNear = before !== null && startMs - spanOf(before).endMs <= BREAK_MAX_MS;
  if (now === null && !isNear) return null;
  return {
    now,
    before: isNear ? before : null,
    after: after !== null && after.started_ms - endMs <= BREAK_MAX_MS ? after : null,
  };
}

function spanOf({ started_ms, duration_ms }: SongPlay): { startMs: number; endMs: number } {
  return { startMs: started_ms, endMs: started_ms + duration_ms };
}
