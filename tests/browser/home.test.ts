import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { scriptNamed } from '../support/built-scripts.ts';
import { lookOutFor } from '../support/look-out-for.ts';
import { isAlive, untilStill, watchErrors } from '../support/open-browser.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';

/** The public address: what links say, whatever the visitor typed. */
let publicOrigin: string;

const visits = siteVisits(() =>
  startSite([
    { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
    { streamId: 'hits', artist: 'Les Marées', title: 'Un été sans fin' },
  ]),
);

beforeAll(async () => {
  publicOrigin = `http://localhost:${new URL(visits.site.origin).port}`;
});
const { visit } = visits;

const streams = (page: Page) => page.getByRole('region', { name: 'Huit flux' });
const latest = (page: Page) => page.getByRole('region', { name: 'Derniers ajouts' });

test('a visitor sees the eight streams with what is on air on each', async () => {
  const page = await visit('/fr/dance');
  const errors = watchErrors(page);
  expect(await streams(page).getByRole('article').count()).toBe(8);
  const hits = streams(page).getByRole('article').nth(1);
  // A list of headings says of what they are.
  await hits.getByRole('heading', { name: 'Onde Hits' }).waitFor();
  await hits.getByText('Un été sans fin', { exact: true }).waitFor();
  await hits.getByText('Les Marées', { exact: true }).waitFor();
  await hits.getByText('Onde Hits', { exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Midnight Ferry' }).waitFor();
  await page.getByText('En direct sur Onde Dance').waitFor();
  expect(errors).toEqual([]);
});

test('a visitor at a desk sees the first cards whole, above the player', async () => {
  const page = await visit('/fr/dance');
  const card = await streams(page).getByRole('article').first().boundingBox();
  const bar = await page.getByRole('region', { name: 'Lecteur' }).boundingBox();
  if (card === null || bar === null) throw new Error('There is no card, or no player.');
  expect(card.y + card.height).toBeLessThanOrEqual(bar.y);
});

test.each([
  { width: 390, language: 'nl', plays: false, genre: 'Eurodance uit de jaren 90' },
  { width: 320, language: 'en', plays: true, genre: 'Trance & progressive' },
  { width: 1440, language: 'es', plays: true, genre: 'Trance y progressive' },
])('the genre on a card is whole at $width pixels [R94] ($language, plays: $plays)', async (look) => {
  const page = await visit(`/${look.language}/dance`, look);
  const line = page.getByRole('article').first().locator('p').last();
  if (look.plays) {
    await page.locator('[data-player-bar] button').filter({ visible: true }).first().click();
    await line.locator('b').waitFor();
  }
  const cut = await line.evaluate((element, words) => {
    element.replaceChildren(...element.querySelectorAll('b'), words);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    return { right: scrollWidth - clientWidth, below: scrollHeight - clientHeight };
  }, look.genre);
  expect(cut).toEqual({ right: 0, below: 0 });
});

test('a title of two lines is read whole on the card of a phone, and moves nothing', async () => {
  const page = await visit('/fr/dance', { width: 390 });
  const card = streams(page).getByRole('article').first();
  const title = card.locator('p').first();
  await untilStill(page);
  const before = (await card.boundingBox())?.height;
  const cut = await title.evaluate((element) => {
    element.textContent = 'Midnight Ferry to the Islands';
    return [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
  });
  expect(cut).toEqual([0, 0]);
  expect((await title.boundingBox())?.height).toBeGreaterThan(30);
  expect((await card.boundingBox())?.height).toBe(before);
});

test('on the card of a phone no dot hangs at the end of a line when it plays', async () => {
  const page = await visit('/fr/dance', { width: 320 });
  await page.locator('[data-player-bar] button').filter({ visible: true }).first().click();
  const plays = streams(page).getByRole('article').first().getByText('À l’écoute');
  expect(await plays.evaluate((element) => getComputedStyle(element, '::after').content)).toBe('none');
});

test('in colours of the listener’s own the card that plays has an edge that others have not [R264]', async () => {
  const page = await visit('/fr/dance');
  await page.locator('[data-player-bar] button').filter({ visible: true }).first().click();
  const cards = streams(page).getByRole('article');
  await cards.first().locator('button[aria-pressed="true"]').waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const edge = (card: Locator) => card.evaluate((one) => getComputedStyle(one).borderTopColor);
  await expect.poll(() => edge(cards.first())).not.toBe(await edge(cards.nth(1)));
});

test('a stream without music says that it comes soon, plays nothing and stands last [R10]', async () => {
  const page = await visit('/fr/dance');
  const club = streams(page).getByRole('article', { name: 'Onde Club' });
  await club.getByText('Bientôt', { exact: true }).waitFor();
  expect(await club.getByRole('button').count()).toBe(0);
  expect(await club.getByRole('link').count()).toBe(0);
  const names = await streams(page).getByRole('heading', { level: 3 }).allTextContents();
  expect(names.slice(0, 3)).toEqual(['Onde Dance', 'Onde Hits', 'Onde Club']);
});

test('a stream without music says so to who listens to its address, too [R10]', async () => {
  const page = await visits.newContext().then((context) => context.newPage());
  await page.clock.install();
  await goTo(page, `${visits.site.origin}/fr/club`);
  const main = page.getByRole('main');
  await main.getByText('Bientôt', { exact: true }).first().waitFor();
  const answers = ['/stream/club/session/', '/stream/club/marks'].map((path) =>
    page.waitForResponse((answer) => answer.url().includes(path) && answer.ok()),
  );
  await page
    .getByRole('region', { name: 'Lecteur' })
    .getByRole('button', { name: 'Écouter Onde Club' })
    .click();
  const club = streams(page).getByRole('article', { name: 'Onde Club' });
  await club.and(page.locator('[data-on="true"]')).waitFor();
  // What sounds is known to be no track.
  for (const answer of answers) await (await answer).finished();
  await page.clock.runFor(10_000);
  await club.getByText('Bientôt', { exact: true }).waitFor();
  expect(await main.getByText('En direct sur').count()).toBe(0);
  expect(await club.getByRole('link').count()).toBe(0);
  expect(await club.getByRole('img').or(club.locator('img')).count()).toBe(1);
});

test('the large play button says what a press does, and keeps its width', async () => {
  const page = await visit('/fr/dance');
  const button = page.getByRole('main').locator('button[data-play-stream="dance"]').first();
  const share = page.getByRole('main').getByRole('button', { name: 'Partager' });
  const place = async () => [await button.boundingBox(), await share.boundingBox()];
  await button.getByText('Écouter', { exact: true }).filter({ visible: true }).waitFor();
  await untilStill(page);
  const before = await place();
  await button.click();
  await button.getByText('Pause', { exact: true }).filter({ visible: true }).waitFor();
  expect(await place()).toEqual(before);
});

test('the document says it all before any script has run', async () => {
  const html = await (await fetch(`${visits.site.origin}/de/hits`)).text();
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('Live auf Onde Hits');
  expect(html).toContain('Un été sans fin');
  expect(html).toContain(`<link rel="canonical" href="${publicOrigin}/de/hits"/>`);
  expect(html.match(/<link rel="alternate" hrefLang=/g)).toHaveLength(9);
  const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  expect(facts).toMatchObject({
    '@type': 'RadioStation',
    '@id': `${publicOrigin}/#hits`,
    url: `${publicOrigin}/de/hits`,
    parentOrganization: { '@id': `${publicOrigin}/#radio`, url: `${publicOrigin}/de` },
  });
  expect(html).toContain(`<meta property="og:image" content="${publicOrigin}/og/stream/hits.png?lang=de"/>`);
});

test('a guest’s page comes to life without a formatter of dates or numbers: the first one takes a sixth of its script’s time', async () => {
  const context = await visits.newContext({ locale: 'fr-FR' });
  await context.addInitScript(watchFormatters);
  const page = await context.newPage();
  // The footer has the time, and comes with what comes later.
  await page.route(`**${scriptNamed('later')}`, () => {});
  await page.goto(`${visits.site.origin}/fr/dance`);
  await isAlive(page);
  const made = () => page.evaluate<string[]>('made');
  expect(await made()).toEqual([]);
  // It is seen where one is made.
  await page.evaluate("new Date().toLocaleDateString('fr'); new Intl.NumberFormat('fr')");
  expect(await made()).toEqual(['toLocaleDateString', 'NumberFormat']);
});

/** Leaves the name of whatever writes dates and numbers in `made`. */
function watchFormatters(): void {
  const made: string[] = [];
  Reflect.set(window, 'made', made);
  const watch = (owner: object, name: string) => {
    Reflect.set(
      owner,
      name,
      new Proxy(Reflect.get(owner, name), {
        construct: (real, words) => {
          made.push(name);
          return Reflect.construct(real, words);
        },
        apply: (real, on, words) => {
          made.push(name);
          return Reflect.apply(real, on, words);
        },
      }),
    );
  };
  watch(Intl, 'DateTimeFormat');
  watch(Intl, 'NumberFormat');
  for (const name of ['toLocaleDateString', 'toLocaleTimeString', 'toLocaleString'])
    watch(Date.prototype, name);
}

test('the home of the whole radio has the radio’s own picture, and its application in the reader’s language', async () => {
  const html = await (await fetch(`${visits.site.origin}/pl`)).text();
  expect(html).toMatch(/property="og:image" content="[^"]*\/og\/station\/radio\.png\?lang=pl"/);
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest?lang=pl"/>');
  expect(html.replaceAll('<!-- -->', '')).toMatch(/© 2001–20\d\d Onde/);
});

test('a visitor without scripts listens with the browser’s own controls, and finds none that do nothing [R108]', async () => {
  const context = await visits.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}/fr/hits`);
  const sound = page.locator('[data-player-bar] audio');
  expect(await sound.getAttribute('src')).toBe('/stream/hits.mp3');
  expect(await sound.isVisible()).toBe(true);
  expect(await page.locator('[data-play-stream]:visible').count()).toBe(0);
  expect(await page.locator('button:not([popovertarget]):visible').count()).toBe(0);
  const footer = page.getByRole('contentinfo');
  expect(await footer.evaluate((element) => getComputedStyle(element).paddingBottom)).not.toBe('0px');
});

test('a listener reads which stream is heard', async () => {
  const page = await visit('/fr/');
  const hits = streams(page).getByRole('article').nth(1);
  await hits.getByRole('button', { name: 'Écouter Onde Hits' }).click();
  await hits.getByText('À l’écoute').waitFor();
  await page.getByText('En direct sur Onde Hits').waitFor();
  // Each of the three keeps its name, and says by its state alone that it plays.
  await expect
    .poll(() => page.getByRole('button', { name: 'Écouter Onde Hits', pressed: true }).count())
    .toBe(3);
  await page.waitForURL('**/fr/hits');
});

test('a visitor finds what is new on the stream', async () => {
  const page = await visit('/fr/dance');
  const track = latest(page).getByRole('link', { name: 'Midnight Ferry' });
  await track.waitFor();
  expect(await track.getAttribute('href')).toBe('/fr/dance/info-titre/nova-kessler-midnight-ferry');
  expect(await latest(page).getByRole('link', { name: 'Tout voir' }).getAttribute('href')).toBe(
    '/fr/dance/page-last20.html',
  );
});

test('a page that stays open finds what has come to the stream since [R238]', async () => {
  const page = await (await visits.newContext()).newPage();
  await page.clock.install({ time: new Date() });
  await goTo(page, `${visits.site.origin}/fr/dance`);
  await latest(page).getByRole('link', { name: 'Midnight Ferry' }).waitFor();
  // Nobody is invited to register over it.
  await page.evaluate(() => sessionStorage.setItem('signup_modal_shown', 'true'));
  await page.route(/endpoint=latest-tracks/, async (route) => {
    const [first, ...others] = await (await route.fetch()).json();
    await route.fulfill({ json: [{ ...first, titre: 'Tout neuf' }, ...others] });
  });
  await page.clock.fastForward(11 * 60_000);
  await latest(page).getByText('Tout neuf').waitFor();
});

test('a cover that does not come has the logo of its stream in its place [R119]', async () => {
  const context = await visits.newContext({ viewport: { width: 390, height: 844 } });
  await context.route('**/covers/**', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}/fr/hits`);
  const shown = (cover: Locator) =>
    cover.evaluate((img) =>
      img instanceof HTMLImageElement && img.naturalWidth > 0 ? img.getAttribute('src') : null,
    );
  const places = [
    [page.locator('main img').first(), '/logo-hits.png'],
    [page.locator('[data-player-bar] img').first(), '/logo-hits.png'],
    [streams(page).getByRole('article').first().locator('img'), '/logo-dance.png'],
    [latest(page).getByRole('link', { name: 'Un été sans fin' }).locator('img'), '/logo-hits.png'],
  ] as const;
  for (const [cover, logo] of places) {
    await cover.scrollIntoViewIfNeeded();
    await expect.poll(() => shown(cover)).toBe(logo);
  }
  await context.unroute('**/covers/**');
  // With the network they come by themselves [A63].
  await page.evaluate(() => dispatchEvent(new Event('online')));
  for (const [cover] of places) {
    await cover.scrollIntoViewIfNeeded();
    await expect.poll(() => shown(cover)).toContain('/covers/');
  }
  await context.route('**/covers/**', (route) => route.abort());
  await page.goto(`${visits.site.origin}/fr/hits/biography/${encodeURIComponent('Les Marées')}`);
  await expect.poll(() => shown(page.locator('main img').first())).toBe('/logo-hits.png');
});

test('additions that do not come are tried three times more, then by hand', async () => {
  const page = await visit('/fr/dance');
  let calls = 0;
  await page.route(/endpoint=latest-tracks/, async (route) => {
    calls += 1;
    // Each try is announced before it is made, and waits until that was read.
    if (calls > 1)
      await latest(page)
        .getByText(`Nouvelle tentative… (essai ${calls - 1}/3)`)
        .waitFor();
    return route.fulfill({ status: 503, json: { success: false, error: 'x', code: 'internal' } });
  });
  await streams(page).getByRole('link', { name: 'Onde Hits' }).click();
  const retry = latest(page).getByRole('button', { name: 'Réessayer' });
  await retry.waitFor();
  await latest(page).getByText('Impossible de charger les derniers ajouts').waitFor();
  expect(calls).toBe(4);
  await page.unroute(/endpoint=latest-tracks/);
  await retry.click();
  await latest(page).getByRole('link', { name: 'Un été sans fin' }).waitFor();
});

test('additions that do not come for lack of a network say so, and come by themselves with it [A63]', async () => {
  // An address without a stream begins no sound: its timer would be of the clock before.
  const page = await visit('/fr/');
  await latest(page).getByRole('link', { name: 'Midnight Ferry' }).waitFor();
  await page.clock.install();
  await page.evaluate(() => {
    const attempts = new Set<string>();
    Object.assign(window, { attempts });
    new MutationObserver(() => {
      for (const [, attempt = ''] of document.body.textContent.matchAll(/essai (\d)\/3/g))
        attempts.add(attempt);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.context().setOffline(true);
  await streams(page).getByRole('link', { name: 'Onde Hits' }).click();
  for (const attempt of [1, 2, 3]) {
    await page.waitForFunction((seen) => Reflect.get(window, 'attempts').has(seen), String(attempt));
    await page.clock.fastForward(attempt * 1_000);
  }
  await latest(page).getByRole('button', { name: 'Réessayer' }).waitFor();
  await latest(page).getByText('Pas de connexion').waitFor();
  await page.context().setOffline(false);
  await latest(page).getByRole('link', { name: 'Un été sans fin' }).waitFor();
});

test('a dialog that cannot be fetched without a network says so [A63]', async () => {
  const page = await visit('/fr/dance');
  await stopClock(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Connexion' }).click();
  await page.getByText('Pas de connexion. Réessayez au retour du réseau.').first().waitFor();
});

test('a menu that cannot be fetched without a network says so, and comes by itself with it [A63, R126]', async () => {
  const page = await visit('/fr/dance');
  await page.context().setOffline(true);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Partager' }).click();
  await main.getByRole('alert').getByText('Pas de connexion. Réessayez au retour du réseau.').waitFor();
  await page.context().setOffline(false);
  await main.getByRole('button', { name: 'Copier le lien' }).waitFor();
});

test('on a small screen the additions fold up', async () => {
  const page = await visit('/fr/dance', { width: 390 });
  const track = latest(page).getByRole('link', { name: 'Midnight Ferry' });
  await track.waitFor();
  const fold = latest(page).getByRole('button', { name: 'Derniers ajouts' });
  await fold.click();
  await track.waitFor({ state: 'hidden' });
  await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
});

test('a link is copied where browsers keep their clipboard from pages, as without TLS [R219]', async () => {
  const page = await visit('/fr/dance');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) });
  });
  const share = page.getByRole('main').getByRole('button', { name: 'Partager' });
  await share.click();
  const copied = await lookOutFor(page, 'button', 'Lien copié');
  await page.getByRole('button', { name: 'Copier le lien' }).click();
  await copied();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${publicOrigin}/fr/dance`);
  // The menu and its focus stay as they were.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(
    /^(Lien copié|Copier le lien)$/,
  );
  expect(await share.getAttribute('aria-expanded')).toBe('true');
});

test('a visitor shares the stream, and reads that the link was copied', async () => {
  const page = await visit('/fr/dance');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('main').getByRole('button', { name: 'Partager' }).click();
  const copied = await lookOutFor(page, 'button', 'Lien copié');
  await page.getByRole('button', { name: 'Copier le lien' }).click();
  await copied();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${publicOrigin}/fr/dance`);
  await page.getByRole('button', { name: 'Copier le lien' }).waitFor();
  // Escape gives the focus back to the button [R92].
  await page.getByRole('button', { name: 'Copier le lien' }).focus();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-expanded') === 'false');
});
