import { playerOf } from '#src/features/player/player-store.ts';
import { shownEpisodeOf } from '#src/features/player/shown-episode.ts';
import { previewPlayerOf } from '#src/features/preview/preview-store.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { EpisodeCover } from './episode-cover.tsx';
import { type EpisodeShow, forgetEpisode, rememberEpisode } from './episode-in-bar.ts';
import { EpisodePanel } from './episode-panel.tsx';
import { heardEpisodesOf } from './heard-store.ts';
import type { PodcastEpisode } from './podcasts.wire.ts';

/**
 * Plays an episode in the bar as a long preview: the radio gives way and comes back at its end. Pressed again, stops it
 * and keeps its place. Call it inside the gesture.
 */
export function playEpisode(browser: Browser, episode: PodcastEpisode, show: EpisodeShow): void {
  const { streamId } = show;
  forgettingOf(browser);
  shownEpisodeOf(browser).set({
    words: <EpisodePanel episode={episode} show={show} />,
    cover: <EpisodeCover show={show} />,
    streamId,
  });
  const fromSeconds = heardEpisodesOf(browser).beginOf(episode.audio);
  const previews = previewPlayerOf(browser);
  previews.toggle({ titre: episode.title, preview: episode.audio, fromSeconds, kind: 'episode' }, () => {});
  if (previews.getState().address === episode.audio) rememberEpisode(browser, { episode, show });
}

/** Once it is there, this tab forgets the episode that has left the bar. */
export const forgettingOf = onePerPage((browser) => {
  const player = playerOf(browser);
  const isInBar = () => player.getState().preview?.kind === 'episode';
  let wasHeld = isInBar();
  return player.subscribe(() => {
    const isHeld = isInBar();
    if (wasHeld && !isHeld) forgetEpisode(browser);
    wasHeld = isHeld;
  });
});
