import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { DEFAULT_STREAM, SCHEDULED_STREAMS, type StreamId } from '#src/contract/streams.ts';
import { StreamLinks } from '#src/features/stream-choice/stream-links.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { radioNowMs } from '#src/page/on-air/radio-time.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { fetchJson } from '#src/page/wire/call-wire.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import type { PageQuery } from '#src/page/wire/page-query.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { useFreshQuery } from '#src/page/wire/use-fresh-query.ts';
import type { ScheduleEvent } from '#src/station/schedule/schedule-event.wire.ts';
import { weekFileName } from '#src/station/schedule/week-name.wire.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { DayTabs } from './day-tabs.tsx';
import { scheduleBlocks } from './schedule-blocks.ts';
import { scheduleFormats } from './schedule-formats.ts';
import styles from './schedule-page.module.css';
import { type WeekCalendar, weekCalendar } from './week-calendar.ts';
import { WeekGrid } from './week-grid.tsx';

const SCHEDULED: readonly StreamId[] = SCHEDULED_STREAMS;

/** The week of a stream, `/week{Stream}.xml`; null where nothing is on, as without a schedule [R212]. */
function scheduleQuery(streamId: StreamId): PageQuery<readonly ScheduleEvent[] | null> {
  const address = `/${weekFileName(streamId)}`;
  return {
    queryKey: ['document', address],
    async queryFn({ signal }) {
      const answer = fetchJson(address, { signal }, undefined, (response) => response.text());
      const [{ readWeekDocument }, { status, reply }] = await Promise.all([
        inTime(() => import('./read-week-document.ts')),
        answer,
      ]);
      if (status === 404) return null;
      if (status !== 200) throw new CallError(`${address} was refused.`, { code: 'refused', status });
      return nullIfEmpty(readWeekDocument(String(reply)));
    },
    onServer: async (services) => nullIfEmpty(services.schedule(streamId)),
  };
}

function nullIfEmpty(week: readonly ScheduleEvent[] | null): readonly ScheduleEvent[] | null {
  return week?.length === 0 ? null : week;
}

async function loadOnServer({ params, ask }: PageRequest): Promise<PageAnswer> {
  await askAll(ask, [nowPlayingQuery, scheduleQuery(params.streamId ?? DEFAULT_STREAM)]);
  return {};
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** The week of a stream on air [R34]. */
export function Page({ params, openedMs: nowMs }: PageProps) {
  const text = useText();
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { name } = useStream(streamId);
  const calendar = useStationTime(nowMs);
  const schedule = useFreshQuery(useQuery(scheduleQuery(streamId)));
  const title = text('programme.schedule');
  return (
    <>
      <PageHead
        title={`${title} · ${name}`}
        description={text('programme.schedule.text')}
        isIndexed={schedule.data !== null}
        isEmbedded
      />
      <Band title={title} lead={useWeekInWords(calendar, nowMs)} />
      <div className={styles.page}>
        <div className={styles.head}>
          <p className={styles.printed}>{name}</p>
          <StreamLinks streamId={streamId} page="page-grille.html" />
          {SCHEDULED.includes(streamId) && <Legend streamId={streamId} />}
        </div>
        <Schedule schedule={schedule} streamId={streamId} calendar={calendar} />
      </div>
    </>
  );
}

function Schedule(props: {
  schedule: UseQueryResult<readonly ScheduleEvent[] | null>;
  streamId: StreamId;
  calendar: WeekCalendar;
}) {
  const { schedule, streamId, calendar } = props;
  const text = useText();
  const { data, error, isError, refetch } = schedule;
  if (data === null) return <NoSchedule streamId={streamId} />;
  if (data !== undefined) {
    const week = { streamId, blocks: scheduleBlocks(data), calendar };
    return (
      <>
        <WeekGrid {...week} />
        <DayTabs key={streamId} {...week} />
      </>
    );
  }
  if (!isError) {
    return (
      <div aria-busy="true">
        <ScheduleSkeleton />
      </div>
    );
  }
  return <RetryNotice title={text('programme.schedule.error')} error={error} retry={refetch} />;
}

/** The legend of the week grid; a week that is not there needs none. */
function Legend({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { data, isError } = useQuery(scheduleQuery(streamId));
  if (data === null || (data === undefined && isError)) return null;
  return (
    <p className={styles.legend}>
      <span>
        <i className={styles.highlight}>
          <Icon name="star-filled" size={16} />
        </i>
        {text('programme.schedule.highlight')}
      </span>
      <span>
        <i className={styles.now} />
        {text('programme.schedule.now')}
      </span>
    </p>
  );
}

function useWeekInWords({ days }: WeekCalendar, nowMs: number): string {
  const text = useText();
  const { timezone } = useStation();
  const formats = scheduleFormats(useLanguage());
  const week = formats.week(days[0]?.dateMs ?? nowMs, days.at(-1)?.dateMs ?? nowMs);
  return text('programme.schedule.when', { week, zone: formats.zone(timezone, nowMs) });
}

/**
 * The week and the time of day where the station is, kept up to the minute.
 * @param loadedMs the time of the document
 */
function useStationTime(loadedMs: number): WeekCalendar {
  const { timezone } = useStation();
  const client = useQueryClient();
  const [nowMs, setNowMs] = useState(loadedMs);
  useEffect(() => {
    const tick = () => setNowMs(Math.floor(radioNowMs(client) / MINUTE_MS) * MINUTE_MS);
    tick();
    const ticking = setInterval(tick, MINUTE_MS / 12);
    return () => clearInterval(ticking);
  }, [client]);
  return weekCalendar(nowMs, timezone);
}

/** For a stream that plays without a schedule, or whose week holds nothing yet. */
function NoSchedule({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStream(streamId);
  return (
    <div className={styles.notice}>
      <svg className={styles.sign} width="26" height="26" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4.5 6h15v13.5h-15zM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4" />
      </svg>
      <div>
        <p className={styles.title}>{text('programme.schedule.unavailable')}</p>
        <p>{text('programme.schedule.unavailable-text', { stream: name })}</p>
        <Link to={homePath(language, streamId)} className={buttonClass('line')}>
          {text('frame.not-found.home')}
        </Link>
      </div>
    </div>
  );
}

const SKELETON_DAYS = [1, 2, 3, 4, 5, 6, 7];
/** Hours of the blocks of a usual day. */
const SKELETON_BLOCKS = [3, 3, 2, 3, 3, 4];

/** Keeps the week's place until it has come. */
function ScheduleSkeleton() {
  return (
    <div className={styles.week}>
      {SKELETON_DAYS.map((day) => (
        <div key={day} className={styles.day}>
          <Skeleton width="100%" height="44px" radius="14px" />
          {SKELETON_BLOCKS.map((hours, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
            <Skeleton key={at} width="100%" height={`${hours * 35}px`} radius="14px" />
          ))}
        </div>
      ))}
    </div>
  );
}
