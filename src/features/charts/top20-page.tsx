import { HydrationBoundary } from '@tanstack/react-query';
import { data, Link, useSearchParams } from 'react-router';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { EmptyPlace } from '#src/features/track-list/empty-place.tsx';
import { StreamPicker } from '#src/features/track-list/stream-picker.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { loadPageTexts } from '#src/page/address/load-page-texts.ts';
import type { PageHandle } from '#src/page/address/page-handle.ts';
import { requireStream } from '#src/page/address/require-stream.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { pageServices } from '#src/page/page-services.ts';
import { loadOnServer } from '#src/page/wire/load-on-server.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import type { Route } from './+types/top20-page';
import { neighbourWeeks, readWeek } from './asked-week.ts';
import { Chart } from './chart.tsx';
import styles from './chart-page.module.css';
import { chartQuery, chartWeeksQuery } from './top20.query.ts';
import { daysOfWeek, numberOfWeek, yearOfWeek } from './week-in-words.ts';
import { WeekLinks } from './week-links.tsx';

export const handle: PageHandle = { texts: ['pages', 'charts', 'track'] };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const services = context.get(pageServices);
  const url = new URL(request.url);
  const language = languageOfAddress(url);
  const asked = readWeek(url.searchParams);
  const weeks = chartWeeksQuery(language);
  const answer = weeks.onServer(services);
  const kept = await answer.catch(() => null);
  const isMissing =
    asked.kind === 'no-week' || (asked.kind === 'week' && kept !== null && !kept.includes(asked.week));
  const chart = chartQuery(streamId, asked.kind === 'week' ? asked.week : null, language);
  const answered = { ...weeks, onServer: () => answer };
  const queries = await loadOnServer(services, isMissing ? [answered] : [answered, chart]);
  return data({ queries }, { status: isMissing ? 404 : 200 });
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requireStream(params);
  await loadPageTexts(request, handle.texts);
  return { queries: undefined };
}

export default function Top20Page({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.queries}>
      <Top20 params={params} />
    </HydrationBoundary>
  );
}

/** The twenty tracks that a stream played most, now or in a week that is over [R31]. */
function Top20({ params }: Pick<Route.ComponentProps, 'params'>) {
  const text = useText();
  const language = useLanguage();
  const [query] = useSearchParams();
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const asked = readWeek(query);
  const week = asked.kind === 'week' ? asked.week : null;
  const { data: kept } = usePageQuery(chartWeeksQuery(language));
  const isMissing = asked.kind === 'no-week' || (week !== null && kept?.includes(week) === false);
  const { before, after } = neighbourWeeks(week, kept ?? []);
  const lead =
    week === null || isMissing
      ? text('charts.top20.text')
      : `${text('charts.top20.week', { number: numberOfWeek(week) })} · ${daysOfWeek(week, language)}`;
  return (
    <>
      <Head week={isMissing ? null : week} streamName={useStream(streamId).name} isIndexed={!isMissing} />
      <Band title={text('pages.top20')} lead={lead}>
        <StreamPicker
          streamId={streamId}
          page="page-top20.html"
          query={week === null ? '' : `?week=${week}`}
        />
        <WeekLinks before={before} after={after} isRunning={asked.kind === 'running'} />
      </Band>
      <div className={styles.page}>
        {isMissing ? (
          <EmptyPlace title={text('charts.top20.missing')}>
            <Link to={{ search: '' }} className={buttonClass('line')}>
              {text('charts.top20.running')}
            </Link>
          </EmptyPlace>
        ) : (
          <Chart streamId={streamId} week={week} hasBefore={before !== null} />
        )}
      </div>
    </>
  );
}

function Head(props: { week: string | null; streamName: string; isIndexed: boolean }) {
  const { week, streamName, isIndexed } = props;
  const text = useText();
  const title =
    week === null
      ? text('pages.top20')
      : text('charts.top20.week-title', { number: numberOfWeek(week), year: yearOfWeek(week) });
  return (
    <PageHead
      title={title}
      description={`${streamName}: ${text('charts.top20.text')}`}
      isIndexed={isIndexed}
      query={week === null ? '' : `?week=${week}`}
    />
  );
}
