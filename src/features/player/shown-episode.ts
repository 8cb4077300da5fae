import type { ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from './player-store.ts';

/** An episode as the player shows it. */
export interface ShownEpisode {
  /** Its title, its show and where it is, to be moved. */
  readonly words: ReactNode;
  /** The show's picture, which leads to its page. */
  readonly cover: ReactNode;
  /** Whose podcasts have the show. */
  readonly streamId: StreamId;
}

let shown: ShownEpisode | null = null;

/** The player's view of the episode that is about to begin or to be offered. */
export function showEpisode(episode: ShownEpisode): void {
  shown = episode;
}

/** Null while no episode is in the bar. */
export function useShownEpisode(): ShownEpisode | null {
  return usePlayer(({ preview }) => (preview?.kind === 'episode' ? shown : null));
}
