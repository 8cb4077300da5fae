import type { BrowserContext, Page } from 'playwright-core';
import { NOW_AND_THEN } from './open-browser.ts';

interface Toast {
  readonly kind: string;
  readonly words: string;
}

/** Keeps what the toasts of a browser say, page by page: they go by themselves, before a slow machine has looked. */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept: Toast[] = [];
    const seen = new WeakSet<Element>();
    Object.assign(window, { keptToasts: kept });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll<HTMLElement>('[data-toast]')) {
        if (seen.has(toast)) continue;
        seen.add(toast);
        kept.push({ kind: toast.dataset.toast ?? '', words: toast.textContent.replace(/\s+/g, ' ') });
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until a toast has said so in this document, whether it is gone again or not. */
export async function toastSaid(page: Page, kind: 'success' | 'info' | 'refusal', words: string) {
  await page.waitForFunction(
    (wanted) => {
      const kept: Toast[] = Reflect.get(window, 'keptToasts') ?? [];
      return kept.some((toast) => toast.kind === wanted.kind && toast.words.includes(wanted.words));
    },
    { kind, words },
    NOW_AND_THEN,
  );
}
