import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { player, streamAddresses, usePlayer } from '#src/features/player/player-store.ts';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { followAddress, startPlayer } from './start-player.ts';
import { useHasSounded } from './use-has-sounded.ts';
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
  const open = useFetchedDialogs();
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
  useDiary();
  useLockScreen(pathStream);
  usePlayerKeys({
    streams,
    openStream,
    openSearch,
    openHelp: () =>
      open(['pages'], async () => {
        const { KeyHelp } = await import('./key-help.tsx');
        return <KeyHelp />;
      }),
  });

  return props.children;
}

/** Notes what a member listens to, who wants it [A67]. Without its script nothing is noted. */
function useDiary(): void {
  const { streams } = useStation();
  const { isAuthenticated } = useSession();
  const isWanted = useHasSounded() && isAuthenticated;
  useEffect(() => {
    if (!isWanted) return;
    import('#src/features/diary/recording/keep-diary.ts').then(
      (file) => file.keepDiary(streams),
      () => {},
    );
  }, [isWanted, streams]);
}

function useLockScreen(pathStream: StreamId | null): void {
  const streamId = useShownStream(pathStream);
  const { name } = useStream(streamId);
  const track = useNowPlaying(streamId);
  const phase = usePlayer((state) => state.phase);
  // An episode in the radio's place shows itself there.
  const isReplaced = usePlayer((state) => state.preview !== null);
  const isOurs = useHasSounded() && !isReplaced;
  useEffect(() => {
    if (!isOurs) return;
    importMediaSession(({ bindMediaKeys }) =>
      bindMediaKeys({ play: () => player.play(), pause: () => player.pause() }),
    );
  }, [isOurs]);
  useEffect(() => {
    if (isOurs) importMediaSession(({ showOnLockScreen }) => showOnLockScreen(phase, track, name));
  }, [phase, track, name, isOurs]);
}

/** Fetched with the first sound; without it the lock screen says less. */
function importMediaSession(
  use: (file: typeof import('#src/features/player/media-session.ts')) => void,
): void {
  import('#src/features/player/media-session.ts').then(use, () => {});
}
