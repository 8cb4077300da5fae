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
  const seen = new LongLook({ clock: browser.clock, tab: document, signal }, () => {
    observer.disconnect();
    viewed.add(id);
    countEvent(browser, id, 'view');
  });
  const observer = new IntersectionObserver(
    (changes) => seen.update(changes.at(-1)?.isIntersecting === true),
    { threshold: 0.5 },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}

interface Around {
  readonly clock: Pick<Clock, 'after'>;
  readonly tab: Pick<Document, 'hidden' | 'addEventListener'>;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Calls back, once, when something has been in sight for long enough without a break. */
export class LongLook {
  readonly #around: Around;
  readonly #onSeen: () => void;
  #isInSight = false;
  #waiting: Disposable | null = null;

  constructor(around: Around, onSeen: () => void) {
    this.#around = around;
    this.#onSeen = onSeen;
    const { tab, signal } = around;
    // What is in sight of a tab stays so for its observer when the tab is left.
    tab.addEventListener('visibilitychange', () => this.#look(), { signal });
    signal.addEventListener('abort', () => this.update(false));
  }

  update(isInSight: boolean): void {
    this.#isInSight = isInSight;
    this.#look();
  }

  #look(): void {
    const { clock, tab } = this.#around;
    const isLookedAt = this.#isInSight && !tab.hidden;
    if (isLookedAt === (this.#waiting !== null)) return;
    this.#waiting?.[Symbol.dispose]();
    this.#waiting = isLookedAt ? clock.after(SLOT_SEEN_MS, () => this.#see()) : null;
  }

  #see(): void {
    this.#isInSight = false;
    this.#onSeen();
  }
}
