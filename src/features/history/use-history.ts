import { hashKey, useQuery } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { PlayedTrack } from './history.wire.ts';

/**
 * The tracks of a stream before the one that is shown, newest first. Asked for again whenever that changes; the old list
 * is shown until the answer has come.
 * @param shown what the page shows as playing; null while it is unknown
 */
export function useHistory(streamId: StreamId, shown: { readonly started_at: string } | null) {
  const { queryKey, queryFn } = historyQuery(useStream(streamId).version, useLanguage());
  const startedAt = shown?.started_at ?? null;
  return useQuery({
    queryKey: [...queryKey, startedAt],
    queryFn,
    placeholderData: (earlier, query) => {
      const isSameStream = hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(queryKey);
      return isSameStream ? earlier : undefined;
    },
    select: (tracks) => (startedAt === null ? tracks : tracks.filter((track) => isBefore(track, startedAt))),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const isBefore = ({ started_at }: PlayedTrack, instant: string) =>
  Date.parse(started_at) < Date.parse(instant);

const HISTORY_COUNT = 4;
const importSchema = () =>
  import('#src/features/history/history.wire.ts').then((file) => file.playedTracksSchema);

/** Past tracks of a stream, newest first, without the one on air (`history` [W22]). `version` is the stream's key. */
export function historyQuery(version: string, language: Language): PageQuery<PlayedTrack[]> {
  const parameters = { version, limit: String(HISTORY_COUNT) };
  return wireQuery('history', parameters, language, importSchema);
}
