import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { DIARY_DAYS, DIARY_HEARD_MS } from '#src/contract/limits.ts';
import type { DiaryEntry } from '#src/features/diary/diary.wire.ts';
import { eraseEntry, restoreEntry } from '#src/features/diary/diary-calls.ts';
import { diaryNotesOf } from '#src/features/diary/recording/diary-notes.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { isFocusLost } from '#src/page/focus-place.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { sessionOf } from '#src/page/session/session-store.ts';
import { useNow } from '#src/page/use-now.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { CoverWordsSkeleton } from '#src/ui/cover-words/cover-words.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import section from '#src/ui/section/section.module.css';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { type DiaryDay, dayInWords, groupByDay, ownTimeZone } from './days.ts';
import styles from './diary-list.module.css';
import { DiaryRow, RemovedRow } from './diary-row.tsx';
import { DIARY_KEY, useDiaryEntries, useDiaryState, useDiarySwitch, useRefusal } from './use-diary.ts';

/** The diary, day by day. */
export function DiaryList({ userId }: { userId: string }) {
  const text = useText();
  const [timeZone] = useState(ownTimeZone);
  const today = dayAt(useNow(Date.now()), timeZone);
  const client = useQueryClient();
  const retry = () => client.refetchQueries({ queryKey: DIARY_KEY });
  const { data, error, isError, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useDiaryEntries(userId);
  const list = useRef<HTMLDivElement>(null);
  const noteRows = useFirstOfNext(list, data?.pages.length ?? 0);
  const more = useFocusBack(isError);
  const isOn = useDiaryState(userId).data?.enabled;
  const removal = useRemoval(userId);
  if (data === undefined)
    return isError ? (
      <RetryNotice title={text('diary.error')} error={error} retry={retry} />
    ) : (
      <DiarySkeleton />
    );
  const askEarlier = () => {
    if (isFetchingNextPage) return;
    noteRows();
    void fetchNextPage();
  };
  const days = groupByDay(removal.withRemoved(data.pages.flatMap(({ entries }) => entries)), timeZone);
  if (days.length === 0) return isOn === false ? <Off userId={userId} /> : <Empty />;
  return (
    <div ref={list} className={styles.days}>
      {isOn === false && (
        <p className={styles.note}>
          <Icon name="info" size={18} />
          {text('diary.still-kept', { days: DIARY_DAYS })}
        </p>
      )}
      {days.map((day) => (
        <Day key={day.day} day={day} today={today} timeZone={timeZone} removal={removal} />
      ))}
      {isError && (
        <RetryNotice
          title={text('diary.error')}
          error={error}
          retry={askEarlier}
          offline={isFetchNextPageError ? 'frame.offline' : 'frame.page-waits'}
          isAnswer={isFetchNextPageError}
        />
      )}
      {hasNextPage && !isError && (
        <Button
          ref={more}
          look="line"
          className={styles.more ?? ''}
          aria-disabled={isFetchingNextPage}
          onClick={askEarlier}
        >
          <Icon name={isFetchingNextPage ? 'busy' : 'down'} size={18} spins={isFetchingNextPage} />
          {text('diary.more')}
        </Button>
      )}
    </div>
  );
}

/**
 * Has the first entry of a page take the focus that its asker has left where it was: the button is gone after the last
 * page, and stands below the entries after the others.
 * @returns what notes the rows that there are when somebody asks
 */
function useFirstOfNext(list: RefObject<HTMLElement | null>, pages: number): () => void {
  const asked = useRef<{ pages: number; rows: number; by: Element | null } | null>(null);
  useEffect(() => {
    const before = asked.current;
    if (before === null || pages <= before.pages) return;
    asked.current = null;
    if (document.activeElement !== before.by && !isFocusLost()) return;
    list.current?.querySelectorAll('li')[before.rows]?.querySelector('a')?.focus();
  }, [list, pages]);
  return () => {
    asked.current = {
      pages,
      rows: list.current?.querySelectorAll('li').length ?? 0,
      by: document.activeElement,
    };
  };
}

/**
 * Gives the button that asks the focus back where the failure in its place goes by itself, with the network.
 * @param isAway whether the failure stands there
 * @returns to be put on the button
 */
function useFocusBack(isAway: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && isFocusLost()) button.current?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return button;
}

function Day(props: {
  day: DiaryDay;
  today: string;
  timeZone: string;
  removal: ReturnType<typeof useRemoval>;
}) {
  const { day, today, timeZone, removal } = props;
  const text = useText();
  const { title, date } = dayInWords(day.day, today, useLanguage());
  const count = day.entries.filter(({ id }) => !removal.isRemoved(id)).length;
  return (
    <section aria-labelledby={day.day}>
      <header className={`${section.head} ${styles.head}`}>
        <h2 id={day.day}>{title}</h2>
        <p>{[date, text('diary.count', { count })].filter(Boolean).join(' · ')}</p>
      </header>
      <ul>
        {day.entries.map((entry) =>
          removal.isRemoved(entry.id) ? (
            <RemovedRow key={entry.id} entry={entry} onUndo={() => removal.undo(entry)} />
          ) : (
            <DiaryRow
              key={entry.id}
              entry={entry}
              timeZone={timeZone}
              isBack={removal.isBack(entry.id)}
              onRemove={() => removal.remove(entry)}
            />
          ),
        )}
      </ul>
    </section>
  );
}

/** Shown while the diary is on and nothing has been heard. */
function Empty() {
  const text = useText();
  const path = homePath(useLanguage(), useShownStream(null));
  return (
    <EmptyState title={text('diary.empty')}>
      <p>{text('diary.empty-text', { seconds: DIARY_HEARD_MS / 1000 })}</p>
      <Link to={path} className={buttonClass('line')}>
        <Icon name="play" size={18} />
        {text('diary.listen')}
      </Link>
    </EmptyState>
  );
}

function Off({ userId }: { userId: string }) {
  const text = useText();
  const { isBusy, change } = useDiarySwitch(userId);
  return (
    <EmptyState title={text('diary.off-title')}>
      <p>{text('diary.off-text')}</p>
      <Button
        look="ink"
        className={styles.start ?? ''}
        aria-disabled={isBusy}
        onClick={() => change({ enabled: true, erase: false })}
      >
        {text('diary.switch')}
      </Button>
    </EmptyState>
  );
}

/** Placeholders for a day's rows. */
export function DiarySkeleton() {
  return (
    <div aria-busy="true">
      <div className={`${section.head} ${styles.head}`}>
        <Skeleton width="180px" height="30px" />
      </div>
      {Array.from({ length: 6 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else
        <div key={at} className={styles.skeleton}>
          <CoverWordsSkeleton />
        </div>
      ))}
    </div>
  );
}

/**
 * Removes entries at once, here and on the server, and brings them back. A removed entry keeps its place in
 * the list, for as long as the page is open, so that it can come back. What is heard of it from then on is not noted.
 */
function useRemoval(userId: string) {
  const browser = useBrowser();
  const memberChanges = memberChangesOf(browser);
  const refuse = useRefusal();
  const calls = useRef(new Map<string, Promise<void>>());
  const [removed, setRemoved] = useState<readonly DiaryEntry[]>([]);
  const [back, setBack] = useState<string | null>(null);

  const note = (entry: DiaryEntry, isRemoved: boolean) => {
    // Another member may have signed in since: the notes are theirs now [A114].
    if (sessionOf(browser).getState().user?.id === userId)
      diaryNotesOf(browser).setRemoved(userId, entry, isRemoved);
  };
  const hide = (entry: DiaryEntry) => {
    setRemoved((known) => [...known, entry]);
    note(entry, true);
  };
  const show = (entry: DiaryEntry) => {
    setRemoved((known) => known.filter(({ id }) => id !== entry.id));
    setBack(entry.id);
    note(entry, false);
  };
  /** One call about an entry after the other: what was wanted last counts, however slow the first one is. */
  const carryOut = async (
    { id }: DiaryEntry,
    call: () => Promise<void>,
    takeBack: () => void,
    failure: TextKey,
  ) => {
    const before = calls.current.get(id) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(call);
    calls.current.set(id, mine);
    const isLast = () => calls.current.get(id) === mine;
    try {
      await mine;
      if (isLast()) await memberChanges.tell(['diary']);
    } catch (error) {
      if (isLast()) takeBack();
      refuse(error, failure);
    }
  };
  return {
    isRemoved: (id: string) => removed.some((entry) => entry.id === id),
    /** Whether the entry is the one that came back last. */
    isBack: (id: string) => id === back,
    /** The list with removed entries in their places. */
    withRemoved(entries: readonly DiaryEntry[]): readonly DiaryEntry[] {
      const gone = removed.filter(({ id }) => !entries.some((entry) => entry.id === id));
      return [...entries, ...gone].toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1));
    },
    remove(entry: DiaryEntry): void {
      hide(entry);
      carryOut(
        entry,
        () => eraseEntry(browser, entry.id),
        () => show(entry),
        'diary.remove-failed',
      );
    },
    undo(entry: DiaryEntry): void {
      show(entry);
      const { stream_id, started_at, titre: full_title } = entry;
      carryOut(
        entry,
        () => restoreEntry(browser, { stream_id, started_at, full_title }),
        () => hide(entry),
        'diary.undo-failed',
      );
    },
  };
}
