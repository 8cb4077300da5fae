import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { untilStill } from './open-browser.ts';

/**
 * What axe finds, in words that fit a failure's message.
 * @param within a selector, for a part of the page
 */
export async function violationsOf(page: Page, within?: string): Promise<string[]> {
  await untilStill(page);
  // A document reads its script once, more than half a megabyte; frames are read into each time.
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'axe' }) })
    // Without frames there is nothing to put together in a page of its own, which takes three times as long.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
