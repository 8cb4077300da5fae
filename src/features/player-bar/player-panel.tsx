import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/player-store.ts';
import { useShownEpisode } from '#src/features/player/shown-episode.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { PlayButton } from './play-button.tsx';
import styles from './player-panel.module.css';
import { StarButton } from './star-button.tsx';
import { StatusWords } from './status-words.tsx';
import { VolumeControl } from './volume-control.tsx';
import { VoteButton } from './vote-button.tsx';

/** Cover, title and the controls, large: the heart of the phone's sheet and of the small player. */
export function PlayerPanel({ streamId, heading: Heading }: { streamId: StreamId; heading: 'h1' | 'h2' }) {
  const text = useText();
  const { name, image } = useStream(streamId);
  const track = useNowPlaying(streamId);
  const preview = usePlayer((state) => state.preview);
  const episode = useShownEpisode();
  const isLive = usePlayer((state) => state.phase === 'playing' && state.streamId === streamId);
  return (
    <div className={styles.panel}>
      <div className={styles.cover}>
        {track && <CoverImage address={track.pochette} fallback={`/logo-${image}.png`} size={340} isUrgent />}
      </div>
      <div className={styles.state}>
        {isLive && (
          <p className={styles.live}>
            <i />
            {text('player.live')}
          </p>
        )}
        <StatusWords />
      </div>
      <div className={styles.title}>
        {episode ?? (
          <div>
            <Heading>
              {preview ? text('player.preview', { track: preview.title }) : track?.titre || name}
            </Heading>
            <p>{preview ? name : track?.artiste}</p>
          </div>
        )}
        <StarButton streamId={streamId} />
      </div>
      <div className={styles.controls}>
        <VoteButton vote="dislike" streamId={streamId} />
        <PlayButton streamId={streamId} isLarge />
        <VoteButton vote="like" streamId={streamId} />
      </div>
      <div className={styles.volume}>
        <VolumeControl />
      </div>
    </div>
  );
}
