import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { scriptNamed } from '../support/built-scripts.ts';
import { isAlive, watchErrors } from '../support/open-browser.ts';
import { pageTitle } from '../support/page-title.ts';
import { siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';

const visits = siteVisits(() => startSite([FERRY]));

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${visits.site.origin}${path}`, { redirect: 'manual', headers });

async function visit(path: string, stored: Record<string, string> = {}, locale = 'ja-JP'): Promise<Page> {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 }, locale });
  const entries = Object.entries(stored);
  await context.addInitScript((list) => {
    for (const [key, value] of list) localStorage.setItem(key, value);
  }, entries);
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}${path}`);
  return page;
}

describe('a program', () => {
  test.each([
    ['/', '/fr/dance'],
    ['/profile?a=1', '/fr/dance/profile?a=1'],
    ['/nowhere', '/fr/dance'],
    ['//', '/fr/dance'],
    ['///', '/fr/dance'],
    ['//a%20b/', '/fr/dance'],
    ['//fr/hits?a=1', '/fr/hits?a=1'],
    ['/fr//hits', '/fr/hits'],
    ['/player', '/player/dance'],
    ['/player/', '/player/dance'],
    ['/xx/hits/page-top20.html', '/fr/hits/page-top20.html'],
    ['/de/page-top20.html?a=1', '/de/dance/page-top20.html?a=1'],
    ['/de/info-titre/nova', '/de/dance/info-titre/nova'],
    ['/de/biography/nova', '/de/dance/biography/nova'],
  ])('that asks for %s is sent to %s', async (path, to) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
  });

  test('is sent to the language it accepts', async () => {
    const answer = await ask('/', { 'Accept-Language': 'nl-BE, fr;q=0.4' });
    expect(answer.headers.get('location')).toBe('/nl/dance');
    expect(answer.headers.get('vary')).toContain('Accept-Language');
  });

  test.each(['/wp-login.php', '/fr/nothing.js'])(
    'that asks for the file %s gets a plain 404',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('text/plain');
    },
  );

  test.each(['/fr/dance/nothing', '/fr/jazz', '/fr/jazz/page-top20.html', '/fr/dance/page-nothing.html'])(
    'that asks for %s, below a language, gets a page with the status 404',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('Cette page a pris le large');
    },
  );

  test.each([
    ['/fr', 'Midnight Ferry'],
    ['/fr/', 'Midnight Ferry'],
    ['/fr/dance/', 'Midnight Ferry'],
    ['/en/club/page-ecoute.html', 'Listen everywhere'],
    ['/de/dance/page-contact.html', 'Schreib uns'],
    ['/pl/dance/page-search.html', 'Co to było?'],
    ['/es/dance/page-top20.html', 'Top 20'],
    ['/it/dance/page-last20.html', 'Ultimi arrivi'],
    ['/ru/dance/page-podcast.html', 'Подкасты'],
    ['/nl/dance/page-grille.html', 'Programma van de week'],
    ['/fr/dance/page-don.html', 'Faire un don'],
    ['/fr/dance/page-mentions-legales.html', 'Mentions légales'],
    ['/fr/dance/info-titre/nova-kessler-midnight-ferry', 'Nova Kessler - Midnight Ferry'],
    ['/fr/dance/biography/Nova%20Kessler', 'Nova Kessler'],
    ['/fr/dance/profile', 'Mon profil'],
    ['/fr/dance/pseudo-selection', 'Choisir un pseudo'],
    ['/validate-email?token=x&lang=de', 'E-Mail bestätigen'],
    ['/reset-password?token=x&lang=en', 'New password'],
  ])('that asks for %s gets the page of that name', async (path, heading) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    const [, inside = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(await answer.text()) ?? [];
    expect(inside.replaceAll(/<[^>]*>|<!--.*?-->/g, '')).toBe(heading);
  });
});

test('pages without a language are in what the visitor reads, the public page of a member in French', async () => {
  const german = { 'Accept-Language': 'de' };
  const player = await ask('/player/dance', german);
  expect(player.headers.get('vary')).toContain('Accept-Language');
  expect(await player.text()).toContain('<html lang="de"');
  expect(await (await ask('/lovepuls/lea_m', german)).text()).toContain('<html lang="fr"');
});

describe('a visitor without a language in the address', () => {
  test('comes to French and dance when nothing else is known', async () => {
    const page = await visit('/');
    await page.waitForURL('**/fr/dance');
  });

  test('comes to the language that the browser speaks', async () => {
    const page = await visit('/profile?x=1#y', {}, 'pl-PL');
    await page.waitForURL('**/pl/dance/profile?x=1#y');
  });

  test('comes to what the browser has stored', async () => {
    const page = await visit('/', { language: 'it', auth_return_stream: '80s' }, 'pl-PL');
    await page.waitForURL('**/it/80s');
  });

  test('comes to the favourite stream as a member', async () => {
    const user = JSON.stringify({ favoriteStreamId: 'club' });
    const page = await visit('/', { authToken: 'x', user, auth_return_lang: 'ru', language: 'it' });
    await page.waitForURL('**/ru/club');
  });

  test('breaks no rule of the page on the way', async () => {
    const context = await visits.newContext();
    const page = await context.newPage();
    const errors = watchErrors(page);
    await page.goto(`${visits.site.origin}/`);
    await page.waitForURL('**/dance');
    await isAlive(page);
    expect(errors).toEqual([]);
  });
});

test('a guest who presses the language of the page takes it in place of the stored one [A4]', async () => {
  const page = await visit('/fr/dance', { language: 'de' });
  await isAlive(page);
  await page.getByRole('button', { name: 'FR Français' }).click();
  await page.getByRole('link', { name: 'Français' }).click();
  await page.waitForFunction(() => localStorage.getItem('language') === 'fr');
});

test('a visitor who changes the language stays on the page, with its query', async () => {
  const page = await visit('/fr/hits/page-top20.html?week=47');
  await isAlive(page);
  await page.getByRole('button', { name: 'FR Français' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/de/hits/page-top20.html?week=47');
  await page.getByText('Die zwanzig meistgespielten Titel').waitFor();
  await page.locator('html[lang=de]').waitFor();
  await page.waitForFunction(() => localStorage.getItem('language') === 'de');
  await expect.poll(() => pageTitle(page)).toBe('Top 20 · Onde Hits');
});

test('a dialog that is opened while the language changes goes on in the new one', async () => {
  const page = await visit('/fr/dance');
  await isAlive(page);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/fluxaudio\.json/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'FR Français' }).click();
  const asked = page.waitForRequest(/fluxaudio\.json/);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await asked;
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('dialog', { name: 'Connexion' }).getByLabel('E-mail').waitFor();
  letGo();
  await page.locator('html[lang=de]').waitFor();
  await page.getByRole('dialog', { name: 'Anmelden' }).getByLabel('E-Mail').waitFor();
  expect(
    await page
      .getByRole('dialog')
      .getByText(/accounts\./)
      .count(),
  ).toBe(0);
});

test('a visitor who goes to another page reads it from its beginning, under its title', async () => {
  const page = await visit('/fr/dance');
  await isAlive(page);
  await page.getByRole('navigation').getByRole('button', { name: 'Plus' }).click();
  await page.getByRole('link', { name: 'Mentions légales' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mentions légales' }).waitFor();
  await expect.poll(() => pageTitle(page)).toBe('Mentions légales · Onde');
  const focused = page.locator('main:focus');
  await page.getByRole('main', { name: 'Mentions légales · Onde' }).and(focused).waitFor();
  await page.goBack();
  await page.getByText('En direct sur Onde Dance').waitFor();
  await page
    .getByRole('main', { name: /Onde Dance/ })
    .and(focused)
    .waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('main').getAttribute('aria-label')).toBeNull();
});

test('a visitor who goes back, or loads the page anew, finds it scrolled as it was left', async () => {
  const page = await visit('/fr/dance/page-mentions-legales.html');
  await isAlive(page);
  await page.setViewportSize({ width: 1440, height: 200 });
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  // The browser keeps the words in view where they are when a late font makes the lines above them a pixel shorter.
  const isAsLeft = async () => Math.abs((await scrolled()) - 150) < 5;
  await page.evaluate(() => scrollTo(0, 150));
  const link = page.getByRole('navigation').getByRole('link', { name: 'Programme' });
  await link.evaluate((element: HTMLElement) => element.click());
  await page.getByRole('heading', { level: 1, name: 'Programme de la semaine' }).waitFor();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Mentions légales' }).waitFor();
  await expect.poll(isAsLeft).toBe(true);
  await page.reload();
  await isAlive(page);
  await expect.poll(isAsLeft).toBe(true);
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Programme de la semaine' }).waitFor();
  await page.goBack();
  await expect.poll(isAsLeft).toBe(true);
});

test('a page comes to life when its own script comes after all the others', async () => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const errors = watchErrors(page);
  const late = `${visits.site.origin}${scriptNamed('schedule-page')}`;
  const come = new Set<string>();
  let isLate = false;
  page.on('requestfinished', (request) => come.add(request.url()));
  await page.route(late, async (route) => {
    // All are asked for together, in links that stand in the page before any of them has come.
    const asked = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => (link instanceof HTMLLinkElement ? link.href : '')));
    const others = asked.filter((address) => address !== late);
    await expect.poll(() => others.filter((address) => !come.has(address))).toEqual([]);
    isLate = true;
    await route.continue();
  });
  await page.goto(`${visits.site.origin}/fr/dance/page-grille.html`);
  await isAlive(page);
  await page.getByRole('heading', { level: 1, name: 'Programme de la semaine' }).waitFor();
  expect(isLate).toBe(true);
  expect(errors).toEqual([]);
});

test.each(['/fr/dance', '/ru/dance', '/embed/dance'])('%s fetches each of its fonts once', async (path) => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const fonts: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() !== 'font') return;
    fonts.push(answer.body().then((bytes) => createHash('sha256').update(bytes).digest('hex')));
  });
  await page.goto(`${visits.site.origin}${path}`);
  await page.evaluate(() => document.fonts.ready);
  const preloaded = await page.locator('link[rel=preload][as=font]').count();
  expect(preloaded).toBe(path.startsWith('/embed') ? 0 : 2);
  const come = await Promise.all(fonts);
  expect(come.length).toBeGreaterThan(0);
  expect(come).toEqual([...new Set(come)]);
});

test('a page whose scripts were lost on the way asks for them again [R126]', async () => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const lost = new Set<string>();
  // First those that others stand on; once they have come, the entry itself.
  for (const name of ['libraries', 'entry-client'])
    await page.route(`**${scriptNamed(name)}`, (route) => {
      if (lost.has(name)) return route.continue();
      lost.add(name);
      return route.abort();
    });
  await page.goto(`${visits.site.origin}/fr/dance`);
  await isAlive(page);
  expect(lost.size).toBe(2);
  const cutOff = new RegExp(`/readyz|${scriptNamed('share-links')}`);
  await page.route(cutOff, (route) => route.abort());
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/readyz'));
  await page.getByRole('main').getByRole('button', { name: 'Partager' }).first().click();
  await asked;
  await page.unroute(cutOff);
  await page.getByRole('button', { name: 'Copier le lien' }).waitFor();
});

test('a page that was asked for without a connection is shown to be on its way, and comes with its style once there is one [R120]', async () => {
  const page = await visit('/fr/dance');
  await isAlive(page);
  const rules = () =>
    page.evaluate(() => Array.from(document.styleSheets, ({ cssRules }) => cssRules.length));
  const sheetsBefore = (await rules()).length;
  await page.context().setOffline(true);
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/readyz'));
  await page.getByRole('navigation').getByRole('link', { name: 'Programme' }).click();
  await refused;
  await page.locator('[data-way]').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Programme de la semaine' }).waitFor();
  await page.locator('[data-way]').waitFor({ state: 'detached' });
  await expect.poll(async () => (await rules()).length).toBeGreaterThan(sheetsBefore);
  await expect.poll(rules).not.toContain(0);
});

test('a visitor who goes back to the public page of a member reads it in French again', async () => {
  const page = await visit('/lovepuls/lea_m');
  await isAlive(page);
  await page.getByRole('button', { name: 'FR Français' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/de/lovepuls/lea_m');
  await page.locator('html[lang=de]').waitFor();
  await page.goBack();
  await page.locator('html[lang=fr]').waitFor();
});

test('podcasts and schedule are offered where a stream has them', async () => {
  const page = await visit('/fr/lounge');
  const navigation = page.getByRole('navigation');
  await navigation.getByRole('link', { name: 'Écouter' }).waitFor();
  expect(await navigation.getByRole('link', { name: 'Podcasts' }).count()).toBe(0);
  expect(await navigation.getByRole('link', { name: 'Programme' }).count()).toBe(0);
});

test('what has been answered so far has Node warn of nothing in the log', async () => {
  for (let times = 0; times < 5; times += 1) await (await fetch(`${visits.site.origin}/fr/dance`)).text();
  expect(visits.site.output.filter((line) => line.includes('Node.js warns'))).toEqual([]);
});
