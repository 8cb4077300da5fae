import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { streamAddresses } from '#src/features/player/player-store.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { systemClock } from '#src/platform/clock/clock.ts';
import { followAddress, startPlayer } from './start-player.ts';
import { useKeyHelp } from './use-key-help.tsx';
import { useNowPlayingRefresh } from './use-now-playing-refresh.ts';
import { usePlayerKeys } from './use-player-keys.ts';

/**
 * Brings the page's one player to life and keeps it in step with the address. Stands above every page, so that the
 * sound survives navigation; inside of the station's, the texts' and the dialogs' providers.
 */
export function PlayerProvider(props: {
  /** The stream that the page's address names. */
  pathStream: StreamId | null;
  /** Goes to the address of a stream (keys 1 to 8). */
  openStream: (streamId: StreamId) => void;
  /** Goes to the search page (key `/`). */
  openSearch: () => void;
  /** Shows the episode that this tab was left with in the bar. */
  offerEpisode?: () => void;
  children: ReactNode;
}) {
  const { pathStream, openStream, openSearch, offerEpisode } = props;
  const openHelp = useKeyHelp();
  const { streams } = useStation();

  const openEarly = useEffectEvent(openStream);

  useEffect(() => {
    streamAddresses.know(streams);
    // In a task of its own: what the first effects of a page do together is long enough for a phone.
    const start = systemClock.after(0, () => {
      startPlayer(pathStream, { openStream: (streamId) => openEarly(streamId), offerEpisode });
      followAddress(pathStream);
    });
    return () => start[Symbol.dispose]();
  }, [streams, pathStream, offerEpisode]);

  useNowPlayingRefresh();
  usePlayerKeys({
    streams,
    openStream,
    openSearch,
    openHelp,
  });

  return props.children;
}
