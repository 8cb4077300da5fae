import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { isoWeekAt, isoWeekPlus, isoWeekStartMs } from '#src/platform/time-zone/iso-week.ts';
import { WEEK_SETTLES_MS } from '#src/records/charts/chart-weeks.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { fetchPage } from '../support/fetch-page.ts';
import { watchErrors } from '../support/open-browser.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { violationsOf } from '../support/violations-of.ts';

const TIMEZONE = 'Europe/Paris';
/** The first week without a chart: the one before is over, and has been for long enough to be written down. */
const THIS_WEEK = isoWeekAt(Date.now() - WEEK_SETTLES_MS, TIMEZONE);
const LAST_WEEK = isoWeekPlus(THIS_WEEK, -1);
const WEEK_BEFORE = isoWeekPlus(THIS_WEEK, -2);
const numberOf = (week: string) => Number(week.slice(6));

const [first, second, third, fourth] = ['Aube', 'Brume', 'Crique', 'Digue'].map((title, at) =>
  mediaRecord(at + 1, 'Koda Merle', title),
);
/** What dance played, one play an hour from Monday noon on. */
const journal = [
  ...playsOf(WEEK_BEFORE, [first, first, first, second, second]),
  ...playsOf(LAST_WEEK, [second, second, second, second, first, third, fourth]),
];

function playsOf(week: string, records: (typeof first)[]) {
  const noonMs = isoWeekStartMs(week, TIMEZONE) + 12 * HOUR_MS;
  return records.flatMap((record, at) =>
    record === undefined ? [] : [journalEntry(record, 'dance', noonMs + at * HOUR_MS)],
  );
}

const visits = siteVisits(async () => {
  const tracks = [
    { streamId: 'hits', artist: 'Nova Kessler', title: 'Midnight Ferry' },
    { streamId: 'trance', artist: 'Altair 9', title: 'Beyond the Green Meridian Line' },
  ] as const;
  return startSite(tracks, {}, journal);
});

beforeAll(async () => {
  await untilKept();
});
const { visit } = visits;

/** The charts of past weeks are written beside the start. */
async function untilKept(): Promise<void> {
  const ask = async (query: string) =>
    (await fetch(`${visits.site.origin}/api-proxy.php?endpoint=${query}`)).text();
  while (
    !(await ask('chart-weeks')).includes(LAST_WEEK) ||
    !(await ask('top20&version=hits')).includes('Ferry')
  )
    await new Promise((resolve) => setTimeout(resolve, 200));
}

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) =>
  main(page)
    .locator('li')
    .filter({ has: page.locator('a[href*="info-titre"]') });
const titlesOf = (page: Page) => rows(page).locator('a b').allTextContents();

async function openStream(page: Page, from: string, to: string): Promise<void> {
  await main(page).getByRole('button', { name: from }).click();
  await main(page).getByRole('link', { name: to, exact: true }).click();
}

const refuse = (page: Page, endpoint: string) =>
  page.route(new RegExp(`endpoint=${endpoint}`), (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'x', code: 'internal' } }),
  );

describe('top 20', () => {
  test('a visitor reads who stands where, and how that changed since last week', async () => {
    const page = await visit('/fr/dance/page-top20.html');
    const errors = watchErrors(page);
    await main(page).getByRole('heading', { level: 1, name: 'Top 20' }).waitFor();
    expect(await titlesOf(page)).toEqual(['Brume', 'Aube', 'Crique', 'Digue']);
    expect(await rows(page).first().textContent()).toContain('6 diffusions');
    expect(await rows(page).first().textContent()).toContain('même place');
    expect(await rows(page).first().getByRole('link').getAttribute('href')).toBe(
      '/fr/dance/info-titre/koda-merle-brume',
    );
    await main(page).getByRole('heading', { level: 2, name: 'Brume' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('each row says why it stands there', async () => {
    const page = await visit('/fr/dance/page-top20.html');
    const brume = rows(page).first();
    const why = brume.getByRole('button', { name: 'Pourquoi cette place ?' });
    const reason = brume.getByText('Ce sont les diffusions qui ont décidé');
    expect(await reason.isVisible()).toBe(false);
    await why.press('Enter');
    await reason.waitFor();
    await expect.poll(() => why.getAttribute('aria-expanded')).toBe('true');
    await brume.getByText('6 diffusions et 0 like en trente jours.').waitFor();
    await why.press('Enter');
    await reason.waitFor({ state: 'hidden' });
    const digue = rows(page).nth(3);
    await digue.getByRole('button', { name: 'Pourquoi cette place ?' }).click();
    await digue.getByText('c’est l’alphabet qui a décidé').waitFor();
  });

  test('on a tablet, where a chart stands beside its first track, its titles are read whole', async () => {
    const page = await visit('/ru/trance/page-top20.html', { width: 1024 });
    const title = rows(page).locator('a b').getByText('Beyond the Green Meridian Line');
    await title.waitFor();
    expect(
      await title.evaluate((b) => [b.scrollWidth - b.clientWidth, b.scrollHeight - b.clientHeight]),
    ).toEqual([0, 0]);
  });

  test('a chart on paper tells the plays, and nothing that only a screen can do [R90]', async () => {
    const page = await visit('/fr/dance/page-top20.html', { dark: true });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const brume = rows(page).first();
    await expect.poll(() => brume.getByText('6 diffusions').first().isVisible()).toBe(true);
    expect(await brume.getByRole('button').count()).toBe(1);
    expect(await brume.locator('button svg:visible').count()).toBe(0);
  });

  test('a week that is over has its chart at an address of its own, with ways to its neighbours', async () => {
    const page = await visit('/fr/dance/page-top20.html');
    // What the page begins with its title says.
    const status = main(page).getByRole('status');
    expect(await status.textContent()).toBe('');
    const weeks = main(page).getByRole('navigation', { name: 'Classements par semaine' });
    const toBefore = (week: string) =>
      weeks.getByRole('link', { name: `Semaine d’avant : Semaine ${numberOf(week)}`, exact: true });
    // A week may have ended since this file began: then its chart lies between.
    const ended = toBefore(THIS_WEEK);
    await ended.or(toBefore(LAST_WEEK)).waitFor();
    if ((await ended.count()) > 0) await ended.click();
    await toBefore(LAST_WEEK).click();
    await page.waitForURL(`**/fr/dance/page-top20.html?week=${LAST_WEEK}`);
    await status.getByText(`Onde Dance, Semaine ${numberOf(LAST_WEEK)} ·`).waitFor();
    expect(await rows(page).first().textContent()).toContain('1 place gagnée');
    expect(await rows(page).nth(1).textContent()).toContain('1 place perdue');
    expect(await rows(page).nth(2).textContent()).toContain('nouveau');
    await toBefore(WEEK_BEFORE).click();
    await page.waitForURL(`**?week=${WEEK_BEFORE}`);
    await main(page).getByRole('heading', { level: 2, name: 'Aube' }).waitFor();
    await expect.poll(() => titlesOf(page)).toEqual(['Aube', 'Brume']);
    await weeks.getByRole('link', { name: `Semaine d’après : Semaine ${numberOf(LAST_WEEK)}` }).waitFor();
    await weeks.getByRole('link', { name: 'Classement du moment' }).click();
    await page.waitForURL('**/fr/dance/page-top20.html');
  });

  test('the document holds a week’s chart before any script has run, under its own address', async () => {
    const html = await (
      await fetch(`${visits.site.origin}/de/dance/page-top20.html?week=${LAST_WEEK}`)
    ).text();
    expect(html).toContain('Crique');
    expect(html).toContain(`/de/dance/page-top20.html?week=${LAST_WEEK}"/>`);
    expect(html).toContain(`Top 20, Kalenderwoche ${numberOf(LAST_WEEK)}`);
    expect(html).toContain(
      `name="description" content="Onde Dance: die Charts am Ende der Kalenderwoche ${numberOf(LAST_WEEK)}/`,
    );
  });

  test.each([
    ['page-top20.html', 'Onde Dance\u202f: les vingt titres les plus joués ces trente derniers jours.'],
    ['page-last20.html', 'Onde Dance\u202f: les titres qui viennent d’entrer à l’antenne.'],
  ])('what %s is about is said as its language writes it [R76]', async (path, description) => {
    const html = await (await fetchPage(`${visits.site.origin}/fr/dance/${path}`)).text();
    expect(html).toContain(`name="description" content="${description}"`);
  });

  test('a week of which no chart was kept, and what is no week, is a 404 with a way on', async () => {
    const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    for (const week of ['2019-W07', '47']) {
      const address = `${visits.site.origin}/fr/dance/page-top20.html?week=${week}`;
      expect([week, (await fetchPage(address)).status]).toEqual([week, 404]);
      await goTo(page, address);
      await main(page).getByText('Aucun classement n’a été conservé pour cette semaine.').waitFor();
      await main(page).getByRole('link', { name: 'Classement du moment' }).last().click();
      await main(page).getByRole('heading', { level: 2, name: 'Brume' }).waitFor();
    }
  });

  test('a page that stays open over the end of a week has its chart, and the running one as it is by then [R238]', async () => {
    const context = await visits.newContext();
    const page = await context.newPage();
    await page.clock.install({ time: new Date() });
    await goTo(page, `${visits.site.origin}/fr/dance/page-top20.html`);
    await main(page).getByRole('heading', { level: 2, name: 'Brume' }).waitFor();
    const success = (data: unknown) => ({ json: { success: true, data } });
    const ended = isoWeekPlus(THIS_WEEK, 1);
    await page.route(/endpoint=chart-weeks/, (route) =>
      route.fulfill(success([ended, THIS_WEEK, LAST_WEEK])),
    );
    await page.route(/endpoint=top20/, async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill(success([{ ...data[0], title: 'Écume' }, ...data.slice(1)]));
    });
    await page.clock.fastForward(11 * 60_000);
    await main(page)
      .getByText(`Semaine ${numberOf(ended)}`, { exact: true })
      .waitFor();
    await main(page).getByRole('heading', { level: 2, name: 'Écume' }).waitFor();
  });

  test('a chart that does not come is asked for again by itself, and its failure is said once [R238]', async () => {
    const page = await (await visits.newContext()).newPage();
    await page.clock.install({ time: new Date() });
    await goTo(page, `${visits.site.origin}/en/club/page-top20.html`);
    await refuse(page, 'top20');
    await openStream(page, 'Onde Club', 'Onde Dance');
    const said = main(page).getByRole('alert').filter({ hasText: 'Failed to load top 20 tracks' });
    await said.waitFor();
    const alert = await said.elementHandle();
    for (const _ of ['a minute', 'another']) {
      const isAsked = page.waitForResponse(/endpoint=top20/);
      await page.clock.fastForward(61_000);
      await isAsked;
    }
    expect(await alert?.evaluate((element) => element.isConnected)).toBe(true);
    await page.unroute(/endpoint=top20/);
    await expect
      .poll(async () => {
        // A call that fails is made twice, and may be under way.
        await page.clock.fastForward(61_000);
        return main(page).getByRole('heading', { level: 2, name: 'Brume' }).count();
      })
      .toBe(1);
  });

  test.each([
    ['page-top20.html', 'Le classement attend ses premiers titres'],
    ['page-last20.html', 'Rien de neuf pour l’instant'],
  ])(
    'a stream that has not played yet says what will be here, and leads to its music (%s)',
    async (address, words) => {
      const page = await visit(`/fr/club/${address}`);
      await main(page).getByRole('heading', { name: words }).waitFor();
      const home = main(page).getByRole('link', { name: 'Retour à l’accueil' });
      expect(await home.getAttribute('href')).toBe('/fr/club');
    },
  );

  test('a chart that does not come can be asked for again', async () => {
    const page = await visit('/en/club/page-top20.html');
    await refuse(page, 'top20');
    await openStream(page, 'Onde Club', 'Onde Dance');
    await main(page).getByText('Failed to load top 20 tracks').waitFor();
    await page.unroute(/endpoint=top20/);
    await main(page).getByRole('button', { name: 'Retry' }).click();
    await main(page).getByRole('heading', { level: 2, name: 'Brume' }).waitFor();
  });

  test('a press plays a track’s preview in its ring, another one ends it', async () => {
    const page = await visit('/fr/hits/page-top20.html');
    const preview = rows(page)
      .first()
      .getByRole('button', { name: 'Extrait : Nova Kessler - Midnight Ferry' });
    await preview.click();
    await page.waitForFunction(
      () => Number(document.querySelector('li [data-share]')?.getAttribute('data-share')) > 0,
    );
    await expect.poll(() => preview.getAttribute('aria-pressed')).toBe('true');
    await page
      .getByRole('region', { name: 'Lecteur' })
      .getByText('Extrait : Nova Kessler - Midnight Ferry')
      .first()
      .waitFor();
    await preview.click();
    await page.waitForFunction(() => document.querySelector('li [data-share]') === null);
  });
});

describe('latest additions', () => {
  test('a visitor reads what came last, and when', async () => {
    const page = await visit('/fr/dance/page-last20.html');
    await main(page).getByRole('heading', { level: 1, name: 'Derniers ajouts' }).waitFor();
    expect(await titlesOf(page)).toEqual(['Digue', 'Crique', 'Brume', 'Aube']);
    expect(await rows(page).first().locator('time').textContent()).toMatch(/^il y a \d+ (jours?|semaines?)$/);
    await main(page).getByRole('heading', { level: 2, name: 'Digue' }).waitFor();
    // On a phone the time stands under the title.
    const leftOf = (part: string) =>
      rows(page)
        .first()
        .locator(part)
        .evaluate((element) => element.getBoundingClientRect().left);
    for (const width of [430, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(async () => (await leftOf('time')) - (await leftOf('a b'))).toBe(0);
    }
  });

  test('a page that stays open says how long ago it is by now', async () => {
    const context = await visits.newContext();
    const page = await context.newPage();
    await page.clock.install({ time: new Date() });
    await goTo(page, `${visits.site.origin}/fr/hits/page-last20.html`);
    const since = rows(page).first().locator('time');
    expect(await since.textContent()).not.toMatch(/heure/);
    await page.clock.fastForward(HOUR_MS);
    await since.getByText('il y a 1 heure').waitFor();
  });

  test('a visitor whose clock is two days ahead reads how long ago it is by the radio’s [R240]', async () => {
    const page = await (await visits.newContext()).newPage();
    await page.clock.install({ time: Date.now() + 48 * HOUR_MS });
    await goTo(page, `${visits.site.origin}/fr/hits/page-last20.html`);
    // On a busy machine the radio says its time after the first look at the clock, and the next is a minute later.
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000);
        return rows(page).first().locator('time').textContent();
      })
      .not.toMatch(/jour/);
  });

  test('a preview that could not be loaded is not tried again', async () => {
    const page = await visit('/fr/hits/page-last20.html');
    let calls = 0;
    await page.route(/\/previews\//, (route) => {
      calls += 1;
      return route.fulfill({ status: 404 });
    });
    const row = rows(page).first();
    await row.getByRole('button').click();
    const blocked = row.locator('button[aria-disabled="true"]');
    await blocked.waitFor();
    const before = calls;
    expect(before).toBeGreaterThan(0);
    await blocked.click({ force: true });
    // A request of the page's own comes after one that the press would have made.
    await page.evaluate(() => fetch('/previews/none.mp3'));
    expect(calls).toBe(before + 1);
  });

  test('additions that do not come can be asked for again, and where there are none it says so', async () => {
    const page = await visit('/en/club/page-last20.html');
    await main(page).getByRole('heading', { name: 'Nothing new just yet' }).waitFor();
    await refuse(page, 'latest-additions');
    await openStream(page, 'Onde Club', 'Onde Dance');
    await main(page).getByText('Failed to load latest additions').waitFor();
    await page.unroute(/endpoint=latest-additions/);
    await main(page).getByRole('button', { name: 'Retry' }).click();
    await main(page).getByRole('heading', { level: 2, name: 'Digue' }).waitFor();
  });
});

test('why a track has its rank has no fault that axe knows', async () => {
  const page = await visit(`/fr/dance/page-top20.html?week=${LAST_WEEK}`, { width: 390, dark: true });
  await main(page).getByRole('button', { name: 'Pourquoi cette place ?' }).first().click();
  expect(await violationsOf(page)).toEqual([]);
});
