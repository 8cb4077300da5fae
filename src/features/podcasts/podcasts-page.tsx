import { HydrationBoundary, useQuery } from '@tanstack/react-query';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { StreamPicker } from '#src/features/schedule/stream-picker.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { loadPageTexts } from '#src/page/address/load-page-texts.ts';
import type { PageHandle } from '#src/page/address/page-handle.ts';
import { requireStream } from '#src/page/address/require-stream.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { pageServices } from '#src/page/page-services.ts';
import { loadOnServer } from '#src/page/wire/load-on-server.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { serverWords } from '#src/page/wire/server-words.ts';
import { useRetryInBrowser } from '#src/page/wire/use-retry-in-browser.ts';
import { Band } from '#src/ui/band/band.tsx';
import type { Route } from './+types/podcasts-page';
import { NoPodcasts } from './no-podcasts.tsx';
import { podcastsQuery } from './podcasts.query.ts';
import styles from './podcasts-page.module.css';
import { PodcastsWaiting } from './podcasts-waiting.tsx';
import { ShowArticle } from './show-article.tsx';

/** The server asks for a moment while it looks into new episodes. */
const RETRIES = 2;

export const handle: PageHandle = { texts: ['programme'] };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const services = context.get(pageServices);
  const language = languageOfAddress(new URL(request.url));
  const { version = '' } = services.station().streams.find(({ id }) => id === streamId) ?? {};
  return { queries: await loadOnServer(services, [nowPlayingQuery, podcastsQuery(version, language)]) };
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requireStream(params);
  await loadPageTexts(request, ['programme']);
  return { queries: undefined };
}

/** The shows of a stream, to hear again [R36]. */
export default function PodcastsPage({ loaderData, params }: Route.ComponentProps) {
  const text = useText();
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const { name } = useStream(streamId);
  const title = text('programme.podcasts');
  return (
    <HydrationBoundary state={loaderData.queries}>
      <PageHead title={`${title} · ${name}`} description={text('programme.podcasts.text')} />
      <Band title={title} lead={text('programme.podcasts.text')} />
      <div className={styles.page}>
        <StreamPicker streamId={streamId} page="page-podcast.html" />
        <Shows key={streamId} streamId={streamId} />
      </div>
    </HydrationBoundary>
  );
}

function Shows({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { data, error, isError, refetch } = usePodcasts(streamId);
  if (data?.length === 0) return <NoPodcasts streamId={streamId} />;
  if (data !== undefined)
    return data.map((show) => <ShowArticle key={show.xml} show={show} streamId={streamId} />);
  if (!isError) {
    return (
      <div aria-busy="true">
        <PodcastsWaiting />
      </div>
    );
  }
  return <RetryNotice title={serverWords(error) ?? text('programme.podcasts.error')} retry={refetch} />;
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
