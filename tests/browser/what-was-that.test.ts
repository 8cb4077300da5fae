import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { LIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import { momentAt, momentQuery } from '#src/features/what-was-that/search-address.ts';
import { writeInstant } from '#src/page/address/moment-address.ts';
import { CLIENT_ADDRESS_KEY } from '#src/page/wire/call-wire.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { FRENCH } from '../support/devices.ts';
import { holdTime } from '../support/hold-time.ts';
import { watchErrors } from '../support/open-browser.ts';
import { joinSite, openContext, openPage } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { violationsOf } from '../support/violations-of.ts';

const TIMEZONE = 'Europe/Paris';

/** Noon by the station's clock or near it, three days ago: seven tracks of three minutes on dance, one of them on hits. */
const NOON_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS + 12 * 60 * MINUTE_MS;
const TITLES = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six', 'Sept'];
/** The station's clock shows 02:30 at both: it is put back between them. */
const DOUBLED = ['2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'] as const;
const records = TITLES.map((title, at) => mediaRecord(at + 1, 'Koda Merle', title));
const journal = [
  ...records.map((record, at) => journalEntry(record, 'dance', NOON_MS + at * 3 * MINUTE_MS)),
  journalEntry(mediaRecord(20, 'Les Marées', 'Ailleurs'), 'hits', NOON_MS + 8 * MINUTE_MS),
  ...DOUBLED.map((instant) =>
    journalEntry(mediaRecord(21, 'Les Marées', 'Deux fois'), 'trance', Date.parse(instant)),
  ),
];
/** Within the fourth track, whose first note is 9 minutes after noon. */
const MOMENT = momentAt(NOON_MS + 10 * MINUTE_MS, TIMEZONE);
const ADDRESS = `/fr/dance/page-search.html${momentQuery(MOMENT)}`;

const visits = siteVisits(async () => {
  const tracks = [{ streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' } as const];
  return startSite(tracks, {}, journal);
});

beforeAll(async () => {
  await untilFound();
});
const { visit } = visits;

/** The journal is taken into the database beside the start. */
async function untilFound(): Promise<void> {
  const query = new URLSearchParams({
    endpoint: 'what-was-that',
    datetime: `${MOMENT.date} ${MOMENT.time}`,
    version: 'hits',
  });
  while (!(await (await fetch(`${visits.site.origin}/api-proxy.php?${query}`)).text()).includes('Ailleurs'))
    await new Promise((resolve) => setTimeout(resolve, 200));
}

async function read(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${visits.site.origin}${path}`);
  return { status: response.status, html: await response.text() };
}

const main = (page: Page) => page.getByRole('main');
/** Whether a part of the page has the focus, which nothing in it has any more. */
const holdsFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('main [tabindex="-1"]') ?? false);
const around = (page: Page) => page.getByRole('region', { name: 'Juste avant, juste après' });
const elsewhere = (page: Page) => page.getByRole('region', { name: 'Au même moment sur les autres flux' });
const search = (page: Page) => main(page).getByRole('button', { name: 'Chercher' }).click();
/** Waits for the page of a search: its address comes before its form, and what is typed in between goes with the form before. */
async function arrived(page: Page, query: string | RegExp): Promise<void> {
  await page.waitForURL(query);
  await main(page)
    .getByRole('button', { name: 'Chercher' })
    .and(page.locator('[aria-busy="false"]'))
    .waitFor();
}
const fail = (page: Page, status: number, code: string) =>
  page.route(/endpoint=what-was-that/, (route) =>
    route.fulfill({ status, json: { success: false, error: 'Raison du serveur', code } }),
  );

test('a listener chooses a day and a time and reads what it was, with its neighbours', async () => {
  const page = await visit('/fr/dance/page-search.html');
  const errors = watchErrors(page);
  expect(await page.title()).toBe('Qu’est-ce que c’était\u202f? · Onde Dance');
  // Each is called by what is seen of it, and then in full.
  const name = /^[\p{L}.]+ \d+ ?, \p{L}+ \d+(?:er)? \p{L}+$/v;
  expect(await main(page).getByRole('radio', { name }).count()).toBe(8);
  await main(page).locator(`input[value="${MOMENT.date}"]`).check();
  await main(page).getByLabel('Heure', { exact: true }).fill(MOMENT.time);
  await search(page);
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
  await page.waitForURL(`**${ADDRESS}`);
  // What plays today may already be known as the next after them.
  const neighbours = around(page).getByRole('listitem').filter({ hasText: 'Koda Merle' });
  await expect.poll(() => neighbours.count()).toBe(7);
  await around(page).getByRole('listitem').nth(3).getByText(`à l’antenne à ${MOMENT.time}`).waitFor();
  expect(await around(page).getByRole('link', { name: 'Quatre' }).getAttribute('href')).toBe(
    '/fr/dance/info-titre/koda-merle-quatre',
  );
  await elsewhere(page).getByRole('link', { name: 'Ailleurs' }).waitFor();
  expect(errors).toEqual([]);
});

test('the page begins with what the stream has just played, and goes on into the past', async () => {
  const html = async () => await (await fetch(`${visits.site.origin}/fr/dance/page-search.html`)).text();
  await expect.poll(async () => (await html()).match(/<time /g)?.length).toBeGreaterThan(2);
  const page = await visit('/fr/dance/page-search.html', { width: 390 });
  const latest = main(page).getByRole('region', { name: 'Maintenant et juste avant sur Onde Dance' });
  const rows = latest.getByRole('listitem');
  await rows.first().getByText('à l’antenne à').waitFor();
  expect(await rows.first().getByRole('link', { name: 'Midnight Ferry' }).count()).toBe(1);
  const starts = await latest
    .locator('time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
  expect(starts).toEqual(starts.toSorted().reverse());
  const dots = await latest
    .locator('time + i')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(dots).size).toBe(1);
  await latest.getByRole('link', { name: 'Voir plus tôt' }).click();
  await page.waitForURL(/page-search\.html\?date=/);
});

test('the heart of a track in another’s place has nothing of the wish for that one, which is on its way [R43]', async () => {
  const member = await joinSite(visits.site, 'looks_on', { clientPreferences: FRENCH });
  const page = await openPage(await openContext(visits, member), visits.site, ADDRESS);
  const heart = (state: boolean) =>
    main(page).locator(`[aria-pressed="${state}"]`, { hasText: 'Titre favori' }).first();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/endpoint=favorites&action=add/, async (route) => {
    await held;
    await route.fulfill({ json: { success: true } });
  });
  await heart(false).waitFor();
  await main(page)
    .getByLabel('Heure', { exact: true })
    .fill(momentAt(NOON_MS + MINUTE_MS, TIMEZONE).time);
  await search(page);
  await main(page).getByRole('heading', { level: 2, name: 'Un', exact: true }).waitFor();
  await heart(false).click();
  await heart(true).waitFor();
  // What was found before is at hand: it takes the place of this.
  await page.goBack();
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
  await heart(false).waitFor();
  const added = page.waitForResponse(/action=add/);
  letGo();
  await (await added).finished();
  await heart(false).waitFor();
});

test('with the keyboard the focus stays where the answers are, from one to the next', async () => {
  const page = await visit(ADDRESS);
  // What keeps it comes late.
  await page.waitForFunction((key) => sessionStorage.getItem(key) !== null, CLIENT_ADDRESS_KEY);
  await main(page).getByRole('link', { name: 'Voir plus tôt' }).press('Enter');
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor({ state: 'detached' });
  await expect.poll(() => holdsFocus(page)).toBe(true);
});

test('what was played comes on paper without the form that asks for it', async () => {
  const page = await visit('/fr/dance/page-search.html');
  const played = latestOnDance(page).getByRole('link', { name: 'Midnight Ferry' }).first();
  await played.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await played.isVisible()).toBe(true);
  expect(await main(page).locator('form :visible').count()).toBe(0);
});

const latestOnDance = (page: Page) =>
  main(page).getByRole('region', { name: 'Maintenant et juste avant sur Onde Dance' });

test('what has just played goes on with the radio, and nothing that is over is marked as on air [R151]', async () => {
  const page = await visits.newContext().then((context) => context.newPage());
  await page.clock.install();
  await goTo(page, `${visits.site.origin}/fr/dance/page-search.html`);
  const newest = latestOnDance(page).locator('time').first();
  const shown = (await newest.getAttribute('datetime')) ?? '';
  // A track takes 20 seconds.
  await expect.poll(async () => ((await newest.getAttribute('datetime')) ?? '') > shown).toBe(true);
  const marked = latestOnDance(page).getByText('à l’antenne à');
  await marked.waitFor();
  await page.context().setOffline(true);
  await page.clock.fastForward(5 * MINUTE_MS);
  await expect.poll(() => marked.count()).toBe(0);
  await newest.waitFor();
});

test('a track that is on its way to the database is listed while it is still on air [R151]', async () => {
  const page = await visits.newContext().then((context) => context.newPage());
  await page.clock.install();
  const began = new Date().toISOString();
  await page.route('**/titre.json', async (route) => {
    const titles: object[] = await (await route.fetch()).json();
    await route.fulfill({ json: titles.map((one) => ({ ...one, started_at: began, duration: 600 })) });
  });
  const row = (titre: string, started_at: string) => ({ titre, started_at, heures: '12:00', duration: 600 });
  const before = row('Koda Merle - Avant', new Date(Date.parse(began) - 5 * MINUTE_MS).toISOString());
  let answers = 0;
  await page.route(/endpoint=what-was-that/, (route) => {
    answers += 1;
    const data = answers === 1 ? [before] : [before, row('Koda Merle - Maintenant', began)];
    return route.fulfill({ json: { success: true, data } });
  });
  await goTo(page, `${visits.site.origin}/fr/dance/page-search.html`);
  await latestOnDance(page).getByRole('link', { name: 'Avant' }).waitFor();
  await page.clock.fastForward(LIST_KEPT_SECONDS * 1000);
  await latestOnDance(page).getByRole('link', { name: 'Maintenant' }).waitFor();
  expect(await latestOnDance(page).locator('time').first().getAttribute('datetime')).toBe(began);
  // What is there is not asked for again.
  await page.clock.fastForward(3 * LIST_KEPT_SECONDS * 1000);
  await page.evaluate(() => fetch('/titre.json'));
  expect(answers).toBe(2);
});

test('a visitor reads why what has just played does not come [A63]', async () => {
  const context = await visits.newContext();
  const passTime = await holdTime(context);
  const page = await context.newPage();
  await page.route(/endpoint=what-was-that/, () => {});
  // A next title would ask anew.
  await page.route('**/titre.json', (route) => route.abort());
  await goTo(page, `${visits.site.origin}/fr/dance`);
  const asked = page.waitForRequest(/endpoint=what-was-that/);
  await page.keyboard.press('/');
  await asked;
  await passTime(page);
  const failure = main(page).getByRole('alert');
  await failure.getByText('Erreur lors de la recherche des titres').waitFor();
  await failure.getByText('La radio a mis trop de temps à répondre.').waitFor();
});

test('a visitor whose clock is a quarter of an hour ahead comes by a link and sees what has just played', async () => {
  const page = await visits.newContext().then((context) => context.newPage());
  await page.clock.install({ time: Date.now() + 16 * MINUTE_MS });
  await goTo(page, `${visits.site.origin}/fr/dance`);
  await page.keyboard.press('/');
  await page.waitForURL('**/page-search.html');
  await latestOnDance(page).getByRole('link', { name: 'Midnight Ferry' }).first().waitFor();
});

test.each([-2, 2])(
  'a visitor whose clock is %i days off comes by a link and finds the radio’s day and time in the form [R151]',
  async (days) => {
    const page = await visits.newContext().then((context) => context.newPage());
    await page.clock.install({ time: Date.now() + days * DAY_MS });
    await goTo(page, `${visits.site.origin}/fr/dance`);
    // What plays is known to the page before.
    await page.getByText('Midnight Ferry').first().waitFor();
    const before = momentAt(Date.now() - MINUTE_MS, TIMEZONE);
    await page.keyboard.press('/');
    await page.waitForURL('**/page-search.html');
    const chosen = main(page).locator('input[name="date"]:checked');
    await chosen.waitFor({ state: 'attached' });
    const shown = {
      date: await chosen.getAttribute('value'),
      time: await main(page).getByLabel('Heure', { exact: true }).inputValue(),
    };
    const after = momentAt(Date.now() + MINUTE_MS, TIMEZONE);
    const text = `${shown.date} ${shown.time}`;
    expect(text >= `${before.date} ${before.time}`).toBe(true);
    expect(text <= `${after.date} ${after.time}`).toBe(true);
    const last = main(page).locator('input[name="date"]').last();
    expect([before.date, after.date]).toContain(await last.getAttribute('value'));
  },
);

test.each([-2, 2])(
  'a visitor whose clock is %i days off opens the page and is offered the radio’s days all the same [R151]',
  async (days) => {
    const page = await visits.newContext().then((context) => context.newPage());
    await page.clock.install({ time: Date.now() + days * DAY_MS });
    const { date } = momentAt(Date.now() - DAY_MS, TIMEZONE);
    await goTo(page, `${visits.site.origin}/fr/dance/page-search.html?date=${date}&time=12:00`);
    await page.clock.runFor(MINUTE_MS);
    const last = main(page).locator('input[name="date"]').last();
    expect(await last.getAttribute('value')).toBe(momentAt(Date.now(), TIMEZONE).date);
    await main(page).getByText('Ce flux était silencieux').first().waitFor();
  },
);

test('in the system’s own colours nothing lies over the slider of the day', async () => {
  const page = await visit('/fr/dance/page-search.html');
  const slider = main(page).getByRole('slider', { name: 'Heure dans la journée' });
  const wave = slider.locator('..').locator('svg');
  await wave.first().waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  await wave.first().waitFor({ state: 'hidden' });
  expect(await wave.filter({ visible: true }).count()).toBe(0);
  expect(await slider.evaluate((input) => getComputedStyle(input).appearance)).toBe('auto');
});

test('on a phone a finger meets the name of another stream, which leads to its search', async () => {
  const page = await visit(ADDRESS, { width: 390 });
  const link = elsewhere(page).getByRole('link', { name: 'Onde Hits' });
  await link.waitFor();
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test('in the system’s own colours the track that sounded then stands out from its neighbours [R264]', async () => {
  const page = await visit(ADDRESS);
  const rows = around(page).getByRole('listitem');
  await rows.nth(3).getByText('à l’antenne à').waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const outlines = () => rows.evaluateAll((all) => all.map((row) => getComputedStyle(row).outlineStyle));
  await expect.poll(async () => (await outlines()).slice(2, 5)).toEqual(['none', 'solid', 'none']);
});

test('a stream that has played nothing yet explains what is found here', async () => {
  const page = await visit('/fr/lounge/page-search.html');
  await main(page).getByRole('heading', { name: 'Un air vous trotte dans la tête ?' }).waitFor();
});

test('nothing lies behind what is on air', async () => {
  const pathNow = () => `/fr/dance/page-search.html${momentQuery(momentAt(Date.now(), TIMEZONE))}`;
  // What has only just begun is on its way to the database.
  await expect
    .poll(async () => (await fetch(`${visits.site.origin}${pathNow()}`)).text())
    .toContain('Voir plus tôt');
  // A minute may end on the way.
  await expect
    .poll(async () => {
      const page = await visit(pathNow());
      await around(page).getByRole('link', { name: 'Voir plus tôt' }).waitFor();
      return around(page).getByRole('link', { name: 'Voir plus tard' }).count();
    })
    .toBe(0);
});

test('a shared address holds the answer before any script has run, and stands for its player [W105]', async () => {
  const html = await (await fetch(`${visits.site.origin}${ADDRESS}`)).text();
  expect(html).toContain('Quatre');
  expect(html).toContain('Ailleurs');
  expect(html).toContain('noindex');
  expect(html).toContain('json+oembed');
  expect(html).toContain(`value="${MOMENT.time}"`);
});

test('the way back leads to the search before, with its day and time in the form', async () => {
  const page = await visit(ADDRESS);
  const first = main(page).getByRole('heading', { level: 2, name: 'Quatre' });
  await first.waitFor();
  await around(page).getByRole('link', { name: 'Voir plus tôt' }).click();
  await main(page).getByRole('heading', { level: 2, name: 'Un', exact: true }).waitFor();
  const time = main(page).getByLabel('Heure', { exact: true });
  await expect.poll(() => time.inputValue()).toBe(momentAt(NOON_MS, TIMEZONE).time);
  await page.goBack();
  await first.waitFor();
  await expect.poll(() => time.inputValue()).toBe(MOMENT.time);
});

test('the way back leads from a search that was typed to the one before, in the form too', async () => {
  const page = await visit(ADDRESS);
  const time = main(page).getByLabel('Heure', { exact: true });
  await time.fill('03:00');
  await search(page);
  await arrived(page, /time=03%3A00/);
  await page.goBack();
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
  await expect.poll(() => time.inputValue()).toBe(MOMENT.time);
});

test('a text that is no time is refused in the page’s language, and a time is taken then', async () => {
  const page = await visit(ADDRESS);
  const time = main(page).getByLabel('Heure', { exact: true });
  const said = () => time.evaluate((field: HTMLInputElement) => field.validationMessage);
  for (const text of ['midi', '']) {
    await time.fill(text);
    await time.press('Enter');
    await expect.poll(said).toBe('Par exemple 18:42, ou 1842');
  }
  await time.fill('3');
  await expect.poll(said).toBe('');
  await time.press('Enter');
  await page.waitForURL(/time=03%3A00/);
});

test('another stream is asked for the same moment', async () => {
  const page = await visit(ADDRESS);
  await elsewhere(page).getByRole('link', { name: 'Voir ce qui passait sur Onde Hits' }).click();
  await main(page).getByRole('heading', { level: 2, name: 'Ailleurs' }).waitFor();
  await page.waitForURL(`**/fr/hits/page-search.html${momentQuery(MOMENT)}`);
  await elsewhere(page).getByRole('link', { name: 'Quatre' }).waitFor();
});

test('the stream may be chosen last, behind the day and the time', async () => {
  const page = await visit('/fr/dance/page-search.html');
  await main(page).locator(`input[value="${MOMENT.date}"]`).check();
  await main(page).getByLabel('Heure', { exact: true }).fill(MOMENT.time);
  await main(page)
    .getByRole('button', { name: /^Onde Dance/ })
    .click();
  await main(page).getByRole('link', { name: 'Onde Hits' }).first().click();
  await arrived(page, '**/fr/hits/page-search.html');
  await search(page);
  await main(page).getByRole('heading', { level: 2, name: 'Ailleurs' }).waitFor();
});

test('with the keyboard alone the time goes by five minutes, on the field’s buttons and along the day', async () => {
  const page = await visit(ADDRESS);
  const time = main(page).getByLabel('Heure', { exact: true });
  const after = (minutes: number) => momentAt(NOON_MS + (10 + minutes) * MINUTE_MS, TIMEZONE).time;
  await main(page).getByRole('button', { name: '5 minutes plus tard' }).press('Enter');
  await expect.poll(() => time.inputValue()).toBe(after(5));
  const slider = main(page).getByRole('slider', { name: 'Heure dans la journée' });
  await slider.press('ArrowRight');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(after(10));
  await slider.press('PageDown');
  await expect.poll(() => time.inputValue()).toBe(after(-50));
  await time.press('Enter');
  await page.waitForURL(`**time=${encodeURIComponent(after(-50))}`);
  // The address changes before the form is that of the search: what is typed in between belongs to the one before.
  await main(page).getByRole('heading', { name: 'Aucun titre trouvé à cette heure' }).waitFor();
  await time.fill(MOMENT.time.replace(':', ''));
  await time.press('Enter');
  await page.waitForURL(`**time=${encodeURIComponent(MOMENT.time)}`);
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
  await expect.poll(() => time.inputValue()).toBe(MOMENT.time);
  await time.press('End');
  await time.press('ArrowUp');
  await expect.poll(() => time.inputValue()).toBe(after(1));
  // The caret is put back with the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await time.press('Home');
  await time.press('ArrowUp');
  await expect.poll(() => time.inputValue()).toBe(after(61));
});

test('a time that is none is asked for again, and the address keeps still', async () => {
  const page = await visit('/ru/dance/page-search.html');
  const time = main(page).locator('input[name="time"]');
  expect(await time.inputValue()).toMatch(/^\d\d:\d\d$/);
  await time.fill('18:75');
  await time.press('Enter');
  await time.and(page.locator(':invalid')).waitFor();
  expect(await time.evaluate((field: HTMLInputElement) => field.validity.patternMismatch)).toBe(true);
  expect(new URL(page.url()).search).toBe('');
});

test('a time that is none gives way to one that the swell or a link chooses [R263]', async () => {
  const page = await visit(ADDRESS);
  const time = main(page).locator('input[name="time"]');
  await time.fill('midi');
  await main(page).getByRole('slider', { name: 'Heure dans la journée' }).press('ArrowRight');
  const chosen = momentAt(NOON_MS + 15 * MINUTE_MS, TIMEZONE).time;
  await expect.poll(() => time.inputValue()).toBe(chosen);
  await time.fill('midi');
  // To the same time on another stream, which leaves what was chosen [R151].
  await elsewhere(page).locator('a[data-stream="hits"]').press('Enter');
  await page.waitForURL('**/fr/hits/page-search.html?*');
  await expect.poll(() => time.inputValue()).toBe(chosen);
  await goTo(page, `${visits.site.origin}${ADDRESS}`);
  await time.fill('midi');
  await main(page).getByRole('link', { name: 'Voir plus tôt' }).press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('time')).not.toBe(MOMENT.time);
  const asked = new URL(page.url()).searchParams.get('time');
  await expect.poll(() => time.inputValue()).toBe(asked);
});

test('a page that the browser brings back as it was yesterday has the present day and time in its form [R151]', async () => {
  const page = await visits.newContext().then((context) => context.newPage());
  const address = `${visits.site.origin}/fr/dance/page-search.html`;
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const earlier = (at: string) => new Date(Date.parse(at) - DAY_MS).toISOString();
    const body = html
      .replace(/"openedMs":(\d+)/, (_, ms: string) => `"openedMs":${Number(ms) - DAY_MS}`)
      .replace(/"started_at":"([^"]+)"/g, (_, at: string) => `"started_at":"${earlier(at)}"`);
    await route.fulfill({ response: answer, body });
  });
  await goTo(page, address);
  const { date } = momentAt(Date.now(), TIMEZONE);
  await expect.poll(() => main(page).locator('input[name="date"]:checked').getAttribute('value')).toBe(date);
});

/** A page whose clock, and the radio's with it, is put forward by the function that comes with it. */
async function pageToPutForward() {
  const context = await visits.newContext();
  const page = await context.newPage();
  await page.clock.install();
  // The radio goes on with the clock: without its word the page would believe that the visitor's is wrong [R151].
  let passedMs = 0;
  await context.route('**/titre.json', async (route) => {
    const answer = await route.fetch();
    const titles: { started_at: string }[] = await answer.json();
    const laterBy = (at: string) => new Date(Date.parse(at) + passedMs).toISOString();
    await route.fulfill({ json: titles.map((one) => ({ ...one, started_at: laterBy(one.started_at) })) });
  });
  await goTo(page, `${visits.site.origin}/fr/dance/page-search.html`);
  const putForward = async (ms: number) => {
    passedMs += ms;
    await page.clock.fastForward(ms);
  };
  return { page, putForward };
}

test('in the hour that the clock shows for the second time the form asks for that one, and again for it', async () => {
  const context = await visits.newContext();
  const page = await context.newPage();
  const [, again] = DOUBLED;
  await page.clock.install({ time: Date.parse(again) });
  const told = { started_at: again, duration: 600 };
  await context.route('**/titre.json', async (route) => {
    const titles: object[] = await (await route.fetch()).json();
    await route.fulfill({ json: titles.map((one) => ({ ...one, ...told })) });
  });
  const home = `${visits.site.origin}/fr/dance`;
  await page.route(home, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const body = html
      .replace(/"openedMs":\d+/, `"openedMs":${Date.parse(again)}`)
      .replace(/"started_at":"[^"]+"/g, `"started_at":"${again}"`);
    await route.fulfill({ response: answer, body });
  });
  const asked: (string | null)[] = [];
  await page.route(/endpoint=what-was-that/, (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('datetime'));
    return route.fulfill({ json: { success: true, data: [] } });
  });
  await goTo(page, home);
  await page.keyboard.press('/');
  await page.waitForURL('**/page-search.html');
  const field = main(page).getByLabel('Heure', { exact: true });
  const time = await field.inputValue();
  expect(time).toMatch(/^02:3/);
  await search(page);
  await page.waitForURL(`**${momentQuery({ date: '2025-10-26', time, offset: '+01:00' })}`);
  const times = () => asked.filter((one) => one === `2025-10-26 ${time}+01:00`).length;
  // On this stream and on all, and once more.
  await expect.poll(times).toBeGreaterThanOrEqual(2);
  await main(page).getByText('Aucun titre trouvé à cette heure').first().waitFor();
  const before = times();
  await search(page);
  await expect.poll(times).toBeGreaterThan(before);
  // On the way to another time of that hour lie some that are not shown twice.
  await field.fill('0');
  await field.fill('02:05');
  await search(page);
  await arrived(page, `**${momentQuery({ date: '2025-10-26', time: '02:05', offset: '+01:00' })}`);
  await field.fill('01:15');
  await search(page);
  await page.waitForURL(`**${momentQuery({ date: '2025-10-26', time: '01:15' })}`);
});

test('the days go on with the clock while the page is open', async () => {
  const { page, putForward } = await pageToPutForward();
  await putForward(DAY_MS);
  const inPage = await page.evaluate(() => Date.now());
  const today = main(page).locator(`label:has(input[value="${momentAt(inPage, TIMEZONE).date}"])`);
  await today.getByText('Auj.').waitFor();
  await expect.poll(() => today.getByRole('radio').isChecked()).toBe(true);
  await expect.poll(() => main(page).locator('input[name="date"]').count()).toBe(8);
});

test('a minute that was still to come is asked for anew once it has come, and is never called silent [R33]', async () => {
  const { page, putForward } = await pageToPutForward();
  const inMinutes = async (minutes: number) =>
    momentAt((await page.evaluate(() => Date.now())) + minutes * MINUTE_MS, TIMEZONE);
  // Neither tomorrow can be chosen before midnight, nor an hour's second time before the clock is put back.
  const [now, then] = [await inMinutes(0), await inMinutes(12)];
  if (now.date !== then.date || now.offset !== then.offset) await putForward(75 * MINUTE_MS);
  const moment = await inMinutes(10);
  let data: Record<string, unknown>[] = [];
  let answers = Promise.resolve();
  await page.route(/endpoint=what-was-that/, async (route) => {
    await answers;
    await route.fulfill({ json: { success: true, data } });
  });
  await main(page).locator(`input[value="${moment.date}"]`).check();
  await main(page).getByLabel('Heure', { exact: true }).fill(moment.time);
  await search(page);
  const toCome = main(page).getByText('Cette heure n’est pas encore venue');
  await toCome.waitFor();
  data = [{ titre: 'Koda Merle - Venu', heures: moment.time, version: 'dance', on_air: true }];
  let answer = () => {};
  answers = new Promise((resolve) => {
    answer = resolve;
  });
  const again = page.waitForRequest(/endpoint=what-was-that/);
  await putForward(11 * MINUTE_MS);
  await again;
  await toCome.waitFor();
  expect(await main(page).getByText('Ce flux était silencieux').count()).toBe(0);
  answer();
  await main(page).getByRole('heading', { level: 2, name: 'Venu' }).waitFor();
});

test('without scripts the search takes a time as it is typed', async () => {
  const context = await visits.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}/fr/dance/page-search.html`);
  await main(page).locator(`input[value="${MOMENT.date}"]`).check();
  await main(page)
    .getByLabel('Heure', { exact: true })
    .fill(`${MOMENT.time.replace(':', '.')} Uhr`);
  await search(page);
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
});

test('a moment before the first track of all is no break between two', async () => {
  const before = momentAt(NOON_MS - 5 * MINUTE_MS, TIMEZONE);
  const page = await visit(`/fr/dance/page-search.html${momentQuery(before)}`);
  await main(page).getByText('Voici ce qui est passé juste après.').waitFor();
});

test('a moment of silence says so and offers what to do', async () => {
  const silent = { ...MOMENT, time: '03:33' };
  const page = await visit(`/fr/club/page-search.html${momentQuery(silent)}`);
  await main(page).getByRole('heading', { name: 'Aucun titre trouvé à cette heure' }).waitFor();
  await main(page).getByText('Ce flux était silencieux à ce moment-là.').waitFor();
  await elsewhere(page).getByText('Aucun résultat trouvé').waitFor();
  await main(page).getByRole('link', { name: 'Chercher à 03:18' }).click();
  await page.waitForURL('**time=03%3A18');
});

test('a day outside of the seven is refused in words, with the form to mend it', async () => {
  const answer = await fetch(`${visits.site.origin}/fr/dance/page-search.html?date=2020-01-01&time=12:00`);
  expect(answer.status).toBe(422);
  const page = await visit('/fr/dance/page-search.html?date=2020-01-01&time=12%3A00');
  await page
    .getByRole('alert')
    .getByText('Choisissez aujourd’hui ou l’un des sept jours précédents.')
    .waitFor();
  expect(await main(page).locator('input[name="date"]').last().isChecked()).toBe(true);
  await main(page).locator(`input[value="${MOMENT.date}"]`).check();
  await main(page).getByLabel('Heure', { exact: true }).fill(MOMENT.time);
  await search(page);
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
});

test('an answer that does not come can be asked for again', async () => {
  const page = await visit('/fr/dance/page-search.html');
  await fail(page, 503, 'internal');
  await main(page).locator(`input[value="${MOMENT.date}"]`).check();
  await main(page).getByLabel('Heure', { exact: true }).fill(MOMENT.time);
  await search(page);
  const failed = main(page).getByText('Erreur lors de la recherche des titres').first();
  await failed.waitFor();
  await page.unroute(/endpoint=what-was-that/);
  // The same search once more, which stands in the address already [R107].
  await search(page);
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
  // The other streams are asked for once that is found.
  await elsewhere(page).getByRole('link', { name: 'Ailleurs' }).waitFor();

  await fail(page, 503, 'internal');
  await search(page);
  await failed.waitFor();
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
  await main(page).getByRole('button', { name: '5 minutes plus tard' }).click();
  await search(page);
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor({ state: 'detached' });
  await failed.waitFor();
  await page.unroute(/endpoint=what-was-that/);
  await main(page).getByRole('button', { name: 'Réessayer' }).first().press('Enter');
  await main(page).getByRole('heading', { level: 2, name: 'Six' }).waitFor();
  await expect.poll(() => holdsFocus(page)).toBe(true);
});

test('rows that say their title and time alone are listed by both [A85]', async () => {
  const page = await visit('/fr/dance/page-search.html');
  const errors = watchErrors(page);
  const data = ['Un - Deux', 'Trois - Quatre'].map((titre, at) => ({ titre, heures: `12:0${at}` }));
  await page.route(/endpoint=what-was-that/, (route) => route.fulfill({ json: { success: true, data } }));
  await main(page).locator(`input[value="${MOMENT.date}"]`).check();
  await main(page).getByLabel('Heure', { exact: true }).fill(MOMENT.time);
  await search(page);
  await expect
    .poll(() => around(page).getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^12:00\s[\s\S]*Deux\s+Un/),
      expect.stringMatching(/^12:01\s[\s\S]*Quatre\s+Trois/),
    ]);
  expect(errors).toEqual([]);
});

test('a refusal says the server’s reason', async () => {
  const page = await visit('/fr/dance/page-search.html');
  await fail(page, 422, 'date_outside_window');
  // Another day than the chosen one: of today, midnight may be the present minute.
  await main(page).locator(`input[value="${MOMENT.date}"]`).check();
  await main(page).getByLabel('Heure', { exact: true }).fill('00:00');
  await search(page);
  await main(page).getByText('Raison du serveur').waitFor();
});

/** Within the fourth track. */
const INSTANT = writeInstant(NOON_MS + 10 * MINUTE_MS);

test('what was found is shared as a moment, whose page says what played then and plays what is on now', async () => {
  const page = await visit(ADDRESS);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await main(page).getByRole('button', { name: 'Partager' }).click();
  const copy = main(page).getByRole('button', { name: 'Copier le lien' });
  await copy.waitFor();
  await stopClock(page);
  await copy.click();
  await page.getByRole('button', { name: 'Lien copié' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.clock.resume();
  expect(new URL(link).pathname).toBe(`/fr/dance/moment/${INSTANT}`);

  await goTo(page, `${visits.site.origin}${new URL(link).pathname}`);
  await main(page).getByRole('heading', { level: 1, name: 'Ce qui passait sur Onde Dance' }).waitFor();
  await main(page).getByRole('heading', { level: 2, name: 'Quatre' }).waitFor();
  expect(await around(page).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/juste avant\s+Trois/),
    expect.stringMatching(/juste après\s+Cinq/),
  ]);
  await main(page).getByRole('button', { name: 'Partager' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await main(page).getByRole('button', { name: 'Écouter Onde Dance en direct' }).click();
  await page.getByText('Nova Kessler').first().waitFor();
  for (const language of ['de', 'ru']) {
    const other = await visit(`/${language}/dance/moment/${INSTANT}`, { width: 320, dark: true });
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

test('the document of a moment holds its track and its picture; one that is not is the designed 404', async () => {
  const { status, html } = await read(`/en/dance/moment/${INSTANT}`);
  expect(status).toBe(200);
  expect(html).toContain('<title>Koda Merle - Quatre · Onde</title>');
  expect(html).toContain(`/og/moment/dance-${INSTANT}.png"`);
  expect(html).toContain('"@type":"BroadcastEvent"');
  expect(html).toContain('noindex');
  for (const instant of [
    writeInstant(Date.now() + DAY_MS),
    '1999-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    'now',
  ]) {
    const missing = await read(`/en/dance/moment/${instant}`);
    expect([instant, missing.status]).toEqual([instant, 404]);
    expect(missing.html).toContain('Nothing at that moment');
  }
});

test('each of two equal times bears its zone’s name, where the language writes it', async () => {
  const names = { de: ['Uhr MESZ', 'Uhr MEZ'], nl: ['uur CEST', 'uur CET'], en: ['CEST', 'CET'] };
  for (const [language, ofInstants] of Object.entries(names)) {
    for (const [at, instant] of DOUBLED.entries()) {
      const { html } = await read(`/${language}/trance/moment/${instant}`);
      expect(html).toContain(`02:30 ${ofInstants[at]}<`);
      // Nor is the beginning of what sounded, or of its neighbour, a time that could be either.
      expect(html).not.toContain('>02:30</time>');
    }
  }
});
