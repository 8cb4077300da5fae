import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { startBufferingProxy } from '../support/buffering-proxy.ts';
import { scriptNamed } from '../support/built-scripts.ts';
import { CuttableNetwork } from '../support/cuttable-network.ts';
import { joinSite } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { hearTone, tonesOf, watchTones } from '../support/watch-tones.ts';

/** Tones by their place in the list, as the site has them. */
const [FERRY, SUMMER, TIDE] = [220, 275, 330] as const;
const TITLES: Readonly<Record<string, number>> = { 'Midnight Ferry': FERRY, 'Un été sans fin': SUMMER };

const visits = siteVisits(
  () =>
    startSite([
      { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry', seconds: 4 },
      { streamId: 'dance', artist: 'Les Marées', title: 'Un été sans fin', seconds: 4 },
      { streamId: 'club', artist: 'DJ Comète', title: 'Feel the Tide', seconds: 30 },
    ]),
  { autoplay: 'always' },
);

interface Visit {
  readonly page: Page;
  /** What was asked for of the streams' sound. */
  readonly asked: string[];
  /** What the page's policy forbade. */
  forbidden(): Promise<string[]>;
}

/** A page of a listener whose tones are told apart; `wish` is what the browser keeps of the way to hear. */
async function visit(origin: string, path: string, wish?: string): Promise<Visit> {
  const context = await visits.newContext({ locale: 'fr' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/stream\/.*\.(mp3|m3u8)$/.test(pathname)) asked.push(pathname + search);
  });
  await watchTones(page, [FERRY, SUMMER, TIDE]);
  await page.addInitScript((kept) => {
    const forbidden: string[] = [];
    Object.assign(window, { forbidden });
    addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
      forbidden.push(`${violatedDirective} ${blockedURI}`),
    );
    if (kept && location.protocol === 'http:') localStorage.setItem('onde-transport', kept);
  }, wish && JSON.stringify({ wish }));
  await goTo(page, `${origin}${path}`);
  return { page, asked, forbidden: () => page.evaluate(() => Reflect.get(window, 'forbidden')) };
}

/** Has a page that is none of the radio's answer for its sound. `answered` resolves once that was often enough. */
async function answerAsPortal(page: Page): Promise<{ answered: Promise<void>; go(): Promise<void> }> {
  const answered = Promise.withResolvers<void>();
  const sound = /\/stream\/.*\.(mp3|m3u8)/;
  let count = 0;
  await page.route(sound, async (route) => {
    count += 1;
    if (count === 3) answered.resolve();
    await route.fulfill({ contentType: 'text/html', body: '<title>Sign in</title>' });
  });
  return { answered: answered.promise, go: () => page.unroute(sound) };
}

async function callPlaylist(streamId: string): Promise<string> {
  const answer = await fetch(`${visits.site.origin}/stream/${streamId}/live.m3u8`);
  return answer.ok ? answer.text() : '';
}

const bar = (page: Page) => page.getByRole('region', { name: 'Lecteur' });
const isSegment = (address: string) => /\/\d+(-[\w-]+)?\.mp3$/.test(address);
const isProgressive = (address: string) => address.includes('session=');
const hearDance = (page: Page) =>
  page.waitForFunction((tones) => tones.includes(Reflect.get(window, 'toneNow')()), [FERRY, SUMMER]);

test('who has chosen segments hears them at a press, titles with their sound, and another stream [R186, R157]', async () => {
  const { page, asked, forbidden } = await visit(visits.site.origin, '/fr/', 'hls');
  // The scripts come before the press, and have run when they can be imported once more.
  const scripts = await page.waitForFunction((addresses) => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    const found = addresses.map((address) => names.find((name) => name.endsWith(address)));
    return found.every(Boolean) && found;
  }, ['chosen-sound', 'hls-sound', 'hls-js-player'].map(scriptNamed));
  // As text: what the test runner makes of an import is none in the page.
  const names = JSON.stringify(await scripts.jsonValue());
  await page.evaluate(`Promise.all(${names}.map((name) => import(name))).then(() => {})`);
  await bar(page).locator('button[data-play-stream]').click();
  await hearDance(page);
  expect((await tonesOf(page)).address).toMatch(/^blob:/);
  expect([asked.some(isProgressive), asked.some(isSegment)]).toEqual([false, true]);

  const settled = (await tonesOf(page)).titles.length;
  await expect.poll(async () => (await tonesOf(page)).titles.length, PATIENT).toBeGreaterThan(settled + 2);
  const { titles, changes, silentLooks, waits } = await tonesOf(page);
  // A title is some frames early or late: it never is that of another piece than the one heard or about to be.
  const order = changes.map(({ hertz }) => hertz);
  for (const { shown, hertz } of titles.slice(settled + 1)) {
    const named = TITLES[shown] ?? 0;
    const isNext = order.some((one, at) => one === hertz && order[at + 1] === named);
    expect([shown, named === hertz || isNext || hertz === 0]).toEqual([shown, true]);
  }
  // A hole of ours would come with each piece; a machine that is late now and then makes one by itself.
  expect([waits, silentLooks < titles.length - settled - 1]).toEqual([0, true]);

  await page.goto(`${visits.site.origin}/fr/club`);
  await hearTone(page, TIDE);
  expect(await forbidden()).toEqual([]);
  expect(page.workers()).toEqual([]);
});

test('behind a proxy that keeps back what goes on for ever the radio is heard in segments by itself [R187]', async () => {
  await using proxy = await startBufferingProxy(visits.site.origin);
  const { page, asked } = await visit(proxy.origin, '/fr/dance');
  await hearDance(page);
  expect([asked.some(isProgressive), asked.some(isSegment)]).toEqual([true, true]);
  // Found out once: the next page begins with them.
  asked.length = 0;
  await page.reload();
  await hearDance(page);
  const first = asked.findIndex(isSegment);
  expect(first).toBeGreaterThan(-1);
});

test('an outage that is shorter than what has been fetched is not heard [R191]', async () => {
  await using network = await CuttableNetwork.open(Number(new URL(visits.site.origin).port));
  // A radio that has just begun has nothing yet to fetch ahead, and who joins it then stays as close behind.
  await expect
    .poll(async () => (await callPlaylist('club')).match(/#EXTINF/g)?.length, PATIENT)
    .toBeGreaterThan(10);
  const { page } = await visit(network.origin, '/fr/club', 'hls');
  await hearTone(page, TIDE);
  const endSeconds = await page.waitForFunction(() => {
    const { address, seconds, endSeconds: end } = Reflect.get(window, 'heardTones')();
    return address.startsWith('blob:') && end > seconds + 12 && end;
  });
  const before = await tonesOf(page);
  // A network that asks to sign in, first, is none either.
  const { answered, go } = await answerAsPortal(page);
  await answered;
  await network.breakOff();
  await go();
  // Enough is left for what fetches to ask once more, and for a slow machine to decode.
  const untilSeconds = (await endSeconds.jsonValue()) - 6;
  await page.waitForFunction((end) => Reflect.get(window, 'heardTones')().seconds > end, untilSeconds);
  await network.mend();
  await page.waitForFunction((end) => Reflect.get(window, 'heardTones')().seconds > end, untilSeconds + 10);
  const after = await tonesOf(page);
  // Silence by an outage is an element that has run dry; what a busy machine decodes late is none of it.
  expect(after.waits).toBe(before.waits);
});

test('a member hears segments of their own, from the sign-in on [R194]', async () => {
  const { token, user } = await joinSite(visits.site, 'hlsa');
  const { page, asked } = await visit(visits.site.origin, '/fr/club', 'hls');
  await hearTone(page, TIDE);
  await page.evaluate(
    ([authToken, authUser]) => {
      localStorage.setItem('authToken', authToken);
      localStorage.setItem('authUser', authUser);
    },
    [token, JSON.stringify(user)] as const,
  );
  await page.reload();
  const isOwn = (address: string) => /\/\d+-[\w-]+\.mp3$/.test(address);
  await expect.poll(() => asked.some(isOwn), PATIENT).toBe(true);
  await hearTone(page, TIDE);
  // Whoever signs out goes on with what they hear, until they stop it.
  await page.getByRole('button', { name: /^Compte de/ }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.waitForFunction(() => localStorage.getItem('adFreeToken') === null);
  asked.length = 0;
  await expect.poll(() => asked.filter(isSegment).length, PATIENT).toBeGreaterThan(1);
  expect(asked.filter(isSegment).filter((address) => !isOwn(address))).toEqual([]);
});

test('a listener who chooses segments while the radio plays hears them at once, and back [R186]', async () => {
  const { page, asked } = await visit(visits.site.origin, '/fr/club');
  await hearTone(page, TIDE);
  await page.waitForFunction(() => Reflect.get(window, 'heardTones')().seconds > 1);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Préférences' });
  const choose = (name: string) =>
    dialog
      .getByRole('radio', { name })
      .focus()
      .then(() => page.keyboard.press('Space'));
  await choose('Par segments');
  await page.waitForFunction(() => Reflect.get(window, 'heardTones')().address.startsWith('blob:'));
  await expect.poll(() => asked.filter(isSegment).length, PATIENT).toBeGreaterThan(2);
  await hearTone(page, TIDE);
  await dialog.getByText('Enregistré', { exact: true }).waitFor();
  asked.length = 0;
  await choose('En continu');
  await expect.poll(() => asked.find(isProgressive), PATIENT).toMatch(/from=\d+/);
  await hearTone(page, TIDE);
});
