import { useSyncExternalStore } from 'react';

/** Chromium's offer to install the site; other browsers have none. */
export interface InstallOffer extends Event {
  /** Asks the visitor, once. */
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: string }>;
}

declare global {
  interface Window {
    /** The offer of this visit; null once the site is installed. */
    ondeInstall?: InstallOffer | null;
  }
}

const CHANGED = 'onde:install';

/**
 * Keeps the browser's offer, which may come before any script does. Runs as inline text: it may use nothing
 * but its arguments, and holds no comments.
 */
function keepOffer(page: Window, changed: string): void {
  const keep = (offer: unknown): void => {
    Object.assign(page, { ondeInstall: offer });
    page.dispatchEvent(new Event(changed));
  };
  page.addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault();
    keep(offer);
  });
  page.addEventListener('appinstalled', () => keep(null));
}

/** The text of the inline script for the head of every page. */
export function installOfferScript(): string {
  return `(${keepOffer})(window,${JSON.stringify(CHANGED)})`;
}

/** The browser's offer; null once the site has been installed in this visit, undefined without one. */
export function useInstallOffer(): InstallOffer | null | undefined {
  return useSyncExternalStore(
    (onChange) => {
      addEventListener(CHANGED, onChange);
      return () => removeEventListener(CHANGED, onChange);
    },
    () => window.ondeInstall,
    () => undefined,
  );
}

/**
 * Has the browser ask the visitor. It does so once for each offer: a declined one cannot be used again.
 */
export async function acceptOffer(offer: InstallOffer): Promise<void> {
  await offer.prompt().catch(() => {});
  const { outcome } = await offer.userChoice;
  if (outcome !== 'dismissed' || window.ondeInstall !== offer) return;
  delete window.ondeInstall;
  dispatchEvent(new Event(CHANGED));
}
