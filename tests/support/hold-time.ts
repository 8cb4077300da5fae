import type { BrowserContext, Page } from 'playwright-core';

/**
 * Holds the time that calls have to end in the pages of a browser, from the next document on; they end by hand.
 * @returns lets it pass for all calls that are under way in a page
 */
export async function holdTime(context: BrowserContext): Promise<(page: Page) => Promise<void>> {
  await context.addInitScript(() => {
    const ends: AbortController[] = [];
    AbortSignal.timeout = () => {
      const end = new AbortController();
      ends.push(end);
      return end.signal;
    };
    addEventListener('test-time-passes', () => {
      for (const end of ends.splice(0)) end.abort(new DOMException('Too late', 'TimeoutError'));
    });
  });
  return (page) => page.evaluate(() => void dispatchEvent(new Event('test-time-passes')));
}
