import { useState } from 'react';
import { playerOf } from '#src/features/player/player-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import type { HeldEpisode } from './episode-in-bar.ts';
import styles from './episode-panel.module.css';
import { EpisodeView } from './episode-panel.tsx';
import { heardEpisodesOf } from './heard-store.ts';

/** The bar's view of an offered episode: the place where it goes on, which can be moved, and a way to close it. */
export function OfferedEpisode({ episode, show }: HeldEpisode) {
  const browser = useBrowser();
  const heardEpisodes = heardEpisodesOf(browser);
  const player = playerOf(browser);
  const text = useText();
  const [seconds, setSeconds] = useState(() => heardEpisodes.beginOf(episode.audio));
  const move = (to: number) => {
    heardEpisodes.moveTo(episode.audio, to);
    setSeconds(to);
  };
  return (
    <EpisodeView episode={episode} show={show} seconds={Math.floor(seconds)} onMove={move}>
      <button
        type="button"
        className={styles.close}
        aria-label={text('frame.close')}
        onClick={player.endPreview}
      >
        <Icon name="close" />
      </button>
    </EpisodeView>
  );
}
