import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { USERNAME_MAX } from '#src/contract/limits.ts';
import { fetchPage } from '../support/fetch-page.ts';
import { lookOutFor } from '../support/look-out-for.ts';
import { pageTitle } from '../support/page-title.ts';
import { changeDatabase, joinSite, loveEverySong, type SiteMember } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { violationsOf } from '../support/violations-of.ts';

let lea: SiteMember;

const visits = siteVisits(() =>
  startSite([{ streamId: 'club', artist: 'Nova Kessler', title: 'Midnight Ferry' }]),
);

beforeAll(async () => {
  // Their favourite stream is club.
  lea = await joinSite(visits.site, 'lea_m');
});

async function visit(path: string): Promise<Page> {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await goTo(page, `${visits.site.origin}${path}`);
  return page;
}

test('a guest who opens the profile is told to log in', async () => {
  const page = await visit('/en/dance/profile');
  await page.getByText('You must be logged in to access your profile').waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

test('anyone sees a member’s page in French at its root address, and nobody an unknown member’s', async () => {
  for (const [path, own] of [
    ['/lovepuls/LEA_M', '/lovepuls/lea_m'],
    ['/de/lovepuls/Lea_m%20', '/de/lovepuls/lea_m'],
  ]) {
    const html = await (await fetchPage(`${visits.site.origin}${path}`)).text();
    expect(/rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toMatch(new RegExp(`${own}$`));
  }
  const page = await visit('/lovepuls/lea_m');
  expect(await pageTitle(page)).toBe('lea_m aime Onde');
  await page.getByText('Aucun titre favori pour le moment').waitFor();
  const chart = page.getByRole('main').getByRole('link', { name: 'Voir le Top 20' });
  expect(await chart.getAttribute('href')).toBe('/fr/dance/page-top20.html');
  expect(await violationsOf(page)).toEqual([]);
  const answer = await page.goto(`${visits.site.origin}/en/lovepuls/nobody`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('alert').getByText('User not found').waitFor();
});

test('an address longer than any username is not repeated in large letters', async () => {
  const page = await visit(`/lovepuls/${'x'.repeat(6_000)}`);
  await page.getByText('Utilisateur non trouvé').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`@${'x'.repeat(USERNAME_MAX)}…`);
});

test('a red banner says that the username is missing, or whose page there is none of', async () => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  for (const [path, words] of [
    ['/lovepuls', 'Pseudo manquant'],
    ['/fr/lovepuls', 'Pseudo manquant'],
    ['/en/lovepuls', 'Username missing'],
    ['/lovepuls/nobody', 'Utilisateur non trouvé'],
  ] as const) {
    await goTo(page, `${visits.site.origin}${path}`);
    await page.getByRole('alert').getByText(words).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect([path, await violationsOf(page)]).toEqual([path, []]);
  }
});

test.each([
  [
    'says no',
    'Benutzer nicht gefunden',
    { status: 500, json: { success: false, error: 'No.', code: 'internal' } },
  ],
  ['does not answer', 'Fehler beim Laden der Daten', null],
])('a guest reads another banner when the server %s, and can try again', async (_, words, reply) => {
  const page = await visit('/fr/lovepuls/lea_m');
  const calls = '**/api-proxy.php?endpoint=user-favorites*';
  await page.route(calls, (route) => (reply === null ? route.abort() : route.fulfill(reply)));
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'Deutsch' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText(words).waitFor();
  await page.unroute(calls);
  await alert.getByRole('button').click();
  await page.getByRole('heading', { name: '@lea_m' }).waitFor();
  await alert.waitFor({ state: 'detached' });
});

test('a member’s page leads to what they love, plays their stream and can be shared', async () => {
  await loveEverySong(visits.site, lea);
  changeDatabase(
    visits.site,
    'insert into favorite_artists (user_id, artist_folded, artist_name, added_ms) values (?, ?, ?, ?)',
    lea.user.id,
    'mr.oizo',
    'Mr.Oizo',
    Date.now(),
  );
  const page = await visit('/de/lovepuls/lea_m');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.context().route(/^https:/, (route) => route.fulfill({ body: 'elsewhere' }));
  expect(await pageTitle(page)).toBe('lea_m liebt Onde');
  await page.getByRole('heading', { level: 1, name: '@lea_m liebt Onde' }).waitFor();
  await page.getByText('1 Lieblingstitel').waitFor();
  const track = page.getByRole('main').getByRole('link', { name: /Midnight Ferry/ });
  expect(await track.getAttribute('href')).toBe('/de/dance/info-titre/nova-kessler-midnight-ferry');
  const artist = page.getByRole('main').getByRole('link', { name: 'Mr.Oizo' });
  expect(await artist.getAttribute('href')).toBe('/de/dance/biography/Mr.Oizo');

  const share = page.getByRole('main').getByRole('button', { name: 'Teilen' });
  await expect.poll(() => share.getAttribute('aria-expanded')).toBe('false');
  await share.click();
  const copy = page.getByRole('button', { name: 'Link kopieren' });
  const copied = await lookOutFor(page, 'button', 'Link kopiert');
  await copy.click();
  await copied();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/de\/lovepuls\/lea_m$/);
  await copy.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'WhatsApp' }).click(),
  ]);
  await popup.getByText('elsewhere').waitFor();
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 400]);
  await popup.close();

  const listen = { name: /Onde Club hören/ };
  await page.getByRole('main').getByRole('button', listen).click();
  await page
    .getByRole('main')
    .getByRole('button', { ...listen, pressed: true })
    .waitFor();
});

test('a page of more favourites than it lists says how many there are', async () => {
  const { user } = await joinSite(visits.site, 'collector');
  changeDatabase(
    visits.site,
    `insert into favorite_artists (user_id, artist_folded, artist_name, added_ms)
     with recursive numbers (nth) as (select 1 union all select nth + 1 from numbers where nth < 205)
     select ?, 'artist ' || nth, 'Artist ' || nth, nth from numbers`,
    user.id,
  );
  const page = await visit('/en/lovepuls/collector');
  const main = page.getByRole('main');
  await main.getByText('205 favourite artists').waitFor();
  const artists = main.getByRole('region', { name: 'Favourite artists' });
  await artists.getByText('205', { exact: true }).waitFor();
  await artists.getByRole('button', { name: /191/ }).press('Enter');
  await expect.poll(() => artists.getByRole('link').count()).toBe(200);
  // The button is gone; the newest nine were there before.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Artist 196');
});

test('a cover that does not come has another in its place', async () => {
  const fan = await joinSite(visits.site, 'fan');
  await loveEverySong(visits.site, fan);
  const context = await visits.newContext({ viewport: { width: 390, height: 844 } });
  await context.route('**/covers/**', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}/lovepuls/fan`);
  const cover = page
    .getByRole('main')
    .getByRole('link', { name: /Midnight Ferry/ })
    .locator('img');
  await cover.scrollIntoViewIfNeeded();
  // What stands there is said when it is not the logo.
  const shown = () =>
    cover.evaluate((img) => {
      if (!(img instanceof HTMLImageElement)) return null;
      const { currentSrc, complete, naturalWidth } = img;
      return { path: new URL(currentSrc).pathname, complete, hasCome: naturalWidth > 0 };
    });
  const logo = { path: '/logo-club.png', complete: true, hasCome: true };
  await expect.poll(shown).toEqual(logo);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
