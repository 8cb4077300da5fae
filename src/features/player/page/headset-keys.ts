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

/**
 * Gives the keys to the episode in the bar: a pause pauses it, the radio does not start in its place, and play goes
 * on with it [R247].
 * @param isOffered whether it waits there, silent
 */
export function bindEpisodeKeys(browser: Browser, isOffered: boolean): void {
  const player = playerOf(browser);
  const pause = () => {
    player.pause();
    player.toggle();
  };
  const ignore = () => {};
  bindMediaKeys(isOffered ? { play: () => player.toggle(), pause: ignore } : { play: ignore, pause });
}
