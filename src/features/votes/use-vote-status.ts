import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { eachWakingMinute } from '#src/page/each-waking-minute.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { dayIn, voteStatusQuery } from './votes.query.ts';
import type { VoteStatus } from './votes.wire.ts';

/**
 * What the member has said of a track this week; undefined while it is unknown, and for guests. Asked once a track
 * and day, and never by a tab that nobody sees.
 * @param title the full title; null where there is none to vote on
 */
export function useVoteStatus(title: string | null): VoteStatus | undefined {
  const { user } = useSession();
  const { timezone } = useStation();
  // Also after a night's sleep: at midnight a week may have ended.
  const day = useSyncExternalStore(
    eachWakingMinute,
    () => (document.visibilityState === 'visible' ? dayIn(timezone) : ''),
    () => '',
  );
  const { queryKey, queryFn } = voteStatusQuery(
    { userId: user?.id ?? '', title: title ?? '', day },
    useLanguage(),
  );
  const { data } = useQuery({
    queryKey,
    queryFn,
    enabled: user !== null && title !== null && day !== '',
    staleTime: Infinity,
    retry: false,
    notifyOnChangeProps: ['data'],
  });
  return data;
}
