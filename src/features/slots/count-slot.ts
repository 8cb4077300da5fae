import { FALLBACK_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { callUnread } from '#src/page/wire/call-wire.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { LongLook } from './long-look.ts';

/** Tells the server of one more view or click; not who, and a failure is no matter [R54]. */
export function countEvent(id: string, event: 'view' | 'click'): void {
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : FALLBACK_LANGUAGE;
  const body = { id, event };
  callUnread({ endpoint: 'slots', method: 'POST', language, body, keepalive: true }).catch(() => {});
}

/** Counts one view of an advert, once half of it has been in sight for a second. */
export function watchSlot(element: HTMLElement | null, id: string, signal: AbortSignal): void {
  if (element === null || signal.aborted) return;
  const seen = new LongLook(systemClock, () => {
    observer.disconnect();
    countEvent(id, 'view');
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
