import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { marksSchema } from '#src/broadcast/now-playing/marks.wire.ts';
import { scriptNamed } from '../support/built-scripts.ts';
import { joinSite, openContext, openPage } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { hear, watchSound } from '../support/watch-sound.ts';

const visits = siteVisits(
  () =>
    startSite([
      { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry', seconds: 4 },
      { streamId: 'dance', artist: 'Les Marées', title: 'Un été sans fin', seconds: 4 },
      { streamId: 'dance', artist: 'Ørn', title: 'Basement Light', seconds: 4 },
      { streamId: 'club', artist: 'DJ Comète', title: 'Feel the Tide' },
    ]),
  { autoplay: 'always' },
);

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Lecteur' });
const hero = (page: Page): Locator => page.getByRole('heading', { level: 1 });

test('a title changes when its sound does, never before it [R157]', async () => {
  const context = await visits.newContext({ locale: 'fr' });
  const page = await context.newPage();
  await watchSound(page);
  // What the bar says, each time that is something else, and how far the sound was at that moment.
  await page.addInitScript(() => {
    const changes: { title: string; seconds: number }[] = [];
    Object.assign(window, { titleChanges: changes });
    const read = () => {
      const title = document.querySelector('#player a[href*="info-titre"]:not([tabindex])')?.textContent;
      const [element]: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
      if (!title || !element?.currentTime || changes.at(-1)?.title === title) return;
      changes.push({ title, seconds: element.currentTime });
    };
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver(read).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      }),
    );
  });
  // Until both are there titles come by the radio's word [R161], ahead of the sound.
  const isKnown = Promise.all(
    [/\/stream\/dance\/session\//, /\/stream\/dance\/marks/].map((asked) =>
      page.waitForResponse((answer) => asked.test(answer.url()) && answer.ok()),
    ),
  );
  await goTo(page, `${visits.site.origin}/fr/dance`);
  const { address } = await hear(page, 'dance');
  await isKnown;
  // The next change may be the first by what is heard: to what was heard for a while.
  const settled = await page.evaluate(() => Reflect.get(window, 'titleChanges').length);
  await page.waitForFunction((before) => Reflect.get(window, 'titleChanges').length >= before + 3, settled);
  const changes: { title: string; seconds: number }[] = await page.evaluate(() =>
    Reflect.get(window, 'titleChanges'),
  );
  const ask = async (path: string) => (await (await fetch(`${visits.site.origin}${path}`)).json()).data;
  const session = new URL(address).searchParams.get('session');
  const { first_ms: firstMs } = await ask(`/stream/dance/session/${session}`);
  const { marks } = marksSchema.parse(await ask('/stream/dance/marks'));
  for (const { title, seconds } of changes.slice(settled + 1)) {
    const heardMs = firstMs + seconds * 1000;
    const mark = marks.findLast(({ first_ms }) => first_ms <= heardMs + 1);
    expect([title, heardMs]).toEqual([mark?.titre, heardMs]);
  }
});

interface Played {
  readonly artiste: string;
  readonly titre: string;
  /** Seconds since the programme was made. */
  readonly at: number;
  readonly kind?: 'track' | 'interlude';
}
const FERRY = { artiste: 'Nova Kessler', titre: 'Midnight Ferry' };
const SUMMER = { artiste: 'Les Marées', titre: 'Un été sans fin' };

/**
 * What stands on the timeline of dance by the test's word, and a listener who hears it a minute late. The sound
 * itself is the radio's.
 */
async function programme(context: BrowserContext) {
  const startMs = Date.now();
  let played: readonly Played[] = [];
  let aheadMs = 0;
  let places = 0;
  let marksAsked = 0;
  let hasPlaces = true;
  const startedMs = ({ at }: Played) => startMs + aheadMs + at * 1000;
  const row = (one: Played) => ({
    artiste: one.artiste,
    titre: one.titre,
    slug: one.kind === 'interlude' ? '' : one.titre.toLowerCase().replaceAll(/\W+/g, '-'),
    pochette: `/covers/${one.titre.length}.jpg`,
    duration: 3_600,
  });
  await context.route('**/titre.json', (route) => {
    const last = played.findLast(({ kind }) => kind !== 'interlude');
    const started_at = new Date(last ? startedMs(last) : 0).toISOString();
    return route.fulfill({ json: last ? [{ version: 'onde', started_at, ...row(last) }] : [] });
  });
  await context.route('**/stream/dance/marks*', (route) => {
    marksAsked += 1;
    const isMember = route.request().url().includes('noads=');
    const marks = played
      .filter(({ kind }) => kind !== 'interlude' || isMember)
      .map((one) => ({ first_ms: startedMs(one), kind: one.kind ?? 'track', ...row(one) }));
    return route.fulfill({ json: { success: true, data: { now_ms: Date.now() + aheadMs, marks } } });
  });
  await context.route('**/stream/dance/session/*', (route) => {
    places += 1;
    if (!hasPlaces) return route.abort();
    return route.fulfill({ json: { success: true, data: { first_ms: startMs + aheadMs - 60_000 } } });
  });
  return {
    plays(...pieces: readonly Played[]) {
      played = pieces;
    },
    /** The radio's clock is set. */
    leap(ms: number) {
      aheadMs += ms;
    },
    loseSessions() {
      hasPlaces = false;
    },
    get places() {
      return places;
    },
    get marksAsked() {
      return marksAsked;
    },
  };
}

/** Waits until the stream sounds: a change from what nobody has heard yet is not announced [R91]. */
const sounds = (page: Page) => expect.poll(() => page.locator('[data-phase]').count()).toBe(0);

const lockScreen = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title);

test('who hears the radio a minute late reads, votes on and hears said what is heard [R157, R91]', async () => {
  const context = await openContext(visits, await joinSite(visits.site, 'nina'));
  const radio = await programme(context);
  radio.plays({ ...FERRY, at: -200 }, { ...SUMMER, at: -2 });
  const page = await openPage(context, visits.site, '/fr/dance');
  const says = (title: string) => bar(page).getByText(title, { exact: true }).first().waitFor();
  await hero(page).getByText('Midnight Ferry').waitFor();
  await says('Midnight Ferry');
  await page.waitForFunction(() => document.title === 'Midnight Ferry · Nova Kessler');
  await expect.poll(() => lockScreen(page)).toBe('Midnight Ferry');
  await sounds(page);
  const votes: unknown[] = [];
  await page.route('**/api-proxy.php?endpoint=votes*', (route) => {
    const vote = route.request().postDataJSON();
    if (vote) votes.push(vote.full_title);
    return route.fulfill({ json: { success: true, has_voted: false, vote: null } });
  });
  const like = bar(page).getByRole('button', { name: 'J’aime ce titre' });
  await like.click();
  await expect.poll(() => votes).toEqual(['Nova Kessler - Midnight Ferry']);
  await page.evaluate(() =>
    new MutationObserver(() => {
      for (const { textContent: words } of document.querySelectorAll('p[aria-live="polite"]'))
        if (words.includes('Un été sans fin')) Object.assign(window, { saidAloud: words });
    }).observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
  // What the listener hears by now, and something new on the air, which the next poll tells.
  radio.plays(
    { ...FERRY, at: -200 },
    { ...SUMMER, at: -62 },
    { artiste: 'Ørn', titre: 'Basement Light', at: 1 },
  );
  await says('Un été sans fin');
  const saidAloud = () => page.evaluate(() => Reflect.get(window, 'saidAloud'));
  await expect.poll(saidAloud).toContain('Les Marées - Un été sans fin');
  await hero(page).getByText('Un été sans fin').waitFor();
  await expect.poll(() => lockScreen(page)).toBe('Un été sans fin');
  await like.click();
  await expect.poll(() => votes.at(-1)).toBe('Les Marées - Un été sans fin');
});

test('a heart that is on its way is that of its track, not of the one that is heard by then [R157]', async () => {
  const context = await openContext(visits, await joinSite(visits.site, 'hanna'));
  const radio = await programme(context);
  radio.plays({ ...FERRY, at: -200 });
  const page = await openPage(context, visits.site, '/player/dance');
  const kept = Promise.withResolvers<void>();
  await page.route(/favorites&action=add/, async (route) => {
    await kept.promise;
    await route.fulfill({ json: { success: true, data: {} } });
  });
  const heart = (track: string) => page.getByRole('button', { name: `Titre favori : ${track}`, exact: true });
  const isOn = (track: string) => heart(track).getAttribute('aria-pressed');
  await heart('Nova Kessler - Midnight Ferry').click();
  await expect.poll(() => isOn('Nova Kessler - Midnight Ferry')).toBe('true');
  radio.plays({ ...FERRY, at: -200 }, { ...SUMMER, at: -62 }, { ...FERRY, at: 1 });
  expect(await isOn('Les Marées - Un été sans fin')).toBe('false');
  kept.resolve();
});

test('what plays at the start is not said, also where the radio says late what that is [R91]', async () => {
  const context = await visits.newContext({ locale: 'fr' });
  const radio = await programme(context);
  radio.plays({ ...FERRY, at: -200 }, { ...SUMMER, at: -2 });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await context.route('**/stream/dance/marks*', async (route) => {
    asked.resolve();
    await answer.promise;
    await route.fallback();
  });
  const page = await openPage(context, visits.site, '/fr/dance');
  await expect.poll(() => lockScreen(page)).toBe('Un été sans fin');
  // The ear waits for ten seconds only.
  await asked.promise;
  answer.resolve();
  await sounds(page);
  await expect.poll(() => lockScreen(page)).toBe('Midnight Ferry');
  radio.plays(
    { ...FERRY, at: -200 },
    { ...SUMMER, at: -62 },
    { artiste: 'Ørn', titre: 'Basement Light', at: 1 },
  );
  const aloud = bar(page).locator('p[aria-live="polite"]', { hasText: ' - ' });
  await aloud.waitFor({ state: 'attached' });
  expect(await aloud.textContent()).toContain('Les Marées - Un été sans fin');
});

test('what plays at the start of another stream is not said, and what follows it is [R91]', async () => {
  const context = await visits.newContext({ locale: 'fr' });
  const radio = await programme(context);
  radio.plays({ ...FERRY, at: -200 });
  const page = await openPage(context, visits.site, '/fr/club');
  await expect.poll(() => lockScreen(page)).toBe('Feel the Tide');
  await sounds(page);
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const { textContent: words } of document.querySelectorAll('p[aria-live="polite"]'))
        if (words.includes(' - ') && said.at(-1) !== words) said.push(words);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  // Until both are there, it is not known what is heard.
  const isKnown = Promise.all(
    [/dance\/session\//, /dance\/marks/].map((asked) => page.waitForResponse(asked)),
  );
  await page.locator('button[data-play-stream="dance"]').first().click();
  await isKnown;
  await expect.poll(() => lockScreen(page)).toBe('Midnight Ferry');
  await sounds(page);
  radio.plays({ ...FERRY, at: -200 }, { ...SUMMER, at: -62 });
  await page.waitForFunction(() => Reflect.get(window, 'said').length > 0);
  expect(await page.evaluate(() => Reflect.get(window, 'said'))).toEqual([
    expect.stringContaining('Les Marées - Un été sans fin'),
  ]);
});

test('a track is said over the whole player of a phone, too [R91, R230]', async () => {
  const context = await visits.newContext({ locale: 'fr', viewport: { width: 390, height: 844 } });
  const radio = await programme(context);
  radio.plays({ ...FERRY, at: -200 }, { ...SUMMER, at: -2 });
  const page = await openPage(context, visits.site, '/fr/dance');
  await expect.poll(() => lockScreen(page)).toBe('Midnight Ferry');
  await sounds(page);
  await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
  const sheet = page.getByRole('dialog', { name: 'Lecteur' });
  await sheet.getByRole('heading', { name: 'Midnight Ferry' }).waitFor();
  radio.plays(
    { ...FERRY, at: -200 },
    { ...SUMMER, at: -62 },
    { artiste: 'Ørn', titre: 'Basement Light', at: 1 },
  );
  await sheet.locator('[aria-live="polite"]').getByText('Les Marées - Un été sans fin').waitFor();
});

test('a member reads what stands in for adverts, which has no page, vote or heart [R158]', async () => {
  const context = await openContext(visits, await joinSite(visits.site, 'paul'));
  const radio = await programme(context);
  radio.plays({ ...FERRY, at: -200 }, { artiste: 'Onde', titre: 'Le large', at: -62, kind: 'interlude' });
  const page = await openPage(context, visits.site, '/fr/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('adFreeToken'))).toMatch(/./);
  await bar(page).locator('button[data-play-stream]').click();
  await bar(page).getByText('Le large', { exact: true }).first().waitFor();
  await hero(page).getByText('Le large').waitFor();
  expect(await bar(page).getByRole('link', { name: 'Le large' }).count()).toBe(0);
  expect(await bar(page).getByRole('button', { name: 'J’aime ce titre' }).count()).toBe(0);
  radio.plays({ ...FERRY, at: -200 }, { ...SUMMER, at: -61 });
  await bar(page).getByText('Un été sans fin', { exact: true }).first().waitFor();
  await bar(page).getByRole('button', { name: 'J’aime ce titre' }).waitFor();
});

test('when nobody says where the sound stands, titles come by the radio’s word [R161]', async () => {
  const context = await visits.newContext({ locale: 'fr' });
  const radio = await programme(context);
  radio.loseSessions();
  radio.plays({ ...FERRY, at: -200 });
  const page = await openPage(context, visits.site, '/fr/dance');
  await expect.poll(() => lockScreen(page)).toBe('Midnight Ferry');
  radio.plays({ ...FERRY, at: -200 }, { ...SUMMER, at: 0 });
  await bar(page).getByText('Un été sans fin', { exact: true }).first().waitFor();
  await expect.poll(() => lockScreen(page)).toBe('Un été sans fin');
});

test('a radio whose clock is set goes on being read as it is heard [R163]', async () => {
  const context = await visits.newContext({ locale: 'fr' });
  const radio = await programme(context);
  radio.plays({ ...FERRY, at: -200 }, { ...SUMMER, at: -2 });
  const page = await openPage(context, visits.site, '/fr/dance');
  await expect.poll(() => lockScreen(page)).toBe('Midnight Ferry');
  // The radio itself may have said so, before the sound was asked for its place, or the marks were: those that come only
  // after the leap are not known to be dated anew.
  await expect.poll(() => Math.min(radio.places, radio.marksAsked)).toBeGreaterThan(0);
  const before = radio.places;
  radio.leap(7_200_000);
  await expect.poll(() => radio.places).toBeGreaterThan(before);
  await hero(page).getByText('Midnight Ferry').waitFor();
  radio.plays(
    { ...FERRY, at: -200 },
    { ...SUMMER, at: -62 },
    { artiste: 'Ørn', titre: 'Basement Light', at: 1 },
  );
  await hero(page).getByText('Un été sans fin').waitFor();
});

test('scripts that come once something sounds, or once the page rests, are asked for until they come [R126]', async () => {
  const context = await openContext(visits, await joinSite(visits.site, 'lena'));
  const names = ['later', 'keep-ad-free', 'live-track', 'keep-diary'];
  const lost = new Set<string>();
  const found = new Set<string>();
  const come = new Set<string>();
  for (const name of names)
    await context.route(`**${scriptNamed(name)}`, (route) => {
      if (found.has(name)) return route.continue();
      lost.add(name);
      return route.abort();
    });
  context.on('request', (request) => {
    if (request.url().includes('/readyz')) for (const name of lost) found.add(name);
  });
  context.on('requestfinished', (request) => {
    for (const name of names) if (request.url().endsWith(scriptNamed(name))) come.add(name);
  });
  const pass = context.waitForEvent('response', (answer) => answer.url().includes('endpoint=token'));
  const page = await openPage(context, visits.site, '/fr/dance');
  await pass;
  await expect.poll(() => lockScreen(page)).not.toBe(undefined);
  await expect.poll(() => names.filter((name) => come.has(name))).toEqual(names);
});
