import { type ReactNode, useEffect, useState } from 'react';
import { useNowPlaying } from '#src/features/on-air/use-now-playing.ts';
import { useText } from '#src/i18n/use-text.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { fullTitle } from '#src/spec/titles.ts';
import hidden from '#src/ui/styles/hidden.module.css';
import { readPlayerSettings } from './player-settings.ts';
import { usePlayer } from './player-store.ts';
import { TrackAnnouncer } from './track-announcer.ts';

/** Speaks the title of what is heard, once it is another one. */
export function LiveTrack({ streamId }: { streamId: StreamId }): ReactNode {
  const text = useText();
  const track = useNowPlaying(streamId);
  const isHeard = usePlayer((state) => state.phase === 'playing' && state.streamId === streamId);
  const [announced, setAnnounced] = useState<string | null>(null);
  const [announcer] = useState(() => new TrackAnnouncer(systemClock, setAnnounced));
  const title = isHeard && track ? fullTitle(track.artiste, track.titre) : null;
  useEffect(() => announcer.update(title), [announcer, title]);
  const isWanted = announced !== null && readPlayerSettings().announcements;
  return (
    <p aria-live="polite" className={hidden.hidden}>
      {isWanted && text('player.now', { track: announced })}
    </p>
  );
}
