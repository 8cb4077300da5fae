import type { Browser } from '#src/page/browser/browser.ts';
import { openChannel } from '#src/page/browser/browser.ts';
import { browserStorage, tabStorage } from '#src/page/storage/browser-storage.ts';
import { systemClock } from '#src/platform/clock/clock.ts';

/**
 * What a page is given of its browser. On the server there is neither storage nor another tab.
 * @param clientKey the name under which pages call
 */
export function createBrowser(clientKey: string, navigate: Browser['navigate']): Browser {
  return {
    clientKey,
    navigate,
    clock: systemClock,
    storage: browserStorage,
    tabStorage,
    openChannel,
  };
}
