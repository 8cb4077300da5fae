import { player } from '#src/features/player/player-store.ts';
import { showEpisode } from '#src/features/player/shown-episode.ts';
import { previewPlayer } from '#src/features/preview/preview-store.ts';
import { EpisodeCover } from './episode-cover.tsx';
import { type EpisodeShow, forgetEpisode, rememberEpisode } from './episode-in-bar.ts';
import { EpisodePanel } from './episode-panel.tsx';
import { heardEpisodes } from './heard-store.ts';
import type { PodcastEpisode } from './podcasts.wire.ts';

/**
 * Plays an episode in the bar as a long preview: the radio gives way and comes back at its end. Pressed again, stops it
 * and keeps its place. Call it inside the gesture.
 */
export function playEpisode(episode: PodcastEpisode, show: EpisodeShow): void {
  const { streamId } = show;
  showEpisode({
    words: <EpisodePanel episode={episode} show={show} />,
    cover: <EpisodeCover show={show} />,
    streamId,
  });
  const fromSeconds = heardEpisodes.beginOf(episode.audio);
  previewPlayer.toggle(
    { titre: episode.title, preview: episode.audio, fromSeconds, kind: 'episode' },
    () => {},
  );
  if (previewPlayer.getState().address === episode.audio) rememberEpisode({ episode, show });
}

let isHeld = false;
player.subscribe(() => {
  const wasHeld = isHeld;
  isHeld = player.getState().preview?.kind === 'episode';
  if (wasHeld && !isHeld) forgetEpisode();
});
