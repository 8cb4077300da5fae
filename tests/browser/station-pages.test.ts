import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { COPY_CONFIRMATION_MS, DONATION_FORM_HEIGHT } from '#src/contract/limits.ts';
import { watchErrors } from '../support/open-browser.ts';
import { siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { showTheme, violationsOf } from '../support/violations-of.ts';

const FORM_SITE = 'https://dons.example.org';
const PAY_SITE = 'https://pay.example.net';

/** Longer than a line of a phone. */
const LONG_ADDRESS = `https://example.org/${'privacy'.repeat(9)}`;

const STATION = `name: Onde
association: { name: Les Amis d’Onde, address: "1 quai, Caen", email: ici@example.org }
apps: { windows: https://radio.example.org/setup.exe }
donation:
  form: ${FORM_SITE}/form
  origins: [${PAY_SITE}]
  bills: [{ what: Hébergement, eurosPerMonth: 73.05 }]
`;

const visits = siteVisits(() =>
  startSite([FERRY], {}, [], async (stationDir) => {
    await writeFile(join(stationDir, 'station.yaml'), STATION);
    await writeFile(
      join(stationDir, 'legal.en.md'),
      `# Legal notice\n\nIn short.\n\n${LONG_ADDRESS}\n\n- ${LONG_ADDRESS}`,
    );
  }),
);

/** In both themes, on a desk and on the smallest phone, which must not scroll sideways. */
async function expectAccessible(page: Page): Promise<void> {
  for (const [width, theme] of [
    [1440, 'dark'],
    [320, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, theme);
    expect(await violationsOf(page, undefined, { isOwnOnly: true })).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

test('search engines find the radio at its address, as the one of a stream too', async () => {
  const html = await (await fetch(`${visits.site.origin}/fr/club`)).text();
  const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  const address = { streetAddress: '1 quai, Caen' };
  expect(facts).toMatchObject({ address, parentOrganization: { address } });
});

test('a visitor finds the ways to listen that there are, and takes one along [R47, R67, R68]', async () => {
  const page = await visits.visit('/fr/club/page-ecoute.html');
  const errors = watchErrors(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const apps = page.getByRole('region', { name: 'Applications' }).getByRole('link');
  expect(await apps.count()).toBe(1);
  expect(await apps.getAttribute('href')).toBe('https://radio.example.org/setup.exe');

  const code = page.getByRole('img', { name: /^Code QR qui mène à .*\/fr\/club$/ });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  const row = page.getByRole('listitem').filter({ hasText: 'Onde 90s' });
  const address = (await row.getByText(/^http.*\/stream\/90s\.mp3$/).textContent()) ?? '';
  const coming = page.waitForEvent('download');
  await row.getByRole('link', { name: 'VLC' }).click();
  expect(await readFile(await (await coming).path(), 'utf8')).toContain(`<location>${address}</location>`);
  await stopClock(page);
  await row.getByRole('button', { name: 'Copier l’adresse' }).click();
  await row.getByRole('button', { name: 'Adresse copiée' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  // A second press is confirmed for as long as the first one.
  await page.clock.fastForward(COPY_CONFIRMATION_MS - 1);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await row.getByRole('button', { name: 'Adresse copiée' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.clock.fastForward(COPY_CONFIRMATION_MS - 1);
  await row.getByRole('button', { name: 'Adresse copiée' }).waitFor();
  await page.clock.resume();
  await page.clock.fastForward(COPY_CONFIRMATION_MS);
  await row.getByRole('button', { name: 'Copier l’adresse' }).waitFor();
  await expectAccessible(page);
  expect(await code.isVisible()).toBe(false);
  // On the smallest phone a word is not parted to leave a button its place beside it.
  const lines = page.getByRole('heading', { name: 'Windows', exact: true }).evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return words.getClientRects().length;
  });
  expect(await lines).toBe(1);
  expect(errors).toEqual([]);

  // On the smallest phones all ways of a stream stand in one line, the sign that copies its address included.
  await page.setViewportSize({ width: 320, height: 640 });
  const ways = page.getByRole('listitem').filter({ hasText: 'Winamp' }).first().locator('a, button');
  const tops = await ways.evaluateAll((all) => all.map((way) => way.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test('a donor’s browser calls the site of the form once it is asked to, and not before [R49, R69, R70]', async () => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const called: string[] = [];
  await context.route(`${FORM_SITE}/**`, async (route) => {
    called.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<title>Form</title><p>Votre don</p>' });
  });
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.goto(`${visits.site.origin}/fr/dance/page-don.html`);
  await page.getByText('50 heures').waitFor();
  const place = page.getByRole('heading', { name: 'Le formulaire de don vient de dons.example.org' });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const cost = page.getByRole('region', { name: 'Ce que coûte une heure de radio' });
  expect(await cost.getByRole('definition').allTextContents()).toEqual(
    ['73,05', '73,05', '0,10'].map((euros) => expect.stringMatching(new RegExp(`^${euros}\\s€$`))),
  );
  expect(called).toEqual([]);

  await page.getByRole('button', { name: 'Afficher le formulaire' }).click();
  const frame = page.locator('iframe');
  await page.frameLocator('iframe').getByText('Votre don').waitFor();
  expect(called).toEqual([`${FORM_SITE}/form`]);
  expect((await frame.boundingBox())?.height).toBe(DONATION_FORM_HEIGHT);
  expect(await frame.getAttribute('title')).toBe('Formulaire de don de dons.example.org');
  await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
  await place.waitFor({ state: 'detached' });
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('a donor whom the form leads on to pay gets there, and may pay by their browser [R148]', async () => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  await context.route(/^https:\/\/(dons|pay|other)\.example\./, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${PAY_SITE}/">Payer</a><a href="https://other.example.net/">Ailleurs</a><b>${new URL(route.request().url()).host}</b>`,
    }),
  );
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}/fr/dance/page-don.html`);
  await page.getByRole('button', { name: 'Afficher le formulaire' }).click();
  const inside = page.frameLocator('iframe');
  const mayPay = () =>
    inside
      .locator('body')
      .evaluate(
        () =>
          'featurePolicy' in document &&
          Reflect.get(Object(document.featurePolicy), 'allowsFeature').call(
            document.featurePolicy,
            'payment',
          ),
      );
  await inside.getByText('dons.example.org').waitFor();
  expect(await mayPay()).toBe(true);
  await inside.getByRole('link', { name: 'Payer' }).click();
  await inside.getByText('pay.example.net').waitFor();
  expect(await mayPay()).toBe(true);
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-src'));
  await inside.getByRole('link', { name: 'Ailleurs' }).click();
  await refused;
});

test('a reader of another language finds a word in it, the excerpt, and the French notice [R50, R72, R73, R224]', async () => {
  const page = await visits.visit('/de/club/page-mentions-legales.html');
  const errors = watchErrors(page);
  await page.getByText('frag uns auf Deutsch').waitFor();
  const excerpt = page.getByRole('region', { name: 'Kurz, auf Englisch' });
  expect(await excerpt.locator('[lang=en] p').first().textContent()).toBe('In short.');
  const notice = page.getByRole('region', { name: 'Der vollständige Text auf Französisch' });
  await notice.locator('[lang=fr]').getByText('Les Amis d’Onde est responsable du traitement').waitFor();
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(
    /\/fr\/dance\/page-mentions-legales\.html$/,
  );
  expect(await page.locator('link[hreflang]').count()).toBe(0);
  const contents = page.getByRole('navigation', { name: 'Inhalt' });
  await contents.getByRole('link', { name: 'Sécurité' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);

  await page.emulateMedia({ media: 'print' });
  expect(await contents.isVisible()).toBe(false);
  expect(await notice.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page);
  expect(errors).toEqual([]);
});
