import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/player-store.ts';
import { useShownEpisode } from '#src/features/player/shown-episode.ts';
import { useText } from '#src/i18n/use-text.ts';
import { ArtistLink, TrackLink } from '#src/page/navigation/track-links.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { Marquee } from '#src/ui/marquee/marquee.tsx';
import styles from './bar-lines.module.css';
import { STATUS_HINTS, useStatus } from './status-words.tsx';
import { useShownTrack } from './use-shown-track.ts';

/** What the bar says: the title and, under it, artist and stream, or the player's state. */
export function BarLines({ streamId }: { streamId: StreamId }) {
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
        <Marquee className={styles.second} text={preview.resume ? text('player.preview-hint') : name} />
      </>
    );
  }
  const rest = track ? name : genre;
  const artist = (
    <Marquee className={styles.second} text={[track?.artist, rest].filter(Boolean).join(' · ')}>
      {track?.artist && (
        <>
          <ArtistLink streamId={streamId} artist={track.artist} />
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
