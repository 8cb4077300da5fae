import { wantsSound } from '#src/features/player/player-state.ts';
import { playerOf } from '#src/features/player/player-store.ts';
import { shownEpisodeOf } from '#src/features/player/shown-episode.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { EpisodeCover } from './episode-cover.tsx';
import { findEpisodeLeft, forgetEpisode } from './episode-in-bar.ts';
import { OfferedEpisode } from './offered-episode.tsx';
import { forgettingOf, playEpisode } from './play-episode.tsx';

/** Shows the episode that this tab was left with in the bar again, silent, where it was left. */
export function offerEpisode(browser: Browser): void {
  const left = findEpisodeLeft(browser);
  const player = playerOf(browser);
  const { phase, preview } = player.getState();
  // A listener who has pressed play meanwhile gets no offer.
  if (left === null || preview || wantsSound(phase)) {
    forgetEpisode(browser);
    return;
  }
  const { episode, show } = left;
  const { streamId } = show;
  forgettingOf(browser);
  shownEpisodeOf(browser).set({
    words: <OfferedEpisode {...left} />,
    cover: <EpisodeCover show={show} />,
    streamId,
  });
  player.offerEpisode(episode.title, () => playEpisode(browser, episode, show));
}
