import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { StreamLinks } from '#src/features/stream-choice/stream-links.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { useRetryInBrowser } from '#src/page/wire/use-retry-in-browser.ts';
import { Band } from '#src/ui/band/band.tsx';
import { NoPodcasts } from './no-podcasts.tsx';
import { podcastsQuery } from './podcasts.query.ts';
import styles from './podcasts-page.module.css';
import { PodcastsSkeleton } from './podcasts-skeleton.tsx';
import { ShowArticle } from './show-article.tsx';
import { ShowFacts } from './show-facts.tsx';

/** The server asks for a moment while it looks into new episodes. */
const RETRIES = 2;

async function loadOnServer({ params, language, station, ask }: PageRequest): Promise<PageAnswer> {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { version = '' } = station.streams.find(({ id }) => id === streamId) ?? {};
  await askAll(ask, [nowPlayingQuery, podcastsQuery(version, language)]);
  return {};
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
    return data.map((show) => (
      <Fragment key={show.xml}>
        <ShowFacts show={show} streamId={streamId} />
        <ShowArticle show={show} streamId={streamId} />
      </Fragment>
    ));
  if (!isError) {
    return (
      <div aria-busy="true">
        <PodcastsSkeleton />
      </div>
    );
  }
  return <RetryNotice title={failureWords(text, error, text('programme.podcasts.error'))} retry={refetch} />;
}

/** What failed on the server is tried in the browser at once. */
function usePodcasts(streamId: StreamId) {
  const { version } = useStream(streamId);
  const query = useQuery({
    ...podcastsQuery(version, useLanguage()),
    retry: RETRIES,
    retryOnMount: false,
  });
  useRetryInBrowser(query);
  return query;
}
