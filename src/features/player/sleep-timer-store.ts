import { onePerPage } from '#src/page/browser/browser.ts';
import { playerOf } from './player-store.ts';
import { SleepTimer } from './sleep-timer.ts';

/** The page's sleep timer. */
export const sleepTimerOf = onePerPage(
  (browser) => new SleepTimer(browser.clock, () => playerOf(browser).pause()),
);
