import { isLanguage } from '#src/contract/languages.ts';
import { preferencesOf } from '#src/features/preferences/store/preference-store.ts';
import type { Browser } from '#src/page/browser/browser.ts';

declare global {
  interface Window {
    /** Ends the keeping and gives the pressed buttons, each once. Present once the inline script has run. */
    ondeEarlyPresses?: () => Set<HTMLElement>;
    /** The same for the footer, which hears later than the page; with whether nothing else was pressed since. */
    ondeFooterPresses?: () => Map<HTMLElement, boolean>;
  }
}

/** The language whose link was followed to this page before the page it stood on heard. */
export const EARLY_LANGUAGE_KEY = 'early_language';

/**
 * Keeps the buttons that are pressed before any other script has loaded [A83], those of the footer until that hears. Those
 * that work by themselves (lists that the platform opens, forms) are left to it, play buttons to
 * `features/player/early-play.ts`, whose script stands before. A link works by itself too; kept is which language it
 * chose. Runs as inline text: it may use nothing but its arguments, and holds no comments.
 */
function keepPresses(page: Window & typeof globalThis, doc: Document, languageKey: string): void {
  const pressed = new Set<HTMLElement>();
  const later = new Map<HTMLElement, boolean>();
  let isHeard = false;
  const keep = ({ target, isTrusted }: Event): void => {
    if (!(target instanceof page.Element)) return;
    const button = target.closest<HTMLElement>('[type=button]:not([popovertarget])');
    if (button?.closest('[data-footer]')) later.set(button, true);
    else if (button) {
      if (isTrusted) for (const [one] of later) later.set(one, false);
      if (!isHeard) pressed.add(button);
    }
    const link = target.closest<HTMLAnchorElement>('a[hreflang]');
    if (link && !isHeard) page.sessionStorage.setItem(languageKey, link.hreflang);
  };
  doc.addEventListener('click', keep, true);
  page.ondeEarlyPresses = () => {
    isHeard = true;
    return pressed;
  };
  page.ondeFooterPresses = () => {
    doc.removeEventListener('click', keep, true);
    return later;
  };
}

/** The text of the inline script for the head of every page. */
export function earlyPressesScript(): string {
  const text = keepPresses.toString().replace(/\n\s*/g, '\n');
  return `(${text})(window,document,${JSON.stringify(EARLY_LANGUAGE_KEY)})`;
}

/** What is pressed from here on is heard by the page itself. Gives the way to do what was pressed before. */
export function takeEarlyPresses(browser: Browser): () => void {
  const pressed = window.ondeEarlyPresses?.() ?? new Set();
  return () => {
    for (const button of pressed) {
      pressed.delete(button);
      button.click();
    }
    const language = browser.tabStorage.read(EARLY_LANGUAGE_KEY);
    browser.tabStorage.remove(EARLY_LANGUAGE_KEY);
    if (isLanguage(language) && language === document.documentElement.lang) {
      preferencesOf(browser).choose({ language }, true);
    }
  };
}
