import { playerOf } from '#src/features/player/engine/player-store.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { AD_FREE_KEY } from '#src/page/session/session-storage.ts';
import { fetchJson } from '#src/page/wire/call-wire.ts';
import { askMarks } from './ask-marks.ts';
import { EarClock } from './ear-clock.ts';
import { heardTrackOf } from './heard-track.ts';

/** The page's ear, from the first time it is asked for: once something sounds. */
export const earClockOf = onePerPage(
  (browser) =>
    new EarClock({
      clock: browser.clock,
      random: Math.random,
      player: playerOf(browser),
      askMarks: (streamId, variant) =>
        askMarks(fetchJson, streamId, variant === 'member' ? browser.storage.read(AD_FREE_KEY) : null),
      show: heardTrackOf(browser).set,
    }),
);
