import type { Page } from 'playwright-core';

const LEAP_MS = 60_000;

/**
 * Stops the clock of a page, and of all in its browser: what goes away by itself after some seconds stays until it has
 * been looked at. `page.clock.resume()` lets it go on, which axe, a new document and a late part of the page need.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // A guest who is there for half a minute is invited, in a dialog over the page: this one will have been.
  await page.evaluate(() => sessionStorage.setItem('signup_modal_shown', 'true'));
  // The page's own time must not have passed this one, however long the call takes.
  await page.clock.pauseAt(Date.now() + LEAP_MS);
}
