import { TRACK_REFRESH_MS } from '#src/contract/limits.ts';
import type { PlayerState } from '#src/features/player/player-state.ts';

/**
 * How often the titles are asked for, in milliseconds: not at all while the preview of a track plays [R17]. An
 * episode takes an hour, and what else is on air goes on beside it.
 */
export function refreshEveryMs({ preview }: PlayerState): number | false {
  return preview?.kind === 'track' ? false : TRACK_REFRESH_MS;
}

/** Whether something is heard for which the titles matter in the background too. */
export function isHeard({ phase, preview }: PlayerState): boolean {
  return preview ? !preview.start : phase === 'playing';
}
