import { useState } from 'react';
import { readPlayerSettings } from '#src/features/player/page/player-settings.ts';
import { useText } from '#src/i18n/use-text.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';
import hidden from '#src/ui/styles/hidden.module.css';

/** An announcement of its own each time, of the same track too. */
export interface Announced {
  readonly title: string;
}

/** The track that was announced last. */
export const announcedTrackOf = onePerPage(() => new ObservableValue<Announced | null>(null));

/**
 * Announces tracks to assistive technology [R91]. A dialog that covers the player needs one of its own; what
 * was said before that opened is not said again.
 */
export function AnnouncedTrack() {
  const browser = useBrowser();
  const text = useText();
  const announced = useObserved(announcedTrackOf(browser), announcedTrackOf(browser).read, () => null);
  const [before] = useState(announced);
  const isWanted = announced !== before && readPlayerSettings(browser.storage).announcements;
  return (
    <p aria-live="polite" className={hidden.hidden}>
      {isWanted && announced && text('player.now', { track: announced.title })}
    </p>
  );
}
