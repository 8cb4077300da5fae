import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { HOME_LATEST_COUNT, HOME_LATEST_RETRY_DELAYS_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath, trackPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { useFreshQuery } from '#src/page/wire/use-fresh-query.ts';
import { useRetryInBrowser } from '#src/page/wire/use-retry-in-browser.ts';
import { CoverWords, CoverWordsSkeleton } from '#src/ui/cover-words/cover-words.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import section from '#src/ui/section/section.module.css';
import styles from './latest-tracks.module.css';
import type { LatestTrack } from './latest-tracks.wire.ts';

/** The four tracks that came to a stream last; the block folds up on small screens [R10]. */
export function LatestTracks({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStream(streamId);
  const [isFolded, setFolded] = useState(false);
  const contentId = useId();
  const title = text('home.latest');
  return (
    <section aria-labelledby="latest">
      <header className={`${section.head} ${styles.head}`}>
        <h2 id="latest">
          <span className={styles.wide}>{title}</span>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-controls={contentId}
            onClick={() => setFolded(!isFolded)}
          >
            {title}
            <Icon name="down" />
          </button>
        </h2>
        <p>{name}</p>
        <Link to={streamPagePath(language, streamId, 'page-last20.html')}>{text('home.latest.all')}</Link>
      </header>
      <div id={contentId} className={isFolded ? styles.folded : undefined}>
        <Tracks streamId={streamId} />
      </div>
    </section>
  );
}

function Tracks({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { data, failureCount, error, isError, refetch } = useLatestTracks(streamId);
  if (data === undefined) {
    const attempts = HOME_LATEST_RETRY_DELAYS_MS.length;
    const retrying = text('home.latest.retrying', { attempt: failureCount, attempts });
    return (
      <div className={styles.waiting} aria-busy={!isError}>
        {isError && <RetryNotice title={text('home.latest.error')} error={error} retry={refetch} />}
        {!isError && failureCount > 0 && (
          <Notice title={text('home.latest.error')} action={<Icon name="busy" spins />}>
            <p>{retrying}</p>
          </Notice>
        )}
        {!isError && <TrackList>{SKELETONS.map(TrackSkeleton)}</TrackList>}
      </div>
    );
  }
  if (data.length === 0) return <p className={styles.empty}>{text('home.latest.empty')}</p>;
  return (
    <TrackList>
      {data.slice(0, HOME_LATEST_COUNT).map((track) => (
        <Track key={track.slug} streamId={streamId} {...track} />
      ))}
    </TrackList>
  );
}

/** Tries again three times, after 1, 2 and 3 seconds, and at once in the browser after a failure on the server. */
function useLatestTracks(streamId: StreamId) {
  const query = useQuery({
    ...latestTracksQuery(useStream(streamId).version, useLanguage()),
    retry: HOME_LATEST_RETRY_DELAYS_MS.length,
    retryDelay: (failures) => HOME_LATEST_RETRY_DELAYS_MS[failures] ?? 0,
    retryOnMount: false,
  });
  useRetryInBrowser(query);
  return useFreshQuery(query);
}

function TrackList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

interface TrackRow {
  readonly streamId: StreamId;
  readonly slug: string;
  readonly titre: string;
  readonly artist: string;
  readonly coverImage: string;
}

function Track({ streamId, slug, titre, artist, coverImage }: TrackRow) {
  const language = useLanguage();
  const { image } = useStream(streamId);
  return (
    <li>
      <Link className={styles.track} to={trackPath(language, streamId, slug)}>
        <CoverWords address={coverImage} fallback={`/logo-${image}.png`} title={titre} details={[artist]} />
      </Link>
    </li>
  );
}

const SKELETONS = Array.from({ length: HOME_LATEST_COUNT }, (_, at) => at);

function TrackSkeleton(at: number) {
  return (
    <li key={at} className={styles.track}>
      <CoverWordsSkeleton />
    </li>
  );
}

const importSchema = () => import('./latest-tracks.wire.ts').then((file) => file.latestTracksSchema);

/** The tracks that came to a stream last; `version` is the stream's key. */
export function latestTracksQuery(version: string, language: Language): PageQuery<LatestTrack[]> {
  return wireQuery('latest-tracks', { version }, language, importSchema);
}
