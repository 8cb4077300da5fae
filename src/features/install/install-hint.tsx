import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useInstallOffer } from './install-offer.ts';

/**
 * The way to have the site as an application [R85]: a button where the browser offers it, words where only
 * its own menu can; nothing elsewhere, and nothing once it runs as one.
 */
export function InstallHint() {
  const language = useLanguage();
  const offer = useInstallOffer();
  // Not while hydrating: the server knows no browser.
  const isApple = useSyncExternalStore(never, isAppleBrowser, () => false);
  const [Words] = useState(() =>
    lazy<ComponentType>(() =>
      Promise.all([import('./install-words.tsx'), loadTexts('install', language)]).then(
        ([file]) => ({ default: file.InstallWords }),
        // Without its texts nothing is shown.
        () => ({ default: () => null }),
      ),
    ),
  );
  return <Suspense>{(offer !== undefined || isApple) && <Words />}</Suspense>;
}

/** Subscribes to nothing: the browser does not change while a page is open. */
function never(): () => void {
  return () => {};
}

/** Safari on phones and tablets alone says whether the page runs as an application; it has no offer. */
function isAppleBrowser(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
