import { useState } from 'react';
import { DAY_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import { TOP_COUNT } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { StreamMenu } from '#src/features/stream-choice/stream-menu.tsx';
import {
  FeatureAndList,
  FeatureAndListSkeleton,
  TrackFeature,
} from '#src/features/track-list/track-feature.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { useSearchParams } from '#src/page/navigation/navigation-context.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { refusalWords } from '#src/page/wire/failure-words.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { useFreshQuery } from '#src/page/wire/use-fresh-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { type IsoWeek, isoWeekAt } from '#src/platform/time-zone/iso-week.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './chart-page.module.css';
import { daysOfWeek, isNextWeek, neighbourWeeks, numberOfWeek, readWeek, yearOfWeek } from './chart-week.ts';
import { isCompared, RankedTrack } from './ranked-track.tsx';
import type { ChartRow } from './top20.wire.ts';

const importChart = () => import('./top20.wire.ts').then((file) => file.chartSchema);
const importWeeks = () => import('./top20.wire.ts').then((file) => file.chartWeeksSchema);

/** The chart of a stream: the one that was kept of a week, or for null the running one. */
function chartQuery(streamId: StreamId, week: IsoWeek | null, language: Language): PageQuery<ChartRow[]> {
  const parameters = week === null ? { version: streamId } : { version: streamId, week };
  return wireQuery('top20', parameters, language, importChart);
}

/** The weeks whose charts are kept, newest first. */
function chartWeeksQuery(language: Language): PageQuery<IsoWeek[]> {
  return wireQuery('chart-weeks', {}, language, importWeeks);
}

async function loadOnServer({ params, search, language, ask }: PageRequest): Promise<PageAnswer> {
  const asked = readWeek(search);
  const kept = await ask(chartWeeksQuery(language)).catch(() => null);
  const isMissing =
    asked.kind === 'no-week' || (asked.kind === 'week' && kept !== null && !kept.includes(asked.week));
  if (isMissing) return { status: 404 };
  const week = asked.kind === 'week' ? asked.week : null;
  const main = chartQuery(params.streamId ?? DEFAULT_STREAM, week, language);
  const { status } = await loadMainQuery(ask, main);
  return { status };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** The twenty tracks that a stream played most, now or in a week that is over [R31]. */
export function Page({ params, openedMs }: PageProps) {
  const text = useText();
  const language = useLanguage();
  const query = useSearchParams();
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const asked = readWeek(query);
  const week = asked.kind === 'week' ? asked.week : null;
  const { data: kept } = useFreshQuery(usePageQuery(chartWeeksQuery(language)));
  const isMissing = asked.kind === 'no-week' || (week !== null && kept?.includes(week) === false);
  const { before, after } = neighbourWeeks(week, kept ?? []);
  const { timezone } = useStation();
  // The last week waits for a day to be kept [R31].
  const shown = week ?? isoWeekAt(openedMs - DAY_MS, timezone);
  const lead =
    week === null || isMissing
      ? text('charts.top20.text')
      : `${text('charts.top20.week', { number: numberOfWeek(week) })} · ${daysOfWeek(week, language)}`;
  const { name } = useStream(streamId);
  return (
    <>
      <Head week={isMissing ? null : week} streamName={name} isIndexed={!isMissing} />
      <ChangeOfChart chart={`${streamId} ${week}`} words={`${name}, ${lead}`} />
      <Band title={text('pages.top20')} lead={lead}>
        <StreamMenu streamId={streamId} page="page-top20.html" query={week === null ? '' : `?week=${week}`} />
        <WeekLinks shown={shown} before={before} after={after} isRunning={asked.kind === 'running'} />
      </Band>
      <div className={styles.page}>
        {isMissing ? (
          <EmptyState title={text('charts.top20.missing')}>
            <Link to={{ search: '' }} className={buttonClass('line')}>
              {text('charts.top20.running')}
            </Link>
          </EmptyState>
        ) : (
          <Chart streamId={streamId} week={week} />
        )}
      </div>
    </>
  );
}

/** Says which chart has taken the place of another one: on its way there the focus stays where it was. */
function ChangeOfChart({ chart, words }: { chart: string; words: string }) {
  const [shown, setShown] = useState({ chart, isFirst: true });
  if (shown.chart !== chart) setShown({ chart, isFirst: false });
  return (
    <p className={hidden.hidden} role="status">
      {!shown.isFirst && words}
    </p>
  );
}

function Head(props: { week: string | null; streamName: string; isIndexed: boolean }) {
  const { week, streamName, isIndexed } = props;
  const text = useText();
  const values = week !== null && { number: numberOfWeek(week), year: yearOfWeek(week) };
  const title = values ? text('charts.top20.week-title', values) : text('pages.top20');
  return (
    <PageHead
      title={`${title} · ${streamName}`}
      description={
        values
          ? text('charts.top20.about-week', { ...values, stream: streamName })
          : text('charts.top20.about', { stream: streamName })
      }
      isIndexed={isIndexed}
      query={week === null ? '' : `?week=${week}`}
    />
  );
}

/** The ways from a chart to those of the weeks before and after it; the last way leads to the running one. */
function WeekLinks(props: {
  shown: IsoWeek;
  before: IsoWeek | null;
  after: IsoWeek | null;
  isRunning: boolean;
}) {
  const { shown, before, after, isRunning } = props;
  const text = useText();
  const inWords = (week: IsoWeek) => text('charts.top20.week', { number: numberOfWeek(week) });
  if (before === null && isRunning) return null;
  return (
    <nav className={styles.links} aria-label={text('charts.top20.weeks')}>
      {before !== null && (
        <Link
          to={{ search: `?week=${before}` }}
          className={`${buttonClass('ghost')} ${styles.before}`}
          aria-label={
            isNextWeek(shown, { after: before })
              ? text('charts.top20.week-before', { week: inWords(before) })
              : undefined
          }
          keepsScroll
        >
          <Icon name="down" size={18} />
          {inWords(before)}
        </Link>
      )}
      {after !== null && (
        <Link
          to={{ search: `?week=${after}` }}
          className={`${buttonClass('ghost')} ${styles.after}`}
          aria-label={
            isNextWeek(after, { after: shown })
              ? text('charts.top20.week-after', { week: inWords(after) })
              : undefined
          }
          keepsScroll
        >
          {inWords(after)}
          <Icon name="down" size={18} />
        </Link>
      )}
      {!isRunning && (
        <Link to={{ search: '' }} className={buttonClass('ghost')} keepsScroll>
          {text('charts.top20.running')}
        </Link>
      )}
    </nav>
  );
}

/** A stream's chart, first rank first. */
function Chart({ streamId, week }: { streamId: StreamId; week: IsoWeek | null }) {
  const text = useText();
  const language = useLanguage();
  const chart = useFreshQuery(usePageQuery(chartQuery(streamId, week, language)));
  if (chart.data === undefined) {
    if (!chart.isError) {
      return <FeatureAndListSkeleton count={TOP_COUNT} hasLead />;
    }
    const refusal = refusalWords(chart.error);
    if (refusal !== null) return <RetryNotice title={refusal} retry={undefined} />;
    return <RetryNotice title={text('charts.top20.error')} error={chart.error} retry={chart.refetch} />;
  }
  const [leader] = chart.data;
  if (leader === undefined) {
    return (
      <EmptyState title={text('charts.top20.empty')}>
        <p>{text(week === null ? 'charts.top20.empty-text' : 'charts.top20.empty-week')}</p>
        <Link
          to={week === null ? homePath(language, streamId) : { search: '' }}
          className={buttonClass('line')}
        >
          {text(week === null ? 'frame.not-found.home' : 'charts.top20.running')}
        </Link>
      </EmptyState>
    );
  }
  const hasBefore = isCompared(chart.data);
  return (
    <FeatureAndList feature={<Leader row={leader} streamId={streamId} />}>
      <ol className={styles.list}>
        {chart.data.map((row) => (
          <RankedTrack key={row.slug} row={row} streamId={streamId} hasBefore={hasBefore} />
        ))}
      </ol>
    </FeatureAndList>
  );
}

function Leader({ row, streamId }: { row: ChartRow; streamId: StreamId }) {
  const text = useText();
  const { number } = useFormats();
  const { nbdiff: plays, why } = row;
  const likes = why?.likes ?? 0;
  return (
    <TrackFeature
      track={row}
      streamId={streamId}
      badge={text('charts.top20.rank', { rank: row.rank })}
      facts={[
        { name: text('charts.top20.fact-plays', { count: plays }), value: number(plays) },
        ...(likes > 0
          ? [{ name: text('charts.top20.fact-likes', { count: likes }), value: number(likes) }]
          : []),
      ]}
    />
  );
}
