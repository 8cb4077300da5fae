import { DAY_MS } from '#src/contract/durations.ts';
import { DIARY_HEARD_MS, DIARY_SENT_DAYS } from '#src/contract/limits.ts';
import { foldText } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { findFormerSongs } from '#src/records/songs/song-names.ts';
import type { HeardPlay } from './diary.wire.ts';
import { keptSinceMs } from './list-entries.server.ts';

const SENT_MS = DIARY_SENT_DAYS * DAY_MS;
/** Largest difference between two instants of one play: the journal rounds them, `titre.json` truncates. */
const SAME_PLAY_MS = 1_000;

/** What a play must be to enter a diary. */
interface Terms {
  readonly nowMs: number;
  /** When the diary was switched on or last erased: plays that were over by then stay out. */
  readonly sinceMs: number;
  /** The member removed it from the diary and wants it back: it may be as old as anything there. */
  readonly isRestored: boolean;
}

interface FoundPlays {
  readonly plays: readonly { stream_id: HeardPlay['stream_id']; started_ms: number; song_id: number }[];
  /** Plays that the radio does not know, or that cannot have been listened to by now. */
  readonly unknown: readonly HeardPlay[];
}

/** Looks up what a browser reports among what the radio has played: nothing else enters a diary [W84]. */
export async function findPlays(
  db: Database,
  heard: readonly HeardPlay[],
  terms: Terms,
): Promise<FoundPlays> {
  const { nowMs, sinceMs, isRestored } = terms;
  const earliestMs = isRestored ? keptSinceMs(nowMs) : nowMs - SENT_MS;
  const recent = heard.filter(({ started_at }) => {
    const startedMs = Date.parse(started_at);
    return startedMs > earliestMs && startedMs <= nowMs;
  });
  if (recent.length === 0) return { plays: [], unknown: heard };
  const near = await db
    .selectFrom('plays')
    .innerJoin('songs', 'songs.id', 'plays.song_id')
    .select(['plays.stream_id', 'plays.started_ms', 'plays.duration_ms', 'plays.song_id', 'songs.folded'])
    .where((eb) =>
      eb.or(
        recent.map(({ stream_id, started_at }) =>
          eb.and([
            eb('plays.stream_id', '=', stream_id),
            eb('plays.started_ms', '>=', Date.parse(started_at) - SAME_PLAY_MS),
            eb('plays.started_ms', '<=', Date.parse(started_at) + SAME_PLAY_MS),
          ]),
        ),
      ),
    )
    .execute();
  const possible = near.filter(
    ({ started_ms, duration_ms }) =>
      started_ms + Math.min(DIARY_HEARD_MS, duration_ms / 2) <= nowMs &&
      (isRestored || started_ms + duration_ms > sinceMs),
  );
  // A browser may report a title that has been corrected since.
  const former = await findFormerSongs(
    db,
    recent.map(({ full_title }) => foldText(full_title)),
  );
  const isTitled = ({ folded, song_id }: { folded: string; song_id: number }, title: string) =>
    folded === title || former.get(title) === song_id;
  const playOf = (said: HeardPlay) =>
    possible.find(
      (play) =>
        play.stream_id === said.stream_id &&
        Math.abs(play.started_ms - Date.parse(said.started_at)) <= SAME_PLAY_MS &&
        isTitled(play, foldText(said.full_title)),
    );
  const plays = new Map(
    recent.flatMap((said) => {
      const play = playOf(said);
      return play === undefined ? [] : [[`${play.stream_id} ${play.started_ms}`, play]];
    }),
  );
  const isKnown = (said: HeardPlay) => recent.includes(said) && playOf(said) !== undefined;
  return {
    plays: Array.from(plays.values(), ({ stream_id, started_ms, song_id }) => ({
      stream_id,
      started_ms,
      song_id,
    })),
    unknown: heard.filter((said) => !isKnown(said)),
  };
}
