import type { StreamId } from '#src/contract/streams.ts';
import { TrackFavorite } from '#src/features/favorites/hearts/lazy-hearts.tsx';
import { useHistory } from '#src/features/history/use-history.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import { ArtistLink, TrackLink } from '#src/page/navigation/track-links.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import styles from './just-before.module.css';

/** The last four tracks of a stream with their times. */
export function JustBefore({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { time } = useFormats();
  const { timezone } = useStation();
  const { image } = useStream(streamId);
  const { data, isError, refetch } = useHistory(streamId);
  return (
    <section className={styles.history} aria-busy={data === undefined && !isError}>
      <h2>{text('panel.just-before')}</h2>
      {isError && data === undefined && (
        <p className={styles.note}>
          {text('panel.history-error')}
          <Button look="ghost" onClick={() => refetch()}>
            {text('frame.retry')}
          </Button>
        </p>
      )}
      {data?.length === 0 && <p className={styles.note}>{text('panel.history-empty')}</p>}
      <ol>
        {data?.map((track) => (
          <li key={track.started_at}>
            <time dateTime={track.started_at}>{time(track.started_at, timezone)}</time>
            <span className={styles.cover}>
              <CoverImage address={track.pochette} fallback={`/logo-${image}.png`} size={48} />
            </span>
            <div>
              <b>
                <TrackLink streamId={streamId} slug={track.slug}>
                  {track.title}
                </TrackLink>
              </b>
              <p>{track.artist && <ArtistLink streamId={streamId} artist={track.artist} />}</p>
            </div>
            <TrackFavorite track={track} />
          </li>
        ))}
      </ol>
    </section>
  );
}
