import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isAlive, untilStill } from '../support/open-browser.ts';
import { siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';

const visits = siteVisits(() => startSite([{ ...FERRY, seconds: 600 }]));

test.each(['/fr/dance', '/player/dance'])(
  '%s shows the whole ring around each thing that the Tab key comes to',
  async (path) => {
    const context = await visits.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(`${visits.site.origin}${path}`);
    await isAlive(page);
    await untilStill(page);
    const stops: string[] = [];
    const cut: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await stopOf(page);
      if (stop === null || stops.includes(stop.name)) break;
      stops.push(stop.name);
      if (stop.isCut) cut.push(stop.name);
    }
    expect(stops.join('\n')).toContain('Nova Kessler');
    expect(cut).toEqual([]);
  },
);

test('the ring of a button on a cover, as phones have them, is seen on a light one and on a dark one', async () => {
  const page = await visits.visit('/fr/dance', { width: 390 });
  const play = page.getByRole('article').locator('button[data-play-stream="dance"]');
  await page.keyboard.press('Tab');
  await play.focus();
  const ring = await play.evaluate((button) => {
    const { outlineColor, boxShadow } = getComputedStyle(button);
    return { outlineColor, boxShadow };
  });
  expect(ring).toEqual({
    outlineColor: 'rgb(255, 255, 255)',
    boxShadow: 'rgb(14, 15, 22) 0px 0px 0px 6px',
  });
});

/** What has the focus, by its place and its words, and whether a box that it is in cuts its ring off. */
function stopOf(page: Page): Promise<{ name: string; isCut: boolean } | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return null;
    const { outlineWidth, outlineOffset } = getComputedStyle(focused);
    // Half a pixel is rounded away.
    const width = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) - 0.5;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const name = `${Math.round(left)}, ${Math.round(top + scrollY)}: ${focused.ariaLabel ?? focused.textContent}`;
    for (let around = focused.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue;
      const box = around.getBoundingClientRect();
      const isInside =
        left - width >= box.left &&
        right + width <= box.right &&
        top - width >= box.top &&
        bottom + width <= box.bottom;
      if (around !== document.documentElement && !isInside) return { name, isCut: true };
    }
    return { name, isCut: false };
  });
}
