import { previewPlayer } from '#src/features/preview/preview-store.ts';
import { EpisodePanel } from './episode-panel.tsx';
import { HeardEpisodes } from './heard-episodes.ts';
import type { PodcastEpisode } from './podcasts.wire.ts';

export const heardEpisodes = new HeardEpisodes();
previewPlayer.subscribe(() => heardEpisodes.follow(previewPlayer.getState()));

/**
 * Plays an episode in the bar as a long preview: the radio gives way and comes back at its end. Pressed again, stops it
 * and keeps its place. Call it inside the gesture.
 */
export function playEpisode(episode: PodcastEpisode, show: string): void {
  const panel = <EpisodePanel episode={episode} show={show} />;
  const fromSeconds = heardEpisodes.beginOf(episode.audio);
  previewPlayer.toggle({ titre: episode.title, preview: episode.audio, fromSeconds, panel }, () => {});
}
