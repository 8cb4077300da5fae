import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { hasMedia, SONG_COLUMNS, type SongColumns } from '#src/records/songs/listed-track.ts';
import { aroundInstant, PLAYS_A_SIDE } from './around-instant.ts';

/** A play with its song. */
export interface SongPlay extends SongColumns {
  readonly song_id: number;
  readonly stream_id: StreamId;
  readonly started_ms: number;
  readonly duration_ms: number;
}

/** A play near an instant, and whether it sounded then. */
export interface FoundSongPlay {
  readonly play: SongPlay;
  readonly onAir: boolean;
}

/**
 * What a stream played around an instant, in time order; empty where it was silent.
 * @param aSide how many before and after
 */
export async function findPlaysAround(
  db: Database,
  streamId: StreamId,
  instantMs: number,
  aSide = PLAYS_A_SIDE,
): Promise<FoundSongPlay[]> {
  const before = await selectPlays(db)
    .where('plays.stream_id', '=', streamId)
    .where('plays.started_ms', '<=', instantMs)
    .orderBy('plays.started_ms', 'desc')
    .limit(aSide + 1)
    .execute();
  const after = await selectPlays(db)
    .where('plays.stream_id', '=', streamId)
    .where('plays.started_ms', '>', instantMs)
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
