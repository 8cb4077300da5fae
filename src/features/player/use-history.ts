import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNowPlaying } from '#src/features/on-air/use-now-playing.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { StreamId } from '#src/spec/streams.ts';
import { historyQuery } from './history.query.ts';

/** What played before on a stream; asked again whenever the track on air changes. */
export function useHistory(streamId: StreamId) {
  const { queryKey, queryFn } = historyQuery(streamId, useLanguage());
  const startedAt = useNowPlaying(streamId)?.started_at ?? null;
  return useQuery({
    queryKey: [...queryKey, startedAt],
    queryFn,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
