import { playerOf, playingTabOf } from '#src/features/player/engine/player-store.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { bindMediaKeys } from './media-session.ts';

/** Gives the keys to the radio: a pause ends whatever sounds, a video too [R216]. */
export function bindRadioKeys(browser: Browser): void {
  const player = playerOf(browser);
  const pause = () => {
    playingTabOf(browser).fallSilent();
    player.holdLockScreen();
  };
  bindMediaKeys({ play: () => player.play(), pause });
}
