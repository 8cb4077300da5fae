import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { TARGET_PIXELS } from '#src/contract/limits.ts';
import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { scriptNamed } from '../support/built-scripts.ts';
import { DESKTOP, PHONE } from '../support/devices.ts';
import { watchErrors } from '../support/open-browser.ts';
import { callsOf, joinSite, openContext, openPage, type SiteMember } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { showTheme, violationsOf } from '../support/violations-of.ts';

const STATION = `slots:
  - { place: leaderboard, image: ads/wide.png, link: https://example.org/wide, alt: L’été à Ouistreham, languages: [fr, de, pl] }
  - { place: leaderboard, image: ads/wide.png, link: https://example.org/old, alt: Ended, until: 2020-01-01 }
  - { place: card, image: ads/card.png, link: https://www.example.org/card, alt: Soutenez la radio, languages: [fr, de, ru] }
  - { place: leaderboard, image: ads/wide.png, link: https://example.org/seen, alt: Estate, languages: [it] }
  - { place: card, image: ads/card.png, link: https://example.org/below, alt: Inverno, languages: [it] }
  - { place: leaderboard, image: ads/wide.png, link: https://example.org/one, alt: Primavera, languages: [es] }
  - { place: leaderboard, image: ads/wide.png, link: https://example.org/two, alt: Otoño, languages: [es] }
`;

let stationFile = '';

async function writeStation(stationDir: string): Promise<void> {
  stationFile = join(stationDir, 'station.yaml');
  await mkdir(join(stationDir, 'ads'), { recursive: true });
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#1a6f8f' } }).png();
  await picture(1456, 180).toFile(join(stationDir, 'ads', 'wide.png'));
  await picture(640, 480).toFile(join(stationDir, 'ads', 'card.png'));
  await writeFile(stationFile, STATION);
}

const TITLES: Partial<Record<StreamId, string>> = { dance: 'Midnight Ferry' };

const visits = siteVisits(() =>
  // Eight covers make the document of home as long as that of a real station.
  startSite(
    STREAM_IDS.map((streamId) => ({ streamId, artist: 'Nova Kessler', title: TITLES[streamId] ?? streamId })),
    {},
    // What played before stands there from the start: its line comes with the second track of a new station.
    [journalEntry(mediaRecord(100, 'Nova Kessler', 'Midnight Ferry'), 'dance', Date.now() - 600_000)],
    writeStation,
  ),
);
let member: SiteMember;
beforeAll(async () => {
  member = await joinSite(visits.site, 'zoe');
});

/** A reader's own: what the tests' browser calls itself is a robot's name. */
const READER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const SCREENS: [string, BrowserContextOptions][] = [
  ['a desktop', { ...DESKTOP, userAgent: READER }],
  ['a phone', PHONE],
];

const leaderboard = (page: Page) => page.getByRole('complementary', { name: /Publicité|Anzeige|Реклама/ });
const card = (page: Page) => page.getByRole('link', { name: /Soutenez la radio/ });

/** Opens home, and notes each picture of an advert that the browser asks for, and how far things have moved. */
async function visit(who: SiteMember | null, options: BrowserContextOptions, path = '/fr/dance') {
  const context = await openContext(visits, who, options);
  const asked: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/slots/')) asked.push(request.url());
  });
  await context.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += Number(Reflect.get(entry, 'value'));
      document.documentElement.dataset.moved = String(moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await openPage(context, visits.site, path);
  return { context, page, asked };
}

function countsOf(link: string): { views: number; clicks: number } {
  const db = new DatabaseSync(visits.site.databasePath);
  const row = db
    .prepare('select sum(views) as views, sum(clicks) as clicks from slot_days where link = ?')
    .get(link);
  db.close();
  return { views: Number(row?.views ?? 0), clicks: Number(row?.clicks ?? 0) };
}

describe.each(SCREENS)('on %s', (_, options) => {
  test('a guest sees the adverts that are due, called by their name, open to everyone, and nothing moves', async () => {
    const { page, asked } = await visit(null, options);
    const errors = watchErrors(page);
    const link = leaderboard(page).getByRole('link', { name: /L’été à Ouistreham/ });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://example.org/wide');
    expect(await link.getAttribute('rel')).toBe('sponsored noopener');
    await leaderboard(page).getByText('Publicité').waitFor();
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(TARGET_PIXELS);
    expect(width).toBeLessThanOrEqual(728);
    await card(page).scrollIntoViewIfNeeded();
    await card(page).getByText('Publicité').waitFor();
    await expect.poll(() => new Set(asked.map((address) => new URL(address).pathname)).size).toBe(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const moved = await page.evaluate(() => document.documentElement.dataset.moved);
    expect(Number(moved ?? 0)).toBeLessThan(0.01);
    // They are open to everyone, by day and by night.
    expect(await violationsOf(page)).toEqual([]);
    await showTheme(page, 'dark');
    expect(await violationsOf(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('a member sees none at any moment, and asks for no picture', async () => {
    const { page, asked } = await visit(member, options);
    await page.getByRole('heading', { level: 1, name: 'Midnight Ferry' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-member'))).toBe(true);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await goTo(page, `${visits.site.origin}/de/hits/page-top20.html`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await leaderboard(page).count()).toBe(0);
    expect(await card(page).count()).toBe(0);
    expect(asked).toEqual([]);
  });
});

test('a picture that an ad blocker keeps away leaves a plain field, and no torn picture', async () => {
  const context = await openContext(visits, null, DESKTOP);
  await context.route(/\/slots\//, (route) => route.abort('blockedbyclient'));
  const page = await openPage(context, visits.site, '/fr/dance');
  const picture = card(page).locator('img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
  const within = { left: 8, top: 8, width: 140, height: 110 };
  const field = await sharp(await picture.screenshot())
    .extract(within)
    .removeAlpha()
    .raw()
    .toBuffer();
  expect(new Set(field.toString('hex').match(/.{6}/g)).size).toBe(1);
});

test('a member’s page hides adverts before any script of the page has come', async () => {
  const context = await openContext(visits, member, DESKTOP);
  const asked: string[] = [];
  await context.route(/\/(assets|slots)\//, (route) => {
    if (route.request().url().includes('/slots/')) asked.push(route.request().url());
    return route.request().resourceType() === 'script' ? route.abort() : route.continue();
  });
  const page = await context.newPage();
  // What it shows is part of its load.
  await page.goto(`${visits.site.origin}/fr/dance`);
  expect(await page.locator('aside img').isVisible()).toBe(false);
  expect(asked).toEqual([]);
});

test('somebody who signs in loses the adverts, and gets them back after the logout', async () => {
  const { page } = await visit(null, SCREENS[0]?.[1] ?? {});
  await leaderboard(page).waitFor();
  const signIn = (signedIn: SiteMember | null) =>
    page.evaluate((given) => {
      if (given === null) localStorage.removeItem('authToken');
      else {
        localStorage.setItem('authUser', JSON.stringify(given.user));
        localStorage.setItem('authToken', given.token);
      }
      // What another tab has stored.
      dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
    }, signedIn);
  await signIn(member);
  await leaderboard(page).waitFor({ state: 'detached' });
  await signIn(null);
  await leaderboard(page).waitFor();
});

test('the document has the adverts in their places', async () => {
  const html = await (await fetch(`${visits.site.origin}/fr/dance`)).text();
  const [body = ''] = html.split('</main>');
  expect(body.match(/rel="sponsored noopener"/g)).toHaveLength(2);
  expect(html).not.toContain('<div hidden');
});

test('on a page that stays open adverts take turns [R54]', async () => {
  const context = await openContext(visits, null, SCREENS[0]?.[1] ?? {});
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance/page-top20.html');
  await leaderboard(page)
    .getByRole('link', { name: /L’été à Ouistreham/ })
    .waitFor();
  await page.route(/endpoint=slots/, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll('L’été à Ouistreham', 'L’automne à Cabourg');
    await route.fulfill({ response: answer, body: text });
  });
  await page.clock.fastForward(11 * MINUTE_MS);
  await leaderboard(page)
    .getByRole('link', { name: /L’automne à Cabourg/ })
    .waitFor();
});

test('on a page that stays open each advert counts one view, however often its turn comes [R54]', async () => {
  const context = await openContext(visits, null, SCREENS[0]?.[1] ?? {});
  await context.clock.install();
  const views: (string | null)[] = [];
  let turn = 0;
  await context.route(/endpoint=slots/, async (route) => {
    if (route.request().method() === 'POST') {
      views.push(route.request().postData());
      return route.fulfill({ status: 204 });
    }
    turn += 1;
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"turn":\d+/, `"turn":${turn}`);
    await route.fulfill({ response: answer, body });
  });
  const page = await openPage(context, visits.site, '/es/dance/page-top20.html');
  await page.getByRole('complementary', { name: 'Publicidad' }).waitFor();
  for (let round = 0; round < 4; round += 1) {
    const last = turn;
    const nextTurn = async () => {
      await page.clock.fastForward(11 * MINUTE_MS);
      return turn;
    };
    await expect.poll(nextTurn, PATIENT).toBeGreaterThan(last);
    // Once to wait until it is idle, once for the second in sight; the browser says between them what it sees.
    const look = async () => {
      await page.clock.runFor(3_000);
      await page.evaluate('new Promise((done) => setTimeout(done, 100))');
      return new Set(views).size;
    };
    await look();
    // One that was not seen before is seen now, by a machine that takes its time as well.
    await expect.poll(look, PATIENT).toBeGreaterThanOrEqual(Math.min(round + 1, 2));
  }
  expect([views.length, new Set(views).size]).toEqual([2, 2]);
});

test('a visitor without scripts sees the advert, and its link leads there', async () => {
  const context = await visits.newContext({ ...DESKTOP, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}/fr/dance`);
  const link = leaderboard(page).getByRole('link');
  expect(await link.getAttribute('href')).toBe('https://example.org/wide');
  const picture = link.locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
});

test('a language without an advert has no room for one', async () => {
  const { page } = await visit(null, SCREENS[0]?.[1] ?? {}, '/pl/dance');
  await page.getByRole('complementary', { name: 'Reklama' }).waitFor();
  expect(await page.getByText('Soutenez la radio').count()).toBe(0);
});

test('what is seen for a second counts once a page, a press of the link once', async () => {
  // Adverts of pages that no other test opens: what those have told may still be on its way.
  const counts = () => countsOf('https://example.org/seen');
  const before = counts();
  const { context, page } = await visit(null, SCREENS[0]?.[1] ?? {}, '/it/dance');
  await context.route('https://example.org/**', (route) => route.fulfill({ body: 'there' }));
  const seen = () => {
    const { views, clicks } = counts();
    return { views: views - before.views, clicks: clicks - before.clicks };
  };
  await expect.poll(seen).toEqual({ views: 1, clicks: 0 });
  const led = context.waitForEvent('request', (request) => request.url() === 'https://example.org/seen');
  await page.getByRole('complementary', { name: 'Pubblicità' }).getByRole('link').click();
  await led;
  await expect.poll(seen).toEqual({ views: 1, clicks: 1 });
  expect(countsOf('https://example.org/below').views).toBe(0);
  await page.getByRole('link', { name: 'Palinsesto' }).first().click();
  await expect.poll(seen).toEqual({ views: 2, clicks: 1 });
});

test('where a blocker refuses picture, script and counts the page stands', async () => {
  const context = await openContext(visits, null, SCREENS[0]?.[1] ?? {});
  const scripts = ['shown-slot', 'count-slot'].map(scriptNamed).join('|');
  await context.route(new RegExp(`/slots/|endpoint=slots|${scripts}`), (route) => route.abort());
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await goTo(page, `${visits.site.origin}/fr/dance`);
  await page.getByRole('heading', { level: 1, name: 'Midnight Ferry' }).waitFor();
  await leaderboard(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Programme' }).first().click();
  await page.waitForURL('**/page-grille.html');
  expect(failures).toEqual([]);
});

test('where home alone has an advert it is there again after minutes elsewhere, without being asked for', async () => {
  const hasBoard = () =>
    fetch(`${visits.site.origin}/fr/dance`).then(async (home) => /<aside/.test(await home.text()));
  await writeFile(stationFile, STATION.replace(/^.*leaderboard.*\n/gm, ''));
  try {
    await expect.poll(hasBoard, PATIENT).toBe(false);
    const context = await openContext(visits, null, SCREENS[0]?.[1] ?? {});
    await context.clock.install();
    const calls = callsOf(context, 'slots');
    const page = await openPage(context, visits.site, '/fr/dance');
    await card(page).waitFor();
    await page.getByRole('link', { name: 'Programme' }).first().click();
    await card(page).waitFor({ state: 'detached' });
    await page.waitForURL('**/page-grille.html');
    await page.clock.fastForward(6 * MINUTE_MS);
    await page.goBack();
    await page.waitForURL('**/fr/dance');
    await card(page).waitFor();
    expect(calls).toEqual([]);
  } finally {
    await writeFile(stationFile, STATION);
  }
  await expect.poll(hasBoard, PATIENT).toBe(true);
});
