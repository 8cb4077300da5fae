import { useEffect } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { bindMediaKeys, showOnLockScreen } from '#src/features/player/media-session.ts';
import { playerOf, usePlayer } from '#src/features/player/player-store.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';

/** Shows the stream on the device's lock screen, with its keys. Call it once something has sounded. */
export function useLockScreen(streamId: StreamId): void {
  const player = playerOf(useBrowser());
  const { name } = useStream(streamId);
  const track = useNowPlaying(streamId);
  const phase = usePlayer((state) => state.phase);
  // An episode in the radio's place shows itself there.
  const isOurs = usePlayer((state) => state.preview === null);
  useEffect(() => {
    if (isOurs) bindMediaKeys({ play: () => player.play(), pause: () => player.pause() });
  }, [isOurs, player]);
  useEffect(() => {
    if (isOurs) showOnLockScreen(phase, track, name);
  }, [phase, track, name, isOurs]);
}
