import type { StreamId } from '#src/contract/streams.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useKeyHelp } from './use-key-help.tsx';
import { useNowPlayingRefresh } from './use-now-playing-refresh.ts';
import { usePlayerKeys } from './use-player-keys.ts';

/** What every page with a player has: fresh titles and the keys. Once a page, inside of the dialogs' provider. */
export function usePlayerPage(ways: {
  /** Goes to the address of a stream (keys 1 to 8). */
  openStream: (streamId: StreamId) => void;
  /** Goes to the search page (key `/`). */
  openSearch: () => void;
}): void {
  const openHelp = useKeyHelp();
  const { streams } = useStation();
  useNowPlayingRefresh();
  usePlayerKeys({ streams, ...ways, openHelp });
}
