import type { Page } from 'playwright-core';
import { PATIENT } from '#src/platform/testing/patience.ts';

/**
 * Looks out for words that go again by themselves, as those of a button that has copied do: who asks late finds none.
 * @param selector of the elements in which they may stand
 * @returns waits until they have been there since the call, in the same document
 */
export async function lookOutFor(page: Page, selector: string, words: string): Promise<() => Promise<void>> {
  const found = await page.evaluateHandle(
    ([selector, words]) => {
      const seen = { isThere: false };
      const look = () => {
        const texts = [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
        if (texts.some((text) => text.replace(/\s+/g, ' ').includes(words))) seen.isThere = true;
      };
      new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
      return seen;
    },
    [selector, words] as const,
  );
  return async () => {
    await page.waitForFunction(({ isThere }) => isThere, found, { timeout: PATIENT.timeout });
  };
}
