import { wantsSound } from '#src/features/player/player-state.ts';
import { player } from '#src/features/player/player-store.ts';
import { showEpisode } from '#src/features/player/shown-episode.ts';
import { EpisodeCover } from './episode-cover.tsx';
import { findEpisodeLeft, forgetEpisode } from './episode-in-bar.ts';
import { OfferedEpisode } from './offered-episode.tsx';
import { playEpisode } from './play-episode.tsx';

/** Shows the episode that this tab was left with in the bar again, silent, where it was left. */
export function offerEpisode(): void {
  const left = findEpisodeLeft();
  const { phase, preview } = player.getState();
  // A listener who has pressed play meanwhile gets no offer.
  if (left === null || preview || wantsSound(phase)) {
    forgetEpisode();
    return;
  }
  const { episode, show } = left;
  const { streamId } = show;
  showEpisode({ words: <OfferedEpisode {...left} />, cover: <EpisodeCover show={show} />, streamId });
  player.offerEpisode(episode.title, () => playEpisode(episode, show));
}
