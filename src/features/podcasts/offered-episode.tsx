import { useState } from 'react';
import { player } from '#src/features/player/player-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import type { HeldEpisode } from './episode-in-bar.ts';
import styles from './episode-panel.module.css';
import { EpisodeView } from './episode-panel.tsx';
import { heardEpisodes } from './heard-store.ts';

/** What the bar shows of an episode that can be gone on with: where it will, to be moved, and the way out. */
export function OfferedEpisode({ episode, show }: HeldEpisode) {
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
