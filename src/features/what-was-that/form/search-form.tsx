import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type CSSProperties, type FormEvent, useState } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { StreamMenu } from '#src/features/stream-choice/stream-menu.tsx';
import {
  type AskedMoment,
  daysBetween,
  type Moment,
  momentAt,
  momentQuery,
  settled,
} from '#src/features/what-was-that/search-address.ts';
import { searchDays } from '#src/features/what-was-that/search-window.ts';
import { minutesOf, timeOf } from '#src/features/what-was-that/time-of-day.ts';
import { aroundQuery, everywhereQuery } from '#src/features/what-was-that/what-was-that.query.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useAddress, useIsLeaving, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { DayChoice } from './day-choice.tsx';
import styles from './search-form.module.css';
import { TimeChoice } from './time-choice.tsx';

/**
 * Stream, day and time. Sent as a plain GET: the address is the search.
 * @param props.openedMs when the page was asked for, and `nowMs` the time: by the radio's clock
 */
export function SearchForm(props: {
  streamId: StreamId;
  asked: AskedMoment;
  openedMs: number;
  nowMs: number;
}) {
  const { streamId, asked, openedMs, nowMs } = props;
  const text = useText();
  const { timezone } = useStation();
  const isSending = useIsLeaving();
  // A day may begin while the page is open.
  const { first, last } = searchDays(nowMs, timezone);
  const days = daysBetween(first, last);
  const [draft, setDraft] = useDraft(asked, useBeginning({ openedMs, nowMs, timezone }));
  // A day that cannot be searched, or no longer, would leave none chosen, and nothing to send.
  const date = days.includes(draft.date) ? draft.date : last;
  const { offset } = settled({ ...draft, date }, nowMs, timezone);
  return (
    <GetForm
      className={styles.form}
      aria-label={text('pages.search')}
      onRepeat={useAskAgain(streamId, asked)}
    >
      <div className={styles.stream}>
        <StreamMenu
          streamId={streamId}
          page="page-search.html"
          query={asked.kind === 'nothing' ? '' : momentQuery(asked.moment)}
        />
      </div>
      <DayChoice days={days} value={date} onChange={(chosen) => setDraft({ ...draft, date: chosen })} />
      <div className={styles.times}>
        <TimeChoice value={draft.time} onChange={(time) => setDraft({ ...draft, date, time })} />
        <DayWave value={draft.time} onChange={(time) => setDraft({ ...draft, date, time })} />
        <Button type="submit" look="ink" className={styles.submit ?? ''} aria-busy={isSending}>
          <LaterIcon name="search" />
          {text('charts.search.submit')}
        </Button>
      </div>
      {offset !== undefined && <input type="hidden" name="offset" value={offset} />}
      <div role="alert">
        {asked.kind === 'fault' && (
          <p className={styles.problem}>
            <Icon name="warning" size={18} />
            {text(asked.fault === 'outside-window' ? 'charts.search.outside' : 'charts.search.not-a-date')}
          </p>
        )}
      </div>
    </GetForm>
  );
}

/** Returns what asks again: the answer did not come, or more has played since. */
export function useAskAgain(streamId: StreamId, asked: AskedMoment) {
  const client = useQueryClient();
  const language = useLanguage();
  return () => {
    if (asked.kind !== 'moment') return;
    const queries = [aroundQuery(asked.moment, streamId, language), everywhereQuery(asked.moment, language)];
    for (const { queryKey } of queries) client.refetchQueries({ queryKey });
  };
}

/** What the form begins with: the time when the page was opened, and when the first question of a later day came. */
function useBeginning(of: { openedMs: number; nowMs: number; timezone: string }): Moment {
  const opened = momentAt(of.openedMs, of.timezone);
  const now = momentAt(of.nowMs, of.timezone);
  const [later, setLater] = useState(opened);
  if (opened.date === now.date) return opened;
  if (later.date === now.date) return later;
  setLater(now);
  return now;
}

/**
 * The values of the fields: those of the address, or those that the form begins with, until the visitor changes them. A
 * new search resets them. The same one on another stream does not: the stream may be chosen last.
 */
function useDraft(asked: AskedMoment, beginning: Moment) {
  const key = asked.kind === 'nothing' ? '' : momentQuery(asked.moment);
  const [draft, setDraft] = useState<{ key: string; moment: Moment } | null>(null);
  // What was typed before another address came would stand beside its results again after the way back.
  if (draft !== null && draft.key !== key) setDraft(null);
  const own = asked.kind === 'nothing' ? beginning : asked.moment;
  const moment = draft?.key === key ? draft.moment : own;
  return [moment, (changed: Moment) => setDraft({ key, moment: changed })] as const;
}

/**
 * A form whose fields become the query of its own page: sent by the browser until scripts have come.
 * @param props.onRepeat what is sent stands in the address already, and who sends it once more wants it asked
 * once more
 */
function GetForm({ onRepeat, ...props }: ComponentProps<'form'> & { onRepeat: () => void }) {
  const navigate = useNavigate();
  const { pathname, search } = useAddress();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = queryOf(event.currentTarget).toString();
    if (query === new URLSearchParams(search).toString()) onRepeat();
    else navigate({ search: `?${query}` }, { keepsScroll: true });
  };
  return <form {...props} action={pathname} onSubmit={submit} />;
}

function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value);
  return query;
}

const LAST_MINUTE = 24 * 60 - 1;
const TICKS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

const POINTS = 60;

/** How high the swell of the day stands, 0 to 1, at a share of the day: a morning, a noon, an evening. */
function heightAt(share: number): number {
  const morning = Math.exp(-(((share - 0.25) / 0.09) ** 2));
  const noon = Math.exp(-(((share - 0.54) / 0.1) ** 2));
  const evening = Math.exp(-(((share - 0.86) / 0.11) ** 2));
  return 0.28 + 0.42 * morning + 0.5 * noon + 0.36 * evening;
}

/** The swell as an open path, left to right, in a box of 1000 × 100. */
const DAY_SHAPE = Array.from({ length: POINTS + 1 }, (_, at) => {
  const share = at / POINTS;
  return `${at === 0 ? 'M' : 'L'}${Math.round(share * 1000)} ${(100 - heightAt(share) * 100).toFixed(1)}`;
}).join('');

/** The day from midnight to midnight as a swell; the time is dragged along it. */
function DayWave(props: { value: string; onChange(time: string): void }) {
  const { value, onChange } = props;
  const text = useText();
  const minutes = minutesOf(value);
  const share = minutes / LAST_MINUTE;
  const position: Record<`--${string}`, string> = {
    '--share': `${(share * 100).toFixed(3)}%`,
    '--height': heightAt(share).toFixed(3),
  };
  return (
    <div className={styles.wave} style={position as CSSProperties}>
      <Swell className={styles.day} />
      <Swell className={styles.passed} />
      <input
        type="range"
        className={styles.slider}
        aria-label={text('charts.search.drag')}
        aria-valuetext={value}
        min={0}
        max={LAST_MINUTE}
        step={1}
        value={minutes}
        onKeyDown={(event) => {
          const step = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 60, PageDown: -60 }[
            event.key
          ];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onChange(timeOf(minutes + step));
        }}
        onChange={(event) => onChange(timeOf(event.currentTarget.valueAsNumber))}
      />
      <div className={styles.ticks} aria-hidden="true">
        {TICKS.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
        ))}
      </div>
    </div>
  );
}

function Swell({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.ground} d={`${DAY_SHAPE}L1000 100L0 100z`} />
      <path className={styles.line} d={DAY_SHAPE} />
    </svg>
  );
}
