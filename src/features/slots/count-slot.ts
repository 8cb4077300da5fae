import { FALLBACK_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callUnread } from '#src/page/wire/call-wire.ts';
import { LongLook } from './long-look.ts';

/** Tells the server of one more view or click; not who, and a failure is no matter [R54]. */
export function countEvent(browser: Browser, id: string, event: 'view' | 'click'): void {
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : FALLBACK_LANGUAGE;
  const body = { id, event };
  callUnread(browser, { endpoint: 'slots', method: 'POST', language, body, keepalive: true }).catch(() => {});
}

/** Counts one view of an advert, once half of it has been in sight for a second. */
export function watchSlot(
  browser: Browser,
  element: HTMLElement | null,
  id: string,
  signal: AbortSignal,
): void {
  if (element === null || signal.aborted) return;
  const seen = new LongLook(browser.clock, () => {
    observer.disconnect();
    countEvent(browser, id, 'view');
  });
  const observer = new IntersectionObserver(
    (changes) => seen.update(changes.at(-1)?.isIntersecting === true),
    { threshold: 0.5 },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    seen.update(false);
  });
}
