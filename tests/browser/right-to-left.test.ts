import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';

const TITLE = 'מי אתה?';
const ARTIST = 'גלים!';

const visits = siteVisits(() => startSite([{ streamId: 'dance', artist: ARTIST, title: TITLE }]));
const { visit } = visits;

/** What is on air is known at once; what is new is written down beside the start. */
beforeAll(async () => {
  const address = `${visits.site.origin}/api-proxy.php?endpoint=latest-additions&version=onde`;
  while (!(await (await fetch(address)).text()).includes(TITLE))
    await new Promise((resolve) => setTimeout(resolve, 200));
});

/**
 * How words that can be seen lie on the page: whether their last sign is left of their first, and how often they stand
 * there.
 */
function placesOf(page: Page, words: string): Promise<{ isLastLeft: boolean }[]> {
  return page.evaluate((words) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const places: { isLastLeft: boolean }[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const from = node.nodeValue?.indexOf(words) ?? -1;
      if (from < 0 || !node.parentElement?.checkVisibility()) continue;
      // What is there for screen readers alone is cut to a pixel.
      if ((node.parentElement.offsetWidth || 2) < 2) continue;
      const placeOf = (at: number) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
      };
      const [first, last] = [placeOf(from), placeOf(from + words.length - 1)];
      if (last.width > 1) places.push({ isLastLeft: last.left < first.left });
    }
    return places;
  }, words);
}

test('a Hebrew name ends with its sign, wherever it stands [R225]: between words of the page, too, and stays where the lines of the page begin', async () => {
  const page = await visit('/fr/dance/page-last20.html');
  for (const path of ['/fr/dance/page-last20.html', '/fr/dance']) {
    if (path === '/fr/dance') await goTo(page, `${visits.site.origin}${path}`);
    for (const words of [TITLE, ARTIST]) {
      await page.getByRole('main').getByText(words).first().waitFor();
      const places = await placesOf(page, words);
      expect(places, `${words} on ${path}`).not.toEqual([]);
      expect(
        places.filter(({ isLastLeft }) => !isLastLeft),
        `${words} on ${path}`,
      ).toEqual([]);
    }
  }
  await page.getByRole('main').locator('h1 a').click();
  await page.getByRole('heading', { name: 'D’autres titres de' }).waitFor();
  const places = await placesOf(page, ARTIST);
  expect(places.length).toBeGreaterThan(1);
  expect(places.filter(({ isLastLeft }) => !isLastLeft)).toEqual([]);
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((element) => getComputedStyle(element).textAlign)).toBe('left');
});
