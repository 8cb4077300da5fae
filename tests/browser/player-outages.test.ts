import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { BROADCAST_PROCESS, killRunning } from '../durability/support/until-running.ts';
import { pageTitle } from '../support/page-title.ts';

import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { hear, hearNothing, soundsOf, watchSound } from '../support/watch-sound.ts';

const TRACKS = [{ streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' }] as const;
const visits = siteVisits(() => startSite(TRACKS), { autoplay: 'always' });

/** A page whose timers the test can let run ahead. */
async function visit(path: string): Promise<Page> {
  const context = await visits.newContext({ locale: 'fr' });
  const page = await context.newPage();
  await watchSound(page);
  await page.clock.install();
  await goTo(page, `${visits.site.origin}${path}`);
  return page;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Lecteur' });

async function untilReconnecting(page: Page, attempt: number | string = ''): Promise<void> {
  await page.waitForFunction(
    (words) => document.body.textContent.includes(words),
    `Reconnexion, essai ${attempt}`,
  );
}

test('a listener who opens the address of a stream hears it by itself', async () => {
  const page = await visit('/fr/hits');
  await hear(page, 'hits');
});

test('a listener at an address of a stream that has no page hears that stream all the same', async () => {
  const page = await visit('/fr/hits/nowhere');
  await hear(page, 'hits');
});

test('a listener who opens an address without a stream hears nothing by itself', async () => {
  const page = await visit('/fr/');
  await page.clock.runFor(1_500);
  expect(await soundsOf(page)).toEqual([]);
});

test.each([
  ['progressive', /\/stream\/dance(\.mp3|\/live\.m3u8)/],
  ['hls', '**/stream/dance/**'],
])(
  'a listener of a stream that is full reads so, and hears it when the server has said to ask again [R239] (%s)',
  async (wish, stream) => {
    const context = await visits.newContext({ locale: 'fr' });
    await context.addInitScript(
      (kept) => location.protocol === 'http:' && localStorage.setItem('onde-transport', kept),
      JSON.stringify({ wish }),
    );
    const page = await context.newPage();
    let refused = 0;
    const refusal = { success: false, error: 'Ce flux est complet.', code: 'stream_full' };
    await context.route(stream, (route) => {
      refused += 1;
      return route.fulfill({ status: 503, headers: { 'Retry-After': '30' }, json: refusal });
    });
    await watchSound(page);
    await page.clock.install();
    await goTo(page, `${visits.site.origin}/fr/dance`);
    const words = bar(page).locator('[data-phase]').getByText('Ce flux est complet.');
    await words.waitFor();
    const refusedBefore = refused;
    await page.clock.runFor(20_000);
    expect(refused).toBe(refusedBefore);
    await context.unroute(stream);
    await page.clock.runFor(20_000);
    await expect
      .poll(async () => (await soundsOf(page)).some(({ isPlaying, seconds }) => isPlaying && seconds > 1))
      .toBe(true);
    await words.waitFor({ state: 'detached' });
  },
);

test('a listener hears the radio again after it was killed and started', async () => {
  const page = await visit('/fr/dance');
  await hear(page, 'dance');
  await page.evaluate(() => {
    const said: string[] = [];
    Reflect.set(window, 'said', said);
    const region = document.querySelector('#player [role="status"]:not(:has(*))');
    if (region === null) throw new Error('The bar says nothing.');
    const note = () => region.textContent && said.push(region.textContent);
    new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
  });
  const reconnecting = untilReconnecting(page, 3);
  await visits.site.crash(() => reconnecting);
  await hear(page, 'dance');
  await bar(page).getByText('Reconnexion').first().waitFor({ state: 'detached' });
  // Attempts are counted for the eyes alone [R250].
  expect(await page.evaluate(() => Reflect.get(window, 'said'))).toEqual(['Reconnexion, essai 1']);
});

test('a listener hears the radio again by itself each time that broadcast dies under npm start', async () => {
  await using site = await startSite(TRACKS, {}, [], undefined, 'npm start');
  const page = await (await visits.newContext({ locale: 'fr' })).newPage();
  await watchSound(page);
  await goTo(page, `${site.origin}/fr/dance`);
  for (const signal of ['SIGTRAP', 'SIGKILL', 'SIGKILL'] as const) {
    await hear(page, 'dance');
    const reconnecting = untilReconnecting(page);
    await killRunning(site.pid, BROADCAST_PROCESS, signal);
    await reconnecting;
  }
  await hear(page, 'dance');
  await bar(page).getByText('Reconnexion').first().waitFor({ state: 'detached' });
});

test('a listener who pauses during an outage is left in peace when the radio is back', async () => {
  const page = await visit('/fr/dance');
  await hear(page, 'dance');
  const reconnecting = untilReconnecting(page);
  await visits.site.crash(async () => {
    await reconnecting;
    await bar(page).locator('button[data-play-stream]').click();
  });
  await hearNothing(page);
  await page.clock.runFor(10_000);
  await hearNothing(page);
});

test('a listener without a network is told so, and hears the radio when it is back', async () => {
  const page = await visit('/fr/dance');
  await hear(page, 'dance');
  await page.context().setOffline(true);
  await visits.site.crash(() =>
    bar(page).getByText('Hors ligne').filter({ visible: true }).first().waitFor(),
  );
  await bar(page).getByText('La musique reprendra avec le réseau').waitFor();
  await page.context().setOffline(false);
  await hear(page, 'dance');
});

test('a listener who moves on without a network keeps page and sound, and gets the new page with the network', async () => {
  const page = await visit('/fr/dance');
  await hear(page, 'dance');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.context().setOffline(true);
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/readyz'));
  await page.getByRole('link', { name: 'Podcasts' }).click();
  await asked;
  expect(await pageTitle(page)).toBe('Écouter Onde Dance en direct');
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Podcasts', level: 1 }).waitFor();
  // A new page takes the focus: an open list would close.
  await page.locator('main:focus').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Langue' }).click();
  const askedAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('/readyz'));
  await page.getByRole('link', { name: 'Polski' }).click();
  await askedAgain;
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  await page.context().setOffline(false);
  await page.locator('html[lang=pl]').waitFor();
  await page.getByRole('heading', { name: 'Podcasty', level: 1 }).waitFor();
  await hear(page, 'dance');
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true);
});

test('a visitor whose page is older than the radio reads the other language in a fresh page', async () => {
  const page = await visit('/fr/');
  await page.route('**/assets/pl-*.js', (route) => route.fulfill({ status: 404 }), { times: 2 });
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('link', { name: 'Polski' }).click();
  await page.waitForURL('**/pl/', { waitUntil: 'load' });
  await page.getByRole('heading', { name: 'Osiem kanałów' }).waitFor();
});

test('a track that cannot be fetched stays, and the failure is logged', async () => {
  const page = await visit('/fr/');
  const logged = page.waitForEvent('console', (message) => message.text().includes('The answer is no JSON.'));
  await page.route('**/titre.json', (route) => route.fulfill({ body: 'nonsense' }));
  expect((await logged).type()).toBe('warning');
  await bar(page).getByText('Midnight Ferry').first().waitFor();
});
