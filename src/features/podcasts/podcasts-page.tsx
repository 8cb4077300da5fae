import { useQuery } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { StreamLinks } from '#src/features/stream-choice/stream-links.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { CallError, isWorthRetrying } from '#src/page/wire/call-error.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { useFreshQuery } from '#src/page/wire/use-fresh-query.ts';
import { useRetryInBrowser } from '#src/page/wire/use-retry-in-browser.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import type { PodcastShowRow } from './podcasts.wire.ts';
import styles from './podcasts-page.module.css';
import { ShowArticle } from './show-article.tsx';

const importSchema = () => import('./podcasts.wire.ts').then((file) => file.podcastShowsSchema);

/** A stream's shows, by title. `version`: the stream's key. */
function podcastsQuery(version: string, language: Language): PageQuery<PodcastShowRow[]> {
  return wireQuery('podcasts', { version }, language, importSchema);
}

/** The server asks for a moment while it looks into new episodes. */
const RETRIES = 2;

async function loadOnServer({ params, language, station, ask }: PageRequest): Promise<PageAnswer> {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { version = '' } = station.streams.find(({ id }) => id === streamId) ?? {};
  const [{ status }] = await Promise.all([
    loadMainQuery(ask, podcastsQuery(version, language)),
    askAll(ask, [nowPlayingQuery]),
  ]);
  return { status };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** The shows of a stream, to hear again [R36]. */
export function Page({ params }: PageProps) {
  const text = useText();
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { name } = useStream(streamId);
  const shows = usePodcasts(streamId);
  const title = text('programme.podcasts');
  return (
    <>
      <PageHead
        title={`${title} · ${name}`}
        description={text('programme.podcasts.text')}
        isIndexed={shows.data?.length !== 0}
        isEmbedded
      />
      <Band title={title} lead={text('programme.podcasts.text')} />
      <div className={styles.page}>
        <StreamLinks streamId={streamId} page="page-podcast.html" />
        <Shows shows={shows} streamId={streamId} />
      </div>
    </>
  );
}

function Shows({ shows, streamId }: { shows: ReturnType<typeof usePodcasts>; streamId: StreamId }) {
  const text = useText();
  const { data, error, isError, refetch } = shows;
  if (data?.length === 0) return <NoPodcasts streamId={streamId} />;
  if (data !== undefined)
    return data.map((show) => <ShowArticle key={show.xml} show={show} streamId={streamId} />);
  if (!isError) {
    return (
      <div aria-busy="true">
        <PodcastsSkeleton />
      </div>
    );
  }
  const undone = text('programme.podcasts.error');
  // Why there was no answer stands below it.
  const title = error instanceof CallError && error.status > 0 ? failureWords(text, error, undone) : undone;
  return <RetryNotice title={title} error={error} retry={refetch} />;
}

/** What failed on the server is tried in the browser at once. */
function usePodcasts(streamId: StreamId) {
  const { version } = useStream(streamId);
  const query = useQuery({
    ...podcastsQuery(version, useLanguage()),
    retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
    retryOnMount: false,
  });
  useRetryInBrowser(query);
  return useFreshQuery(query);
}

/** For a stream without shows: what will be here, and the way back to the music. */
function NoPodcasts({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStream(streamId);
  return (
    <EmptyState title={text('programme.podcasts.empty')}>
      <p>{text('programme.podcasts.empty-text', { stream: name })}</p>
      <Link to={homePath(language, streamId)} className={buttonClass('line')}>
        {text('frame.not-found.home')}
      </Link>
    </EmptyState>
  );
}

/** A show's place while it is on its way. */
function PodcastsSkeleton() {
  return (
    <div className={styles.waiting}>
      <div className={styles.square}>
        <Skeleton width="100%" height="100%" radius="var(--radius-card)" />
      </div>
      <div className={styles.lines}>
        <Skeleton width="260px" height="32px" />
        <Skeleton width="70%" height="20px" />
        {[1, 2, 3].map((episode) => (
          <div key={episode} className={styles.episode}>
            <Skeleton width="48px" height="48px" />
            <Skeleton width="55%" height="20px" />
          </div>
        ))}
      </div>
    </div>
  );
}
