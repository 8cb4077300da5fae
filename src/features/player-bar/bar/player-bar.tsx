import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer, useShownStream } from '#src/features/player/engine/player-store.ts';
import { useShownEpisode } from '#src/features/player/page/shown-episode.ts';
import { isHeard } from '#src/features/player/state/player-state.ts';
import { TrackAnnouncements } from '#src/features/player-bar/heard/track-announcements.tsx';
import { PlainSound, PlayButton } from '#src/features/player-bar/play-button.tsx';
import { ShownCover } from '#src/features/player-bar/shown-cover.tsx';
import { StarButton } from '#src/features/player-bar/star-button.tsx';
import {
  STATUS_HINTS,
  StatusAnnouncement,
  StatusWords,
  useStatus,
} from '#src/features/player-bar/status-words.tsx';
import { useShownTrack, votedTitle } from '#src/features/player-bar/use-shown-track.ts';
import { VolumeControl } from '#src/features/player-bar/volume-control.tsx';
import { WebPlayerLink } from '#src/features/player-bar/web-player-link.tsx';
import { VoteButton } from '#src/features/votes/vote-button.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { ArtistLink, TrackLink } from '#src/page/navigation/track-links.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { Marquee } from '#src/ui/marquee/marquee.tsx';
import styles from './player-bar.module.css';

/**
 * The player at the foot of every page [R14].
 * @param pathStream the stream that the page's address names; what the bar shows until another one is chosen
 */
export function PlayerBar({ pathStream }: { pathStream: StreamId | null }) {
  const text = useText();
  const open = useFetchedDialogs();
  const streamId = useShownStream(pathStream);
  const title = votedTitle(useShownTrack(streamId));
  return (
    <section
      id="player"
      className={styles.bar}
      tabIndex={-1}
      aria-label={text('player.label')}
      data-player-bar=""
    >
      <FloatingLike streamId={streamId} />
      <span className={styles.cover}>
        <ShownCover streamId={streamId} size={62} />
      </span>
      <PlayButton streamId={streamId} />
      <PlainSound streamId={streamId} />
      <div className={styles.lines}>
        <BarLines streamId={streamId} />
      </div>
      <button
        type="button"
        className={styles.expand}
        aria-label={text('player.expand')}
        aria-haspopup="dialog"
        onClick={() =>
          open(
            ['track', 'panel'],
            async () => {
              const { PlayerSheet } = await import('#src/features/player-bar/sheet/player-sheet.tsx');
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
          <VoteButton vote="like" title={title} />
          <VoteButton vote="dislike" title={title} />
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
  );
}

/** What the bar says: the title and, under it, artist and stream, or the player's state. */
function BarLines({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { name, genre } = useStream(streamId);
  const preview = usePlayer((state) => state.preview);
  const episode = useShownEpisode();
  const phase = usePlayer((state) => state.phase);
  const status = useStatus();
  const track = useShownTrack(streamId);
  if (episode) return episode.words;
  const title = preview ? text('player.preview', { track: preview.title }) : (track?.title ?? name);
  const titleLine = (
    <TrackLink className={styles.title} streamId={streamId} slug={track?.slug}>
      <Marquee className={styles.title} text={title} />
    </TrackLink>
  );
  if (preview) {
    return (
      <>
        {titleLine}
        <Marquee
          className={styles.second}
          text={preview.resume && !preview.rested ? text('player.preview-hint') : name}
        />
      </>
    );
  }
  const rest = track ? name : genre;
  const artist = (
    <Marquee className={styles.second} text={[track?.artist, rest].filter(Boolean).join(' · ')}>
      {track?.artist && (
        <>
          {track.slug ? <ArtistLink streamId={streamId} artist={track.artist} /> : track.artist}
          {' · '}
        </>
      )}
      {rest}
    </Marquee>
  );
  const hint = phase === 'offline' || phase === 'blocked' ? text(STATUS_HINTS[phase]) : null;
  return (
    <>
      {titleLine}
      <div className={styles.wide}>{hint ? <Marquee className={styles.second} text={hint} /> : artist}</div>
      <div className={styles.narrow}>
        {status ? <Marquee className={styles.second} text={status} /> : artist}
      </div>
    </>
  );
}

/** The like button of small screens, whose bar has no room for it; shown while a track is heard. */
function FloatingLike({ streamId }: { streamId: StreamId }) {
  const isOn = usePlayer(isHeard);
  const title = votedTitle(useShownTrack(streamId));
  return (
    isOn &&
    title && (
      <div className={styles.floating}>
        <VoteButton vote="like" title={title} />
      </div>
    )
  );
}
