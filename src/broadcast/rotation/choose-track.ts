import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Choice } from './choice.wire.ts';
import { type ChoiceGround, Moment } from './moment.ts';
import { nextTrack } from './next-track.ts';
import { countRound, isNeverHeard, quotasOf, turnAfter, turnsOwed } from './turns.ts';

export interface Chosen {
  record: MediaRecord;
  choice: Choice;
}

/**
 * Chooses the next track of a pool and says why; null when none can be played. Each track has its turn in every round,
 * and chance decides among those whose turn is still to come; nextTrack says in which order the rests give way where
 * none is left. Nothing is changed: the choice counts once the memory has it.
 */
export function chooseTrack(ground: ChoiceGround): Chosen | null {
  const { pool, atMs, resting, rules } = ground;
  const quotas = quotasOf(pool, resting);
  const current = countRound(quotas, pool);
  if (current === null) return null;
  const round = current.number;
  const { track, quota } = nextTrack(new Moment(ground, quotas, current));
  const record = track.records.find(({ id }) => !resting.has(id));
  if (record === undefined) return null;
  const isFirst = isNeverHeard(track, pool.memory.reachesBackMs);
  const turn = turnAfter(track, round);
  const bent = [
    ...(atMs - track.seat.heard.endMs < rules.trackRestMs ? (['track'] as const) : []),
    ...(atMs - quota.artist.heard.endMs < rules.artistRestMs ? (['artist'] as const) : []),
  ];
  return {
    record,
    choice: {
      ...(pool.name !== '' && { pool: pool.name }),
      round,
      ...(turn !== round && { turn }),
      ...(isFirst ? { why: 'first' as const } : turnsOwed(track, round) === 0 && { why: 'early' as const }),
      ...(bent.length > 0 && { bent }),
    },
  };
}
