import type { Browser, TabChannel } from '#src/page/browser/browser.ts';
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

/** Firefox blocks this as well where it blocks storage, and throws. */
function openChannel(name: string): TabChannel | null {
  try {
    return import.meta.env.SSR ? null : new BroadcastChannel(name);
  } catch {
    return null;
  }
}
