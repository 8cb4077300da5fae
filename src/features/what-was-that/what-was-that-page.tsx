import { HydrationBoundary } from '@tanstack/react-query';
import { data, useSearchParams } from 'react-router';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { loadPageTexts } from '#src/page/address/load-page-texts.ts';
import type { PageHandle } from '#src/page/address/page-handle.ts';
import { requireStream } from '#src/page/address/require-stream.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { pageServices } from '#src/page/page-services.ts';
import { loadOnServer } from '#src/page/wire/load-on-server.ts';
import { Band } from '#src/ui/band/band.tsx';
import type { Route } from './+types/what-was-that-page';
import { momentQuery, readMoment } from './search-address.ts';
import { SearchForm } from './search-form.tsx';
import { SearchInvitation } from './search-invitation.tsx';
import { SearchResults } from './search-results.tsx';
import { aroundQuery, everywhereQuery } from './what-was-that.query.ts';
import styles from './what-was-that-page.module.css';

export const handle: PageHandle = { texts: ['pages', 'charts', 'track'] };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const services = context.get(pageServices);
  const url = new URL(request.url);
  const language = languageOfAddress(url);
  const nowMs = Date.now();
  const asked = readMoment(url.searchParams, nowMs, services.station().timezone);
  const queries =
    asked.kind === 'moment'
      ? await loadOnServer(services, [
          aroundQuery(asked.moment, streamId, language),
          everywhereQuery(asked.moment, language),
        ])
      : undefined;
  return data({ nowMs, queries }, { status: asked.kind === 'fault' ? 422 : 200 });
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requireStream(params);
  await loadPageTexts(request, handle.texts);
  return { nowMs: Date.now(), queries: undefined };
}

/** What played on a stream at a minute of the last seven days. Day and time stand in the address, to be shared. */
export default function WhatWasThatPage({ loaderData, params }: Route.ComponentProps) {
  const text = useText();
  const { timezone } = useStation();
  const [query] = useSearchParams();
  const { nowMs, queries } = loaderData;
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const asked = readMoment(query, nowMs, timezone);
  return (
    <HydrationBoundary state={queries}>
      <PageHead
        title={text('pages.search')}
        description={text('charts.search.text')}
        query={asked.kind === 'moment' ? momentQuery(asked.moment) : ''}
        isIndexed={asked.kind === 'nothing'}
      />
      <Band title={text('pages.search')} lead={text('charts.search.text')}>
        <SearchForm streamId={streamId} asked={asked} nowMs={nowMs} />
      </Band>
      <div className={styles.page}>
        {asked.kind === 'moment' ? (
          <SearchResults streamId={streamId} asked={asked} nowMs={nowMs} />
        ) : (
          <SearchInvitation />
        )}
      </div>
    </HydrationBoundary>
  );
}
