import { askMarks, type FetchJson } from '#src/features/player/ear/ask-marks.ts';
import { EarClock, type EarPlayer } from '#src/features/player/ear/ear-clock.ts';
import type { HeardTrack } from '#src/features/player/ear/heard-track.ts';
import { systemClock } from '#src/platform/clock/clock.ts';

/** The ear of the small player [R157], a script of its own. It knows no member, and so no other variant. */
export function createEar(
  player: EarPlayer,
  fetchJson: FetchJson,
  show: (heard: HeardTrack | null) => void,
): EarClock {
  return new EarClock({
    clock: systemClock,
    random: Math.random,
    player,
    askMarks: (streamId) => askMarks(fetchJson, streamId, null),
    show,
  });
}
