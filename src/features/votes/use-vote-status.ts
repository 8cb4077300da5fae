import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { voteStatusQuery } from './votes.query.ts';
import type { VoteStatus } from './votes.wire.ts';

/**
 * What the member has said of a track this week; undefined while it is unknown, and for guests. Asked once a track, and
 * never by a tab that nobody sees.
 * @param title the full title; null where there is none to vote on
 */
export function useVoteStatus(title: string | null): VoteStatus | undefined {
  const { user } = useSession();
  const isSeen = useSyncExternalStore(subscribeToView, isInView, () => false);
  const { queryKey, queryFn } = voteStatusQuery(
    { userId: user?.id ?? '', title: title ?? '' },
    useLanguage(),
  );
  const { data } = useQuery({
    queryKey,
    queryFn,
    enabled: user !== null && title !== null && isSeen,
    staleTime: Infinity,
    retry: false,
    notifyOnChangeProps: ['data'],
  });
  return data;
}

function subscribeToView(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isInView(): boolean {
  return document.visibilityState === 'visible';
}
