import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DIARY_ROWS } from '#src/contract/limits.ts';
import { loadDiary, switchDiary } from '#src/features/diary/diary-calls.ts';
import { DIARY_KEY } from '#src/features/diary/diary-key.ts';
import { diaryNotes } from '#src/features/diary/recording/diary-notes.ts';
import { memberChanges } from '#src/page/wire/member-changes.ts';
import { useRefusal } from './use-refusal.ts';

const ENTRIES_A_PAGE = DIARY_ROWS;
const FROM_THE_NEWEST: string | null = null;

const stateKey = (userId: string) => [...DIARY_KEY, { user_id: userId }, 'state'];
const entriesKey = (userId: string) => [...DIARY_KEY, { user_id: userId }, 'entries'];

/** Whether the member's diary is on, and how much is kept. */
export function useDiaryState(userId: string) {
  return useQuery({
    queryKey: stateKey(userId),
    queryFn: ({ signal }) => loadDiary({ limit: 0, before: null }, signal),
    staleTime: 0,
  });
}

/** The entries, newest first, page by page. */
export function useDiaryEntries(userId: string) {
  return useInfiniteQuery({
    queryKey: entriesKey(userId),
    queryFn: ({ pageParam, signal }) => loadDiary({ limit: ENTRIES_A_PAGE, before: pageParam }, signal),
    initialPageParam: FROM_THE_NEWEST,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Switches the diary, on the server and for what this browser notes. */
export function useDiarySwitch(userId: string) {
  const client = useQueryClient();
  const refuse = useRefusal();
  const [isBusy, setBusy] = useState(false);
  const change = async (wanted: { enabled: boolean; erase: boolean }) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const state = await switchDiary(wanted);
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
