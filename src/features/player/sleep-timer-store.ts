import { systemClock } from '#src/platform/clock/clock.ts';
import { player } from './player-store.ts';
import { SleepTimer } from './sleep-timer.ts';

/** The page's one sleep timer. */
export const sleepTimer = new SleepTimer(systemClock, () => player.pause());
