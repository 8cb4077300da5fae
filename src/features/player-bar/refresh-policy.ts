import { TRACK_REFRESH_MS } from '#src/contract/limits.ts';
import type { PlayerState } from '#src/features/player/player-state.ts';

/**
 * How often to ask for the titles, in milliseconds; not at all while the preview of a track plays [R17]. An episode
 * takes an hour, so the titles are kept fresh beside it.
 */
export function refreshEveryMs({ preview }: PlayerState): number | false {
  return preview?.kind === 'track' ? false : TRACK_REFRESH_MS;
}

/** Whether the titles matter in the background too: a stream or an episode is heard. */
export function isHeard({ phase, preview }: PlayerState): boolean {
  return preview ? !preview.start : phase === 'playing';
}
