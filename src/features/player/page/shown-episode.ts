import type { ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';

/** An episode as the player shows it. */
export interface ShownEpisode {
  /** Its title, its show, and its position, which can be moved. */
  readonly words: ReactNode;
  /** The show's picture, which leads to its page. */
  readonly cover: ReactNode;
  /** The stream whose podcasts have the show. */
  readonly streamId: StreamId;
}

/** The episode that began last, or is offered, as the player shows it. */
export const shownEpisodeOf = onePerPage(() => new ObservableValue<ShownEpisode | null>(null));

/** The episode in the bar; null while there is none. */
export function useShownEpisode(): ShownEpisode | null {
  const episode = shownEpisodeOf(useBrowser());
  const shown = useObserved(episode, episode.read, () => null);
  return usePlayer(({ preview }) => preview?.kind === 'episode') ? shown : null;
}

/** Where a tab keeps the episode that its bar holds. */
export const EPISODE_LEFT = 'onde-episode';

/** Whether this tab was left or reloaded with an episode in its bar. */
export function wasEpisodeLeft(tabStorage: BrowserStorage): boolean {
  return tabStorage.read(EPISODE_LEFT) !== null;
}
