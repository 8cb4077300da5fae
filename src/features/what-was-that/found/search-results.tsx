import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { clockTime, MINUTE_MS } from '#src/contract/durations.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import {
  FeatureAndList,
  FeatureAndListSkeleton,
  NoTrackFeature,
  TrackFeature,
} from '#src/features/track-list/track-feature.tsx';
import { dayInWords } from '#src/features/what-was-that/form/day-choice.tsx';
import { useAskAgain } from '#src/features/what-was-that/form/search-form.tsx';
import {
  type AskedMoment,
  breakAmong,
  type Moment,
  momentAt,
  momentQuery,
} from '#src/features/what-was-that/search-address.ts';
import { searchDays } from '#src/features/what-was-that/search-window.ts';
import { aroundQuery } from '#src/features/what-was-that/what-was-that.query.ts';
import type { FoundPlay } from '#src/features/what-was-that/what-was-that.wire.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { momentPath } from '#src/page/address/moment-address.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { refusalWords } from '#src/page/wire/failure-words.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { OtherStreams } from './other-streams.tsx';
import styles from './search-results.module.css';
import { Timeline } from './timeline.tsx';
import { useWrittenTime } from './written-time.ts';

const EARLIER_MS = 15 * MINUTE_MS;

type Asked = Extract<AskedMoment, { kind: 'moment' }>;

/** The track on air at the minute asked for, its neighbours, and the tracks of the other streams. */
export function SearchResults(props: { streamId: StreamId; asked: Asked; nowMs: number }) {
  const { streamId, asked, nowMs } = props;
  const { moment, instantMs } = asked;
  const text = useText();
  const query = usePageQuery(aroundQuery(moment, streamId, useLanguage()));
  const { data, dataUpdatedAt, error, isError, refetch } = query;
  const refusal = refusalWords(error);
  const isToCome = useIsToCome(props, dataUpdatedAt);
  const results = useRef<HTMLDivElement>(null);
  useScrollToNew(results, `${streamId}${momentQuery(moment)}`, data !== undefined || isError);
  return (
    // Takes the focus from a link to another minute, which goes with the answer before.
    <div ref={results} tabIndex={-1} className={styles.results}>
      <p className={hidden.hidden} role="status">
        {data === undefined ? (
          isError ? (
            ''
          ) : (
            text('charts.search.loading')
          )
        ) : (
          <Summary plays={data} asked={asked} />
        )}
      </p>
      {isError && (
        <RetryNotice
          title={refusal ?? text('charts.search.error')}
          error={error}
          retry={refusal === null ? refetch : undefined}
        />
      )}
      {data === undefined && !isError && <FeatureAndListSkeleton count={7} hasLead />}
      {data?.length === 0 && <Silence instantMs={instantMs} nowMs={nowMs} isToCome={isToCome} />}
      {data !== undefined && data.length > 0 && (
        <FeatureAndList
          feature={<FoundAnswer plays={data} streamId={streamId} moment={moment} instantMs={instantMs} />}
        >
          <Timeline plays={data} streamId={streamId} asked={asked} nowMs={nowMs} />
        </FeatureAndList>
      )}
      {data !== undefined && <OtherStreams streamId={streamId} moment={moment} isAlone={data.length === 0} />}
    </div>
  );
}

/**
 * Whether a search was for a time to come when it was answered [R33]: once that time is there, it is asked for anew.
 * @param answeredMs when the answer came, to tell it from the next one
 */
function useIsToCome(
  search: { streamId: StreamId; asked: Asked; nowMs: number },
  answeredMs: number,
): boolean {
  const { streamId, asked, nowMs } = search;
  const answer = `${streamId}${momentQuery(asked.moment)} ${answeredMs}`;
  const [early, setEarly] = useState('');
  const isAhead = asked.instantMs > nowMs;
  if (isAhead && early !== answer) setEarly(answer);
  const isDue = !isAhead && early === answer;
  const askAgain = useEffectEvent(useAskAgain(streamId, asked));
  useEffect(() => {
    if (isDue) askAgain();
  }, [isDue]);
  return isAhead || isDue;
}

/** The empty answer: nothing was on air, or not yet. A button leads to a moment that may hold more. */
function Silence(props: { instantMs: number; nowMs: number; isToCome: boolean }) {
  const { instantMs, nowMs, isToCome } = props;
  const text = useText();
  const { timezone } = useStation();
  const other = momentAt(isToCome ? nowMs : instantMs - EARLIER_MS, timezone);
  const isOffered = other.date >= searchDays(nowMs, timezone).first;
  return (
    <EmptyState title={text('charts.search.no-tracks-then')}>
      <p>{text(isToCome ? 'charts.search.future' : 'charts.search.silence')}</p>
      {isOffered && (
        <Link className={buttonClass('line')} to={{ search: momentQuery(other) }} keepsScroll>
          {text('charts.search.try', { time: other.time })}
        </Link>
      )}
    </EmptyState>
  );
}

/** The answer in a sentence, for screen readers. */
function Summary({ plays, asked }: { plays: readonly FoundPlay[]; asked: Asked }) {
  const text = useText();
  const when = useMomentInWords(asked.moment, asked.instantMs);
  const found = plays.find((play) => play.on_air);
  return text('charts.search.answer', {
    when,
    found: found?.titre ?? text('charts.search.no-tracks-then'),
  });
}

/** On a small screen the results of a search lie below its form: they come into view. */
function useScrollToNew(results: { current: HTMLElement | null }, search: string, isThere: boolean): void {
  const shown = useRef(search);
  useEffect(() => {
    if (!isThere || shown.current === search) return;
    shown.current = search;
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight * 0.6 || top < 0) results.current?.scrollIntoView({ block: 'start' });
  }, [results, search, isThere]);
}

/** The track that was on air at the minute asked for; else what there is around it. */
function FoundAnswer(props: {
  plays: readonly FoundPlay[];
  streamId: StreamId;
  moment: Moment;
  instantMs: number;
}) {
  const { plays, streamId, moment, instantMs } = props;
  const play = plays.find((one) => one.on_air);
  const text = useText();
  const language = useLanguage();
  const { name } = useStation();
  const when = useMomentInWords(moment, instantMs);
  const writtenTime = useWrittenTime();
  if (play === undefined) {
    return (
      <NoTrackFeature badge={when} title={text('charts.search.no-tracks-then')}>
        {text(`charts.search.${breakAmong(plays, instantMs)}`)}
      </NoTrackFeature>
    );
  }
  return (
    <TrackFeature
      track={play}
      streamId={streamId}
      badge={
        <>
          <Icon name="check" size={16} />
          {when}
        </>
      }
      facts={[
        {
          name: text('charts.search.start'),
          value: (
            <time dateTime={play.started_at || play.heures}>{writtenTime(play.heures, play.started_at)}</time>
          ),
        },
        ...(play.duration === 0
          ? []
          : [{ name: text('charts.search.duration'), value: clockTime(Math.round(play.duration)) }]),
      ]}
    >
      <ShareMenu
        path={momentPath(language, streamId, instantMs)}
        message={text('frame.share.text', { what: play.titre, name })}
        buttonClass={buttonClass('line', 'large')}
      />
    </TrackFeature>
  );
}

/** `Mercredi 18 novembre à 18:30` */
function useMomentInWords({ date, time }: Moment, instantMs: number): string {
  const text = useText();
  const language = useLanguage();
  const writtenTime = useWrittenTime();
  const words = writtenTime(
    text('charts.search.moment', { day: dayInWords(date, language), time }),
    instantMs,
  );
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}
