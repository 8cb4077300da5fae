import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useState } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { StreamMenu } from '#src/features/stream-choice/stream-menu.tsx';
import {
  type AskedMoment,
  daysBetween,
  type Moment,
  momentAt,
  momentQuery,
} from '#src/features/what-was-that/search-address.ts';
import { searchDays } from '#src/features/what-was-that/search-window.ts';
import { aroundQuery, everywhereQuery } from '#src/features/what-was-that/what-was-that.query.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useAddress, useIsLeaving, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { DayChoice } from './day-choice.tsx';
import { DayWave } from './day-wave.tsx';
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
  const [draft, setDraft] = useDraft(asked, () => momentAt(openedMs, timezone));
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
      <DayChoice
        days={daysBetween(first, last)}
        value={draft.date}
        onChange={(date) => setDraft({ ...draft, date })}
      />
      <div className={styles.times}>
        <TimeChoice value={draft.time} onChange={(time) => setDraft({ ...draft, time })} />
        <DayWave value={draft.time} onChange={(time) => setDraft({ ...draft, time })} />
        <Button type="submit" look="ink" className={styles.submit ?? ''} aria-busy={isSending}>
          <LaterIcon name="search" />
          {text('charts.search.submit')}
        </Button>
      </div>
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
function useAskAgain(streamId: StreamId, asked: AskedMoment) {
  const client = useQueryClient();
  const language = useLanguage();
  return () => {
    if (asked.kind !== 'moment') return;
    const queries = [aroundQuery(asked.moment, streamId, language), everywhereQuery(asked.moment, language)];
    for (const { queryKey } of queries) client.refetchQueries({ queryKey });
  };
}

/**
 * The values of the fields: those of the address until the visitor changes them. A new address resets them.
 */
function useDraft(asked: AskedMoment, now: () => Moment) {
  const key = asked.kind === 'nothing' ? '' : momentQuery(asked.moment);
  const [draft, setDraft] = useState(() => ({
    key,
    moment: asked.kind === 'nothing' ? now() : asked.moment,
  }));
  const isCurrent = draft.key === key;
  const moment = isCurrent || asked.kind === 'nothing' ? draft.moment : asked.moment;
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
