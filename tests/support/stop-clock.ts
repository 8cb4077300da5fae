import type { Page } from 'playwright-core';

/** Less than the time of a call: what is on its way when the clock leaps is not given up. */
const LEAP_MS = 5_000;

/**
 * Stops the clock of a page, and of all in its browser: what goes away by itself after some seconds stays until it has
 * been looked at. `page.clock.resume()` lets it go on, which axe, a new document and a late part of the page need.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // A guest who is there for half a minute is invited, in a dialog over the page: this one will have been.
  await page.evaluate(() => sessionStorage.setItem('signup_modal_shown', 'true'));
  // The page's own time must not have passed this one, however long the call takes. One that is too early stops
  // the clock as well.
  const stop = () => page.clock.pauseAt(Date.now() + LEAP_MS);
  await stop().catch(stop);
}
