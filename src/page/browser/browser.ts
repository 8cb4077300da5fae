import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/**
 * What a page is given of its browser, made once by the root of the page. The server makes one for each
 * document.
 */
export interface Browser {
  /** The name under which pages call, `apiKey` of the station [W81]. */
  readonly clientKey: string;
  readonly clock: Clock;
  /** Goes to another page, as `Navigation` does. */
  navigate(path: string, options?: { readonly keepsScroll?: boolean }): void;
  /** The same in all tabs, and for good. */
  readonly storage: BrowserStorage;
  /** Ends with the tab. */
  readonly tabStorage: BrowserStorage;
  /** Speaks with the other tabs; null where the browser cannot. */
  openChannel(name: string): TabChannel | null;
}

/** The part of a BroadcastChannel that is needed here. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (message: MessageEvent) => void): void;
}

/** A browser's own. Firefox blocks this as well where it blocks storage, and throws. */
export function openChannel(name: string): TabChannel | null {
  try {
    return import.meta.env.SSR ? null : new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * Declares a thing that a page has one of. It is made when it is first asked for: its script may come long
 * after the page.
 * @param make is given the browser, by which it asks for the things it needs
 */
export function onePerPage<T>(make: (browser: Browser) => T): (browser: Browser) => T {
  const made = new WeakMap<Browser, { readonly one: T }>();
  return (browser) => {
    const { one } = made.get(browser) ?? { one: make(browser) };
    made.set(browser, { one });
    return one;
  };
}
