import type { ReactNode } from 'react';
import { usePlayer } from './player-store.ts';

let panel: ReactNode = null;

/** The bar's view of the episode that is about to begin or to be offered, instead of its title. */
export function showEpisode(shown: ReactNode): void {
  panel = shown;
}

/** Null while no episode is in the bar. */
export function useShownEpisode(): ReactNode {
  return usePlayer(({ preview }) => (preview?.kind === 'episode' ? panel : null));
}
