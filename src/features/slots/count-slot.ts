import { FALLBACK_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { SLOT_SEEN_MS } from '#src/contract/limits.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callUnread } from '#src/page/wire/call-wire.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** Tells the server of one more view or click, but not whose; failures are ignored [R54]. */
export function countEvent(browser: Browser, id: string, event: 'view' | 'click'): void {
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : FALLBACK_LANGUAGE;
  const body = { id, event };
  callUnread(browser, { endpoint: 'slots', method: 'POST', language, body, keepalive: true }).catch(() => {});
}

/**
 * Counts one view of an advert, once half of it has been in sight for a second.
 * @param viewed those whose view this page has counted: when their turn comes again, it is no other one [R54]
 */
export function watchSlot(
  browser: Browser,
  element: HTMLElement | null,
  id: string,
  { viewed, signal }: { readonly viewed: Set<string>; readonly signal: AbortSignal },
): void {
  if (element === null || signal.aborted || viewed.has(id)) return;
  const seen = new LongLook(browser.clock, () => {
    observer.disconnect();
    viewed.add(id);
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

/** Calls back once something has been in sight for long enough without a break. */
export class LongLook {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #onSeen: () => void;
  #waiting: Disposable | null = null;

  constructor(clock: Pick<Clock, 'after'>, onSeen: () => void) {
    this.#clock = clock;
    this.#onSeen = onSeen;
  }

  update(isInSight: boolean): void {
    if (isInSight === (this.#waiting !== null)) return;
    this.#waiting?.[Symbol.dispose]();
    this.#waiting = isInSight ? this.#clock.after(SLOT_SEEN_MS, this.#onSeen) : null;
  }
}
