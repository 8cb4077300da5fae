import { useEffect } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/player-store.ts';
import { isHeard } from './refresh-policy.ts';
import { useShownTrack } from './use-shown-track.ts';

/**
 * Calls the tab after what is heard, and after its page again when that stops [R141]. The first title of a head counts:
 * the page's own stays below, and changes as it likes.
 */
export function useHeardTitle(streamId: StreamId): void {
  const track = useShownTrack(streamId);
  const episode = usePlayer(({ preview }) => (preview?.track ? null : (preview?.title ?? null)));
  const isOn = usePlayer(isHeard);
  const name = episode ?? (track && [track.title, track.artist].filter(Boolean).join(' · '));
  const title = isOn ? name : null;
  useEffect(() => {
    if (title === null) return;
    const { head } = document;
    const element = document.createElement('title');
    element.dataset.heard = '';
    element.textContent = title;
    const stayFirst = () => {
      if (head.querySelector('title') !== element) head.prepend(element);
    };
    stayFirst();
    // A new page puts its title before all others.
    const observer = new MutationObserver(stayFirst);
    observer.observe(head, { childList: true });
    return () => {
      observer.disconnect();
      element.remove();
    };
  }, [title]);
}
