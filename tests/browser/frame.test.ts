import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scriptNamed } from '../support/built-scripts.ts';
import { fetchPage } from '../support/fetch-page.ts';
import { isAlive, untilStill } from '../support/open-browser.ts';
import { siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { violationsOf } from '../support/violations-of.ts';

/** A station may give its streams keys and colours of its own. */
const STATION = `streams:
  - id: dance
    version: beach
  - id: club
    colour: rgba(120,120,120,1)
`;

const visits = siteVisits(() =>
  startSite(
    [
      { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
      { streamId: 'hits', artist: 'Les Marées', title: 'Un été sans fin' },
    ],
    {},
    [],
    (stationDir) => writeFile(join(stationDir, 'station.yaml'), STATION),
  ),
);

async function visit(options: { width?: number; dark?: boolean; missing?: string[] } = {}): Promise<Page> {
  const context = await visits.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  for (const name of options.missing ?? [])
    await page.route(`**${scriptNamed(name)}`, (route) => route.abort());
  await page.goto(`${visits.site.origin}/fr/dance`);
  await isAlive(page);
  return page;
}

const theme = (page: Page) =>
  page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.className]);
const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a stream has its title under the key that the station gives it', async () => {
  const page = await visit();
  await page.getByRole('heading', { level: 1, name: 'Midnight Ferry' }).waitFor();
  const titles = await (await page.request.get(`${visits.site.origin}/titre.json`)).text();
  expect(titles).toContain('"version":"beach"');
});

test('a stream has the colour that the station gives it, and words on it that can be read', async () => {
  const page = await visit();
  const palette = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const style = getComputedStyle(element);
        return ['--stream', '--on-stream', '--meter'].map((name) => style.getPropertyValue(name));
      });
  const grey = ['rgb(120, 120, 120)', '#000000', 'light-dark(#787878, #787878)'];
  expect((await palette('article:has(h3:text-is("Onde Dance"))')).at(0)).toBe('rgb(242, 152, 56)');
  expect(await palette('article:has(h3:text-is("Onde Club"))')).toEqual(grey);
  await page.goto(`${visits.site.origin}/fr/club`);
  await expect.poll(() => palette('main')).toEqual(grey);
  await page.goto(`${visits.site.origin}/player/club`);
  await expect.poll(() => palette('main')).toEqual(grey);
});

test('what is seen has the line for itself: styles come with the page, libraries once it has loaded', async () => {
  const page = await visit();
  const html = await (await page.request.get(`${visits.site.origin}/fr/dance`)).text();
  const libraries = scriptNamed('libraries');
  expect(html).not.toMatch(new RegExp(`<link[^>]*${libraries}`));
  expect(html).not.toMatch(/<link rel="stylesheet" href="[^"]*"\/>/);
  expect(html).toMatch(new RegExp(`addEventListener\\("load",.*"${libraries}".*import\\(script\\)`));
});

test('the theme is the system’s until one is chosen, and the choice is shown before any script has come', async () => {
  const page = await visit({ dark: true });
  expect(await theme(page)).toEqual(['dark', 'dark']);
  const toggle = page.getByRole('button', { name: 'Thème sombre' });
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
  await toggle.click();
  await expect.poll(() => theme(page)).toEqual(['light', '']);
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('false');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await page.locator('h1').waitFor();
  expect(await theme(page)).toEqual(['light', '']);
  await expect.poll(() => ground(page)).toBe('rgb(250, 247, 241)');
});

test('a list of the navigation opens, is walked through and closes from the keyboard', async () => {
  const page = await visit();
  const extra = page.getByRole('button', { name: 'Extra' });
  const isExpanded = (state: boolean) => extra.and(page.locator(`[aria-expanded="${state}"]`)).waitFor();
  await extra.focus();
  await page.keyboard.press('Enter');
  await isExpanded(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('Top 20');
  await page.keyboard.press('Escape');
  await isExpanded(false);
  await expect.poll(() => focused(page)).toBe('Extra');
  await extra.click();
  await isExpanded(true);
  await page.getByRole('button', { name: 'Plus' }).click();
  await isExpanded(false);
});

test('lists of the navigation, and the menu of small screens, open before any script has come', async () => {
  const open = async (width: number) => {
    const context = await visits.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${visits.site.origin}/fr/dance`);
    return page;
  };
  const large = await open(1440);
  const topTwenty = large.getByRole('banner').getByRole('link', { name: 'Top 20' });
  expect(await topTwenty.isVisible()).toBe(false);
  await large.getByRole('button', { name: 'Extra' }).click();
  // At one moment: a late font moves the button, and the list with it.
  const [button, list] = await large.evaluate(() =>
    ['[popovertarget]:has(+ :popover-open)', ':popover-open'].map((selector) => {
      const { x, y, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return { x, y, height };
    }),
  );
  expect(list).toMatchObject({ x: button?.x, y: (button?.y ?? 0) + (button?.height ?? 0) + 8 });
  await large.getByRole('button', { name: 'FR Français' }).click();
  await topTwenty.waitFor({ state: 'hidden' });
  await large.getByRole('link', { name: 'Deutsch' }).click();
  await large.waitForURL('**/de/dance');
  await large.context().close();

  const small = await open(390);
  await small.getByRole('button', { name: 'Menu' }).click();
  await small.getByRole('button', { name: 'Extra' }).click();
  await small.getByRole('link', { name: 'Top 20' }).click();
  await small.waitForURL('**/fr/dance/page-top20.html');
});

test('a document brings the looks of all that it draws, before any script [R116]', async () => {
  const missing: Record<string, string[]> = {};
  for (const path of ['dance', 'dance/page-don.html', 'dance/profile', 'dance/moment/x', 'dance/nowhere']) {
    const document = await (await fetchPage(`${visits.site.origin}/fr/${path}`)).text();
    const sheets = [...document.matchAll(/<style>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet).join('');
    const names = [...document.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '));
    expect(names.length, path).toBeGreaterThan(50);
    const unknown = names.filter((name) => name !== '' && !sheets.includes(`.${name}`));
    if (unknown.length > 0) missing[path] = [...new Set(unknown)];
  }
  expect(missing).toEqual({});
});

test('no block stands inside of a line of text', async () => {
  const page = await visit();
  const blocks = ':is(div, p, ul, ol, dl, section, article, form, h1, h2, h3, header, footer)';
  const misplaced = page.locator(`:is(span, p, h1, h2, h3, button, label, time, b) ${blocks}`);
  expect(await misplaced.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML))).toEqual([]);
});

test('the first stop of the keyboard leads to the content', async () => {
  const page = await visit();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Aller au contenu');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
});

test('the footer keeps the radio’s year when a clock is set wrong beside an open page [R9]', async () => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() });
  await page.goto(`${visits.site.origin}/fr/dance`);
  const footer = page.getByRole('contentinfo');
  await isAlive(page);
  await page.clock.setSystemTime(Date.now() + 800 * 86_400_000);
  await page.clock.runFor(15_000);
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await footer.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  const paris = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Paris' });
  // The titles are asked for again, and then the page looks at the clock.
  const footerSoon = async () => {
    await page.clock.runFor(61_000);
    return footer.textContent();
  };
  await expect.poll(footerSoon).toContain(`–${paris.format(Date.now())} `);
});

test('the second one leads to the player, and the footer to the keyboard’s commands [R143]', async () => {
  const page = await visit();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Aller au lecteur');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-player-bar'));
  await page.getByRole('contentinfo').getByRole('button', { name: 'Raccourcis clavier' }).click();
  await page
    .getByRole('dialog', { name: 'Raccourcis clavier' })
    .getByText('Choisir l’un des huit flux')
    .waitFor();
});

test('a dialog gives the focus back to what opened it', async () => {
  const page = await visit();
  const login = page.getByRole('button', { name: 'Connexion' });
  await login.click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.waitFor();
  expect(await violationsOf(page, 'dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Connexion');
});

test('a dialog closes when its visitor goes back, and the page that comes has the focus', async () => {
  const page = await visit();
  await page.getByRole('link', { name: 'Écouter', exact: true }).click();
  await page.waitForURL('**/page-ecoute.html');
  await page.getByRole('button', { name: 'Connexion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL('**/fr/dance');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  // A tab in which something sounds is called after that.
  const title = await page.locator('title:not([data-heard])').textContent();
  expect(await page.locator('#main').getAttribute('aria-label')).toBe(title);
});

test('a text that is marked with the pointer beyond its dialog leaves the dialog open', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Connexion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  const field = dialog.getByLabel('E-mail');
  await field.fill('lea@example.org');
  await field.hover();
  await page.mouse.down();
  await page.mouse.move(20, 450);
  await page.mouse.up();
  expect(await field.inputValue()).toBe('lea@example.org');
  // While something is written, no press beside it closes this one [A135].
  await field.fill('');
  await page.mouse.click(20, 450);
  await dialog.waitFor({ state: 'detached' });
});

test('what cannot be fetched is said, and the page stays', async () => {
  const page = await visit({ width: 390, missing: ['nav-sheet', 'player-sheet'] });
  await stopClock(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  const message = page.locator('[data-toast="refusal"]');
  await message.getByText('Une erreur est survenue').waitFor();
  await message.getByRole('button', { name: 'Fermer' }).click();
  await message.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
  await message.getByText('Une erreur est survenue').waitFor();
  expect(await page.getByRole('region', { name: 'Lecteur' }).isVisible()).toBe(true);
});

test('a page stands without its small parts', async () => {
  const page = await visit({ missing: ['later', 'share-links'] });
  await page.getByRole('main').getByRole('button', { name: 'Partager' }).click();
  await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Réessayer' }).waitFor();
  expect(await page.getByRole('contentinfo').textContent()).toContain('©');
});

test('of two dialogs that are slow to come the one that was asked for last opens', async () => {
  const page = await visit();
  const [scripts, letCome] = [`**${scriptNamed('account-dialogs')}`, Promise.withResolvers<void>()];
  await page.route(scripts, async (route) => {
    await letCome.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(scripts);
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  const address = (await asked).url();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' }).click();
  const preferences = page.getByRole('dialog', { name: 'Préférences' });
  await preferences.waitFor();
  letCome.resolve();
  // As text: what the test runner makes of an import is none in the page.
  await page.evaluate(`import(${JSON.stringify(address)}).then(() => {})`);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  expect(await page.locator('dialog').count()).toBe(1);
  await preferences.waitFor();
});

test('a dialog that opens another one is replaced by it', async () => {
  const page = await visit({ width: 390 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Programme' }).waitFor();
  expect(await violationsOf(page, 'dialog')).toEqual([]);
  await menu.getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
  await expect.poll(() => page.locator('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Menu');
});

test('the menu of small screens leads to a page and closes', async () => {
  const page = await visit({ width: 390 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Faire un don' }).click();
  await page.waitForURL('**/fr/dance/page-don.html');
  await page.locator('dialog').waitFor({ state: 'detached' });
});

test('a long name of the station leaves the buttons beside it their place [R224]', async () => {
  const name = 'Radio Associative de la Côte de Nacre et du Pays d’Auge';
  await using site = await startSite([FERRY], {}, [], (stationDir) =>
    writeFile(join(stationDir, 'station.yaml'), `name: ${name}\n`),
  );
  const context = await visits.newContext();
  const page = await context.newPage();
  for (const [width, language, button] of [
    [320, 'fr', 'Menu'],
    [901, 'es', 'Iniciar sesión'],
    [1024, 'ru', 'Войти'],
    [1440, 'fr', 'Connexion'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.origin}/${language}/dance/page-contact.html`);
    const head = page.getByRole('banner');
    await head.getByText(name).waitFor();
    // In its own letters, which are wider than those before them.
    await untilStill(page);
    const box = await head.getByRole('button', { name: button }).boundingBox();
    expect([width, (box?.x ?? 0) + (box?.width ?? 0) <= width]).toEqual([width, true]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('a short name of the station stands on one line where the bar is full', async () => {
  const page = await visit({ width: 901 });
  await page.goto(`${visits.site.origin}/es/dance/page-contact.html`);
  await untilStill(page);
  const name = page.getByRole('banner').getByText('Onde', { exact: true });
  expect((await name.boundingBox())?.height).toBeLessThan(30);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(901);
});

test('a message goes after three seconds, and waits while it is read', async () => {
  const page = await visit();
  await stopClock(page);
  const star = page.getByRole('button', { name: 'Faire d’Onde Dance mon flux favori' });
  await star.click();
  const message = page.locator('[data-toast="info"]');
  await message.waitFor();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await message.hover();
  await page.clock.runFor(3_500);
  expect(await message.isVisible()).toBe(true);
  await page.mouse.move(10, 500);
  await page.clock.runFor(3_500);
  await message.waitFor({ state: 'detached' });
});

test('the page takes the colour of the stream that is heard', async () => {
  const page = await visit();
  const colour = () =>
    page.getByRole('main').evaluate((main) => getComputedStyle(main).getPropertyValue('--stream'));
  expect(await colour()).toBe('rgb(242, 152, 56)');
  await page.getByRole('button', { name: 'Écouter Onde Hits' }).first().click();
  await expect.poll(colour).toBe('rgb(203, 43, 61)');
});
