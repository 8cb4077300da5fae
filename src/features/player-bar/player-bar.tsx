import type { StreamId } from '#src/contract/streams.ts';
import { fullTitle } from '#src/contract/titles.ts';
import { usePlayer } from '#src/features/player/player-store.ts';
import { useShownEpisode } from '#src/features/player/shown-episode.ts';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { trackPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { Marquee } from '#src/ui/marquee/marquee.tsx';
import { PlainSound } from './plain-sound.tsx';
import { PlayButton } from './play-button.tsx';
import styles from './player-bar.module.css';
import { StarButton } from './star-button.tsx';
import { STATUS_HINTS, StatusAnnouncement, StatusWords, useStatus } from './status-words.tsx';
import { TrackAnnouncements } from './track-announcements.tsx';
import { VolumeControl } from './volume-control.tsx';
import { VoteButton } from './vote-button.tsx';
import { WebPlayerLink } from './web-player-link.tsx';

/**
 * The player at the foot of every page [R14].
 * @param pathStream the stream that the page's address names; what the bar shows until another one is chosen
 */
export function PlayerBar({ pathStream }: { pathStream: StreamId | null }) {
  const text = useText();
  const open = useFetchedDialogs();
  const streamId = useShownStream(pathStream);
  return (
    <>
      <div className={styles.floating}>
        <VoteButton vote="like" streamId={streamId} />
      </div>
      <section className={styles.bar} aria-label={text('player.label')} data-player-bar="">
        <Cover streamId={streamId} />
        <PlayButton streamId={streamId} />
        <PlainSound streamId={streamId} />
        <Lines streamId={streamId} />
        <button
          type="button"
          className={styles.expand}
          aria-label={text('player.expand')}
          aria-haspopup="dialog"
          onClick={() =>
            open(
              ['track'],
              async () => {
                const { PlayerSheet } = await import('./player-sheet.tsx');
                return <PlayerSheet pathStream={pathStream} />;
              },
              { leavesKeys: true },
            )
          }
        />
        <div className={styles.rest}>
          <div className={styles.words}>
            <StatusWords />
          </div>
          <div className={styles.votes}>
            <VoteButton vote="like" streamId={streamId} />
            <VoteButton vote="dislike" streamId={streamId} />
          </div>
          <div className={styles.volume}>
            <VolumeControl />
          </div>
          <StarButton streamId={streamId} />
          <WebPlayerLink streamId={streamId} />
        </div>
        <StatusAnnouncement />
        <TrackAnnouncements streamId={streamId} />
      </section>
    </>
  );
}

function Cover({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { image } = useStream(streamId);
  const track = useNowPlaying(streamId);
  return (
    <span className={styles.cover}>
      {track && <CoverImage address={track.pochette} fallback={`/logo-${image}.png`} size={62} />}
      {track?.slug && (
        <Link
          to={trackPath(language, streamId, track.slug)}
          aria-label={text('player.track-page', { track: fullTitle(track.artiste, track.titre) })}
        />
      )}
    </span>
  );
}

function Lines({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { name, genre } = useStream(streamId);
  const track = useNowPlaying(streamId);
  const preview = usePlayer((state) => state.preview);
  const episode = useShownEpisode();
  const phase = usePlayer((state) => state.phase);
  const status = useStatus();
  const title = track?.titre || name;
  const artist = [track?.artiste, title === name ? genre : name].filter(Boolean).join(' · ');
  const hint = phase === 'offline' || phase === 'blocked' ? text(STATUS_HINTS[phase]) : artist;
  if (episode) return <div className={styles.lines}>{episode}</div>;
  if (preview) {
    return (
      <div className={styles.lines}>
        <Marquee className={styles.title} text={text('player.preview', { track: preview.title })} />
        <Marquee className={styles.second} text={preview.resume ? text('player.preview-hint') : name} />
      </div>
    );
  }
  return (
    <div className={styles.lines}>
      <Marquee className={styles.title} text={title} />
      <Marquee className={`${styles.second} ${styles.wide}`} text={hint} />
      <Marquee className={`${styles.second} ${styles.narrow}`} text={status ?? artist} />
    </div>
  );
}
