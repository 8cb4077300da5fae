import { useQuery } from '@tanstack/react-query';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { nowPlayingQuery } from './now-playing.query.ts';
import { useStream } from './station-context.tsx';

/**
 * The track on air on a stream; null while it is unknown. Rerenders when that stream's track changes, not
 * before.
 */
export function useNowPlaying(streamId: StreamId): NowPlaying | null {
  const { version } = useStream(streamId);
  const { data } = useQuery({
    ...nowPlayingQuery,
    // `useNowPlayingRefresh` keeps it fresh; a dozen timers beside it would not.
    staleTime: 'static',
    notifyOnChangeProps: ['data'],
    select: (tracks) => tracks.find((track) => track.version === version) ?? null,
  });
  return data ?? null;
}
