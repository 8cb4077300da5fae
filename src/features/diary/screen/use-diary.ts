import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DIARY_ROWS } from '#src/contract/limits.ts';
import { loadDiary, switchDiary } from '#src/features/diary/diary-calls.ts';
import { DIARY_KEY } from '#src/features/diary/diary-key.ts';
import { diaryNotesOf } from '#src/features/diary/recording/diary-notes.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { useRefusal } from './use-refusal.ts';

const ENTRIES_A_PAGE = DIARY_ROWS;
const FROM_THE_NEWEST: string | null = null;

const stateKey = (userId: string) => [...DIARY_KEY, { user_id: userId }, 'state'];
const entriesKey = (userId: string) => [...DIARY_KEY, { user_id: userId }, 'entries'];

/** Whether the member's diary is on, and how much is kept. */
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

/** Switches the diary, on the server and for what this browser notes. */
export function useDiarySwitch(userId: string) {
  const browser = useBrowser();
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
      diaryNotes.setOn(userId, state.enabled);
      client.setQueryData(stateKey(userId), state);
      await memberChanges.tell(['diary']);
    } catch (error) {
      refuse(error, 'diary.switch-failed');
    }
    setBusy(false);
  };
  return { isBusy, change };
}
