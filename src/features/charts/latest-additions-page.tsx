import { HydrationBoundary } from '@tanstack/react-query';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { StreamPicker } from '#src/features/track-list/stream-picker.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { loadPageTexts } from '#src/page/address/load-page-texts.ts';
import type { PageHandle } from '#src/page/address/page-handle.ts';
import { requireStream } from '#src/page/address/require-stream.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { pageServices } from '#src/page/page-services.ts';
import { loadOnServer } from '#src/page/wire/load-on-server.ts';
import { Band } from '#src/ui/band/band.tsx';
import type { Route } from './+types/latest-additions-page';
import { Additions } from './additions.tsx';
import styles from './chart-page.module.css';
import { latestAdditionsQuery } from './latest-additions.query.ts';

export const handle: PageHandle = { texts: ['pages', 'charts', 'track'] };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const language = languageOfAddress(new URL(request.url));
  const queries = await loadOnServer(context.get(pageServices), [latestAdditionsQuery(streamId, language)]);
  return { queries, nowMs: Date.now() };
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requireStream(params);
  await loadPageTexts(request, handle.texts);
  return { queries: undefined, nowMs: Date.now() };
}

/** The tracks that came to a stream last [R32]. */
export default function LatestAdditionsPage({ loaderData, params }: Route.ComponentProps) {
  const text = useText();
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const { name } = useStream(streamId);
  return (
    <HydrationBoundary state={loaderData.queries}>
      <PageHead title={text('pages.last20')} description={`${name}: ${text('charts.last20.text')}`} />
      <Band title={text('pages.last20')} lead={text('charts.last20.text')}>
        <StreamPicker streamId={streamId} page="page-last20.html" query="" />
      </Band>
      <div className={styles.page}>
        <Additions streamId={streamId} nowMs={loaderData.nowMs} />
      </div>
    </HydrationBoundary>
  );
}
