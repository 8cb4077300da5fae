import { type ReactNode, useEffect, useState } from 'react';
import { fullTitle } from '#src/contract/full-title.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { readPlayerSettings } from '#src/features/player/player-settings.ts';
import { usePlayer } from '#src/features/player/player-store.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import hidden from '#src/ui/styles/hidden.module.css';
import { TrackAnnouncer } from './track-announcer.ts';
import { useDiaryNotes } from './use-diary-notes.ts';
import { useHeardTitle } from './use-heard-title.ts';
import { useLockScreen } from './use-lock-screen.ts';

/**
 * Announces the title when the track that is heard changes. With it comes all else that matters once something sounds and
 * that a first visit need not wait for: the lock screen, the tab's title, the diary.
 */
export function LiveTrack({ streamId }: { streamId: StreamId }): ReactNode {
  const text = useText();
  useLockScreen(streamId);
  useDiaryNotes();
  useHeardTitle(streamId);
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
