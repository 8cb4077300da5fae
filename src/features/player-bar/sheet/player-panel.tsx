import type { StreamId } from '#src/contract/streams.ts';
import { TrackFavorite } from '#src/features/favorites/hearts/lazy-hearts.tsx';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import { useShownEpisode } from '#src/features/player/page/shown-episode.ts';
import { PlayButton } from '#src/features/player-bar/play-button.tsx';
import { ShownCover } from '#src/features/player-bar/shown-cover.tsx';
import { StarButton } from '#src/features/player-bar/star-button.tsx';
import { StatusWords } from '#src/features/player-bar/status-words.tsx';
import { useShownTrack, votedTitle } from '#src/features/player-bar/use-shown-track.ts';
import { VolumeControl } from '#src/features/player-bar/volume-control.tsx';
import { VoteButton } from '#src/features/votes/vote-button.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { ArtistLink, TrackLink } from '#src/page/navigation/track-links.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import styles from './player-panel.module.css';

/**
 * Cover, title and the controls, large: the heart of the phone's sheet and of the small player. Pages that
 * show it list the texts `panel` and `track`.
 */
export function PlayerPanel({ streamId, heading: Heading }: { streamId: StreamId; heading: 'h1' | 'h2' }) {
  const text = useText();
  const { name } = useStream(streamId);
  const track = useShownTrack(streamId);
  const preview = usePlayer((state) => state.preview);
  const episode = useShownEpisode();
  const isLive = usePlayer(
    (state) => state.phase === 'playing' && state.streamId === streamId && state.behindSeconds === 0,
  );
  return (
    <div className={styles.panel}>
      <div className={styles.cover}>
        <ShownCover streamId={streamId} size={340} isUrgent />
      </div>
      <div className={styles.state}>
        {isLive && (
          <p className={styles.live}>
            <i />
            {text('panel.live')}
          </p>
        )}
        <StatusWords />
      </div>
      <div className={styles.title}>
        {episode?.words ?? (
          <div>
            <Heading>
              <TrackLink streamId={streamId} slug={track?.slug}>
                {preview ? text('player.preview', { track: preview.title }) : (track?.title ?? name)}
              </TrackLink>
            </Heading>
            <p>
              {preview
                ? name
                : track?.artist &&
                  (track.slug ? <ArtistLink streamId={streamId} artist={track.artist} /> : track.artist)}
            </p>
          </div>
        )}
        <div className={styles.loves}>
          {track?.slug && <TrackFavorite track={track} />}
          <StarButton streamId={streamId} />
        </div>
      </div>
      <div className={styles.controls}>
        <VoteButton vote="dislike" title={votedTitle(track)} />
        <PlayButton streamId={streamId} isLarge />
        <VoteButton vote="like" title={votedTitle(track)} />
      </div>
      <div className={styles.volume}>
        <VolumeControl />
      </div>
    </div>
  );
}
