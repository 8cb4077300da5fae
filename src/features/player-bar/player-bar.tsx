import type { StreamId } from '#src/contract/streams.ts';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { VoteButton } from '#src/features/votes/vote-button.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { BarLines } from './bar-lines.tsx';
import { FloatingLike } from './floating-like.tsx';
import { PlainSound } from './plain-sound.tsx';
import { PlayButton } from './play-button.tsx';
import styles from './player-bar.module.css';
import { ShownCover } from './shown-cover.tsx';
import { StarButton } from './star-button.tsx';
import { StatusAnnouncement, StatusWords } from './status-words.tsx';
import { TrackAnnouncements } from './track-announcements.tsx';
import { useShownTrack } from './use-shown-track.ts';
import { VolumeControl } from './volume-control.tsx';
import { WebPlayerLink } from './web-player-link.tsx';

/**
 * The player at the foot of every page [R14].
 * @param pathStream the stream that the page's address names; what the bar shows until another one is chosen
 */
export function PlayerBar({ pathStream }: { pathStream: StreamId | null }) {
  const text = useText();
  const open = useFetchedDialogs();
  const streamId = useShownStream(pathStream);
  const title = useShownTrack(streamId)?.titre ?? null;
  return (
    <>
      <FloatingLike streamId={streamId} />
      <section
        id="player"
        className={styles.bar}
        tabIndex={-1}
        aria-label={text('player.label')}
        data-player-bar=""
      >
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
    </>
  );
}
