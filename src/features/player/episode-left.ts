import { tabStorage } from '#src/page/storage/browser-storage.ts';

/** Where a tab keeps the episode that its bar holds. */
export const EPISODE_LEFT = 'onde-episode';

/** Whether this tab was left, or loaded anew, with an episode in its bar. */
export function wasEpisodeLeft(): boolean {
  return tabStorage.read(EPISODE_LEFT) !== null;
}
