import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { usePlayer } from './player-store.ts';

/** The stream that the player is about: the chosen one, else the address's, else dance. */
export function useShownStream(pathStream: StreamId | null): StreamId {
  return usePlayer((state) => state.streamId ?? pathStream ?? DEFAULT_STREAM);
}
