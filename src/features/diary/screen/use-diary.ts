import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { DIARY_ROWS } from '#src/contract/limits.ts';
import { loadDiary, switchDiary } from '#src/features/diary/diary-calls.ts';
import { diaryNotesOf } from '#src/features/diary/recording/diary-notes.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { onePerPage, type TabChannel } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

const ENTRIES_A_PAGE = DIARY_ROWS;
const FROM_THE_NEWEST: string | null = null;

/** The beginning of the keys of the diary's queries; the member comes next. */
export const DIARY_KEY = ['wire', 'diary'] as const;

const stateKey = (userId: string) => [...DIARY_KEY, { user_id: userId }, 'state'];
const entriesKey = (userId: string) => [...DIARY_KEY, { user_id: userId }, 'entries'];

/** Asks whether the member's diary is on, and how much is kept. */
export function useDiaryState(userId: string) {
  const browser = useBrowser();
  return useQuery({
    queryKey: stateKey(userId),
    queryFn: ({ signal }) => loadDiary(browser, { limit: 0, before: null }, signal),
    staleTime: 0,
  });
}

/** The entries, newest first, page by page. */
export function useDiaryEntries(userId: string) {
  const browser = useBrowser();
  return useInfiniteQuery({
    queryKey: entriesKey(userId),
    queryFn: ({ pageParam, signal }) =>
      loadDiary(browser, { limit: ENTRIES_A_PAGE, before: pageParam }, signal),
    initialPageParam: FROM_THE_NEWEST,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/**
 * How often a diary was erased as a whole while this page was open, wherever in it and in whichever tab: what was removed
 * before went with it [A71].
 */
class Erasures extends ObservableValue<number> {
  readonly #channel: TabChannel | null;

  constructor(channel: TabChannel | null) {
    super(0);
    this.#channel = channel;
    channel?.addEventListener('message', this.#count);
  }

  /** To be called once a diary has been erased. */
  note(): void {
    this.#channel?.postMessage('erased');
    this.#count();
  }

  readonly #count = (): void => this.set(this.read() + 1);
}

export const erasuresOf = onePerPage((browser) => new Erasures(browser.openChannel('onde-diary')));

/** Switches the diary, on the server and for what this browser notes. */
export function useDiarySwitch(userId: string) {
  const browser = useBrowser();
  const session = sessionOf(browser);
  const diaryNotes = diaryNotesOf(browser);
  const memberChanges = memberChangesOf(browser);
  const client = useQueryClient();
  const refuse = useRefusal();
  const [isBusy, setBusy] = useState(false);
  const change = async (wanted: { enabled: boolean; erase: boolean }) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const state = await switchDiary(browser, wanted);
      // Another member may have signed in since: the notes are theirs now [A114].
      if (session.getState().user?.id === userId) diaryNotes.setOn(userId, state.enabled);
      client.setQueryData(stateKey(userId), state);
      await memberChanges.tell(['diary']);
      if (wanted.erase) erasuresOf(browser).note();
    } catch (error) {
      refuse(error, 'diary.switch-failed');
    }
    setBusy(false);
  };
  return { isBusy, change };
}

/**
 * Says that a call has failed, in the server's own words or
 * else in these. The script that finds them is fetched then.
 */
export function useRefusal(): (error: unknown, otherwise: TextKey) => void {
  const text = useText();
  const showToast = useToast();
  return useCallback(
    (error, otherwise) => {
      inTime(() => import('#src/page/wire/failure-words.ts')).then(
        ({ failureWords }) => showToast('refusal', failureWords(text, error, text(otherwise))),
        () => showToast('refusal', text(otherwise)),
      );
    },
    [text, showToast],
  );
}
