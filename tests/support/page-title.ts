import type { Page } from 'playwright-core';

/** What the page itself is called, whatever its tab is called while something is heard. */
export async function pageTitle(page: Page): Promise<string | null> {
  return page.locator('title:not([data-heard])').first().textContent();
}
