import { hashKey, useQuery } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { PlayedTrack } from './history.wire.ts';

/**
 * A stream's past tracks, newest first, without the one that the stream shows (during a jingle that is the one before).
 * Asked for again whenever the track on air changes; the old list is shown until the answer has come.
 */
export function useHistory(streamId: StreamId) {
  const { queryKey, queryFn } = historyQuery(useStream(streamId).version, useLanguage());
  const startedAt = useNowPlaying(streamId)?.started_at ?? null;
  return useQuery({
    queryKey: [...queryKey, startedAt],
    queryFn,
    placeholderData: (earlier, query) => {
      const isSameStream = hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(queryKey);
      return isSameStream ? earlier : undefined;
    },
    select: (tracks) => tracks.filter((track) => track.started_at !== startedAt),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

const HISTORY_COUNT = 4;
const importSchema = async () => (await import('#src/features/history/history.wire.ts')).playedTracksSchema;

/** Past tracks of a stream, newest first, without the one on air (`history` [W22]). `version` is the stream's key. */
export function historyQuery(version: string, language: Language): PageQuery<PlayedTrack[]> {
  const parameters = { version, limit: String(HISTORY_COUNT) };
  return wireQuery('history', parameters, language, importSchema);
}
