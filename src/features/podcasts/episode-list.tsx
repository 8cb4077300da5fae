import { useId, useState } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import styles from './episode-list.module.css';
import { EpisodeRow } from './episode-row.tsx';
import type { PodcastShowRow } from './podcasts.wire.ts';

const SHOWN_AT_FIRST = 5;

/** A show's episodes, newest first. */
export function EpisodeList({ show, streamId }: { show: PodcastShowRow; streamId: StreamId }) {
  const text = useText();
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { episodes, xml } = show;
  if (episodes.length === 0) {
    const isOurs = xml.startsWith('/');
    return (
      <p className={styles.empty}>
        {text(isOurs ? 'programme.podcasts.soon' : 'programme.podcasts.elsewhere')}
      </p>
    );
  }
  const shown = showsAll ? episodes : episodes.slice(0, SHOWN_AT_FIRST);
  const hidden = episodes.length - shown.length;
  return (
    <>
      <ol
        id={id}
        className={styles.list}
        aria-label={text('programme.podcasts.episodes', { show: show.titre })}
      >
        {shown.map((episode) => (
          <EpisodeRow key={episode.audio} episode={episode} show={show} streamId={streamId} />
        ))}
      </ol>
      {hidden > 0 && (
        <Button
          look="line"
          className={styles.more ?? ''}
          aria-controls={id}
          onClick={() => setShowsAll(true)}
        >
          {text('programme.podcasts.more', { count: hidden })}
        </Button>
      )}
    </>
  );
}
