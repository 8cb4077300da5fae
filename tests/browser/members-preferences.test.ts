import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/open-browser.ts';
import {
  isAlive,
  joinSite,
  logInto,
  openContext,
  openPage,
  PHONE,
  type SiteMember,
  violationsOf,
} from '../support/site-members.ts';
import { type Site, startSite } from '../support/start-site.ts';

const FRENCH = { language: 'fr', streamId: 'dance', theme: 'light', device: 'dev_1a2b' };

let site: Site;
let browser: Browser;
let contexts: BrowserContext[] = [];
let lea: SiteMember;

beforeAll(async () => {
  site = await startSite([{ streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' }]);
  browser = await openBrowser();
  lea = await joinSite(site, 'lea_m', { clientPreferences: FRENCH });
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

async function open(
  member: SiteMember | null,
  path: string,
  options?: Parameters<typeof openContext>[2],
): Promise<Page> {
  const context = await openContext(browser, member, options);
  contexts.push(context);
  return openPage(context, site, path);
}

async function openPreferences(page: Page) {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Préférences' });
  await dialog.waitFor();
  return dialog;
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));
/** Resolves when the server has been told of a choice. */
const told = (page: Page, method = 'POST') =>
  page.waitForResponse(
    (answer) => answer.url().includes('endpoint=preferences') && answer.request().method() === method,
  );

test('what a member prefers on a laptop is found on the phone', async () => {
  const laptop = await open(lea, '/fr/dance/profile');
  await laptop.waitForFunction(() => localStorage.getItem('user') !== null);
  const dialog = await openPreferences(laptop);
  expect(await violationsOf(laptop)).toEqual([]);

  await Promise.all([
    told(laptop),
    dialog
      .getByRole('radio', { name: 'Sombre' })
      .focus()
      .then(() => laptop.keyboard.press('Space')),
  ]);
  expect(await themeOf(laptop)).toBe(true);
  await dialog.getByText('Enregistré').waitFor();
  await Promise.all([told(laptop), dialog.getByText('Club', { exact: true }).click()]);
  const volume = dialog.getByRole('slider', { name: 'Volume' });
  await volume.focus();
  const moved = told(laptop);
  await laptop.keyboard.press('ArrowRight');
  await laptop.keyboard.press('ArrowRight');
  expect(await volume.getAttribute('aria-valuetext')).toMatch(/^60\s%$/);
  expect((await moved).request().postDataJSON()).toEqual({ preferences: { volume: 0.6 } });
  expect(await violationsOf(laptop)).toEqual([]);
  await Promise.all([told(laptop), dialog.getByLabel('Langue').selectOption('de')]);
  await laptop.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
  await laptop.waitForURL('**/de/dance/profile');

  const phone = await open(await logInto(site, lea), '/fr/dance/page-ecoute.html', PHONE);
  // 500 ms after the sync: home, in the language and the stream that she prefers.
  await phone.waitForURL('**/de/club');
  await phone.waitForFunction(() => document.documentElement.classList.contains('dark'));
  const stored = await phone.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
  expect(stored).toMatchObject({ language: 'de', theme: 'dark', volume: 0.6, favoriteStreamId: 'club' });
});

test('a member who resets has the defaults here and on the server, after a busy second', async () => {
  const page = await open(await logInto(site, lea), '/de/club/profile');
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
  await page.getByRole('contentinfo').getByRole('button', { name: 'Einstellungen' }).click();
  const before = Date.now();
  await Promise.all([
    told(page, 'DELETE'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Wird zurückgesetzt|Réinitialisation)/ })
      .waitFor(),
    page.getByRole('dialog').getByRole('button', { name: 'Zurücksetzen' }).click(),
  ]);
  // French is the default language of the preferences: the page is in it again.
  const dialog = page.getByRole('dialog', { name: 'Préférences' });
  await dialog.getByRole('button', { name: 'Réinitialiser' }).waitFor();
  expect(Date.now() - before).toBeGreaterThanOrEqual(1_000);
  await page.waitForURL('**/fr/club/profile');
  expect(await themeOf(page)).toBe(false);
  expect(await dialog.getByRole('radio', { name: 'Dance' }).isChecked()).toBe(true);
  expect(await dialog.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toMatch(
    /^50\s%$/,
  );

  const elsewhere = await open(await logInto(site, lea), '/it/hits');
  await elsewhere.waitForURL('**/fr/dance');
});

test('a guest’s preferences stay in the browser, without a preferred stream', async () => {
  const page = await open(null, '/fr/dance');
  const dialog = await openPreferences(page);
  expect(await dialog.getByText('Flux favori').count()).toBe(0);
  await dialog.getByText('Sombre').click();
  await dialog.getByLabel('Langue').selectOption('en');
  await page.waitForURL('**/en/dance');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Preferences');
  await page.reload();
  await isAlive(page);
  expect(await themeOf(page)).toBe(true);
  const guest = await page.evaluate(() => JSON.parse(localStorage.getItem('guest') ?? '{}'));
  expect(guest).toMatchObject({ theme: 'dark', language: 'en' });
});

test('a guest who has chosen signs in, and a member who had chosen nothing takes it over', async () => {
  const fresh = await joinSite(site, 'fresh_one', { clientPreferences: undefined });
  const page = await open(null, '/fr/dance');
  const dialog = await openPreferences(page);
  await dialog.getByText('Sombre').click();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  const login = page.getByRole('dialog', { name: 'Connexion' });
  await login.getByLabel('E-mail').fill(fresh.user.email);
  await login.getByLabel('Mot de passe', { exact: true }).fill('marée haute 1998');
  const primed = told(page);
  await page.keyboard.press('Enter');
  expect((await primed).request().postDataJSON()).toMatchObject({
    preferences: { language: 'fr', theme: 'dark', favoriteStreamId: 'dance', volume: 0.5 },
  });
  await page.waitForFunction(() => localStorage.getItem('guest') === null);
  expect(await page.evaluate(() => localStorage.getItem('auth_return_lang'))).toBeNull();
});

test('a phone has all preferences on one screen, by night too, and can stop announcements', async () => {
  const page = await open(await logInto(site, lea), '/fr/dance/profile', { ...PHONE, colorScheme: 'dark' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const dialog = await openPreferences(page);
  await dialog.getByLabel('Annoncer chaque nouveau titre').uncheck();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('onde-player') ?? '{}'))).toMatchObject({
    announcements: false,
  });
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
