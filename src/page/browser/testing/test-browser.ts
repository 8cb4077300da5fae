import type { Browser } from '#src/page/browser/browser.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';

/** A browser that keeps nothing, and has no other tabs. */
export function testBrowser(known: Partial<Browser> = {}): Browser {
  return {
    clientKey: 'site',
    clock: new ManualClock(0),
    navigate() {},
    storage: storedIn(),
    tabStorage: storedIn(),
    openChannel: () => null,
    ...known,
  };
}
