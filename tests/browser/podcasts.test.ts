import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeEpisode } from '#src/audio/testing/write-episode.ts';
import { EPISODES_LISTED, podcastShowsSchema, podcastsSchema } from '#src/features/podcasts/podcasts.wire.ts';
import { holdTime } from '../support/hold-time.ts';
import { isAlive, watchErrors } from '../support/open-browser.ts';
import { goTo, type Look, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { violationsOf } from '../support/violations-of.ts';
import { hear, hearNothing } from '../support/watch-sound.ts';

const EPISODE_SECONDS = 40;
const PODCASTS = '/fr/dance/page-podcast.html';

const visits = siteVisits(
  () =>
    startSite(
      [
        { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
        { streamId: 'club', artist: 'Ørn', title: 'Basement Light' },
      ],
      {},
      [],
      writePodcasts,
    ),
  { autoplay: 'always' },
);

beforeAll(async () => {
  await untilRead();
});

async function writePodcasts(stationDir: string): Promise<void> {
  const tides = join(stationDir, 'podcasts', 'carnets');
  await mkdir(tides, { recursive: true });
  await writeFile(
    join(tides, 'show.yaml'),
    'title: Carnets de marée\ndescription: Un lieu, une mélodie.\nstream: dance\nitunes: https://podcasts.apple.com/podcast/id1\n',
  );
  for (let month = 1; month <= 7; month += 1) {
    const tags = { title: `Épisode ${month}`, comment: `Le ${month}.`, date: `2026-0${month}-05` };
    await writeEpisode(join(tides, `${month}.mp3`), EPISODE_SECONDS, tags, 200 + 50 * month);
  }
  const long = join(stationDir, 'podcasts', 'long');
  await mkdir(long);
  await writeFile(join(long, 'show.yaml'), 'title: Au long cours\nstream: 80s\n');
  for (let at = 1; at <= EPISODES_LISTED + 2; at += 1)
    await writeEpisode(join(long, `${at}.mp3`), 1, { title: `Étape ${at}`, date: '2026-01-05' }, 200 + at);
  const far = join(stationDir, 'podcasts', 'far');
  await mkdir(far);
  await writeFile(
    join(far, 'show.yaml'),
    'title: Ailleurs\nstream: club\nfeed: https://example.org/far.xml\n',
  );
  const east = join(stationDir, 'podcasts', 'east');
  await mkdir(east);
  await writeFile(
    join(east, 'show.yaml'),
    'title: שלום, עולם!\ndescription: קול הים (לילה).\nlanguage: he\nstream: hits\n',
  );
  const tags = { title: 'גלים!', comment: 'רוח, ים.', date: '2026-01-05' };
  await writeEpisode(join(east, '1.mp3'), 2, tags, 900);
}

/** The station looks into new episodes once; until then it asks callers to come back. */
async function untilRead(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=podcasts&version=dance`);
    if (answer.ok && podcastsSchema.parse(await answer.json()).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const visit = (path: string, look: Look = {}): Promise<Page> =>
  visits.visit(path, { ...look, isHeard: true });

const show = (page: Page) => page.getByRole('article', { name: 'Carnets de marée' });
const episodes = (page: Page) => show(page).getByRole('list', { name: 'Épisodes de Carnets de marée' });
const playHere = (page: Page, title: string) =>
  episodes(page).getByRole('button', { name: `Écouter ici : ${title}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Lecteur' });
const place = (page: Page) => bar(page).getByRole('slider', { name: 'Position dans l’épisode' });

/**
 * Waits until that episode, and nothing else, is heard from that second on. It then has no end, at which the radio would
 * be back: what follows may take longer.
 */
async function hearEpisode(page: Page, file: string, fromSecond = 0): Promise<void> {
  await page.waitForFunction(
    ([wanted, from]) => {
      const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
      const loaded = elements.filter((element) => element.hasAttribute('src'));
      const [only] = loaded;
      if (loaded.length !== 1 || only === undefined || only.paused) return false;
      if (!new URL(only.src).pathname.endsWith(wanted)) return false;
      only.loop = true;
      return only.currentTime > from + 0.2;
    },
    [`/podcasts/carnets/${file}`, fromSecond] as const,
  );
}

/** Waits until nothing sounds, and the episode's element alone is kept, with what has come of it. */
const isPaused = (page: Page) =>
  page.waitForFunction(() => {
    const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
    const loaded = elements.filter((element) => element.hasAttribute('src'));
    return loaded.length === 1 && elements.every(({ paused }) => paused);
  });

const onLockScreen = (page: Page, title: string, state: MediaSessionPlaybackState = 'playing') =>
  page.waitForFunction(
    ([wanted, how]) =>
      navigator.mediaSession.metadata?.title === wanted && navigator.mediaSession.playbackState === how,
    [title, state] as const,
  );

/** Loads the page anew with what a key of the headset does kept as `key-pause` and the like. */
async function keepKeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaSession.setActionHandler = (key, act) => void Reflect.set(window, `key-${key}`, act);
  });
  await page.reload();
}

test('the document says the shows before any script has run', async () => {
  const html = await (await fetch(`${visits.site.origin}/de/dance/page-podcast.html`)).text();
  expect(html).toContain('Podcasts · Onde Dance</title>');
  expect(html).toContain('Carnets de marée');
  expect(html).toContain('Épisode 7');
  expect(html).toContain('5. Juli 2026');
});

test('a visitor sees a show with its links, and its episodes with date and length', async () => {
  const page = await visit(PODCASTS);
  const errors = watchErrors(page);
  await show(page).getByText('Un lieu, une mélodie.').waitFor();
  const itunes = show(page).getByRole('link', { name: 'Apple Podcasts' });
  expect(await itunes.getAttribute('href')).toBe('https://podcasts.apple.com/podcast/id1');
  const rows = episodes(page).getByRole('listitem');
  expect(await rows.count()).toBe(5);
  expect(await rows.first().textContent()).toMatch(/Épisode 75 juillet 202640\ss.*Le 7\./);
  await show(page).getByRole('button', { name: 'Voir 2 épisodes de plus' }).click();
  await rows.filter({ hasText: 'Épisode 1' }).waitFor();
  await expect.poll(() => rows.count()).toBe(7);
  expect(errors).toEqual([]);
});

test('a visitor reads what the feed is for, and takes its address along [R150]', async () => {
  const page = await visit(PODCASTS, { width: 320 });
  const errors = watchErrors(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const way = show(page).getByRole('link', { name: 'Flux RSS' });
  expect(await way.getAttribute('href')).toBe('/podcasts/carnets.xml');
  await way.click();
  await show(page).getByText('Collez cette adresse dans votre application de podcasts').waitFor();
  const feed = show(page).getByRole('link', { name: /^http.*\/podcasts\/carnets\.xml$/ });
  expect(await feed.getAttribute('href')).toBe('/podcasts/carnets.xml');
  await show(page).getByRole('button', { name: 'Copier le lien' }).click();
  await show(page).getByRole('button', { name: 'Lien copié' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await feed.textContent());
  expect(await violationsOf(page)).toEqual([]);
  await way.click();
  await expect.poll(() => feed.isVisible()).toBe(false);
  await way.press('Enter');
  await feed.waitFor();
  await way.press('Enter');
  await expect.poll(() => feed.isVisible()).toBe(false);
  // A pointer that is let go elsewhere has pressed nothing: the next key does what it says.
  await way.press('Enter');
  await feed.waitFor();
  await way.dispatchEvent('pointerdown');
  await page.keyboard.press('Escape');
  await expect.poll(() => feed.isVisible()).toBe(false);
  await way.press('Enter');
  await feed.waitFor();
  await way.click();
  await expect.poll(() => feed.isVisible()).toBe(false);
  // Firefox counts the press of a key on a link as a pointer's.
  const pressInFirefox = async () => {
    await way.press('Shift');
    await way.dispatchEvent('click', { detail: 1 });
  };
  await pressInFirefox();
  await feed.waitFor();
  await pressInFirefox();
  await expect.poll(() => feed.isVisible()).toBe(false);
  expect(new URL(page.url()).pathname).toBe(PODCASTS);
  expect(errors).toEqual([]);
});

test('a listener who walks through it by keys, over the bar, does so on a page that stays where it is', async () => {
  const page = await visit(PODCASTS, { width: 320 });
  // So high that what is copied opens under the bar.
  await page.setViewportSize({ width: 320, height: 860 });
  const way = show(page).getByRole('link', { name: 'Flux RSS' });
  const copy = show(page).getByRole('button', { name: 'Copier le lien' });
  await way.press('Enter');
  await copy.waitFor();
  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => copy.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await scrolled()).toBe(before);
  const barTop = await page.locator('[data-player-bar]').evaluate((bar) => bar.getBoundingClientRect().top);
  const bottom = await copy.evaluate((button) => button.getBoundingClientRect().bottom);
  expect(bottom).toBeGreaterThan(barTop);
});

test('a show with more episodes than the page lists says how many, and leads to all of them [R36]', async () => {
  const page = await visit('/fr/80s/page-podcast.html');
  const errors = watchErrors(page);
  const long = page.getByRole('article', { name: 'Au long cours' });
  await long.getByText(/50 épisodes les plus récents sur 52/).waitFor();
  const all = long.getByRole('link', { name: 'Tous les épisodes (flux RSS)' });
  expect(await all.getAttribute('href')).toBe('/podcasts/long.xml');
  await long.getByRole('button', { name: 'Voir 45 épisodes de plus' }).click();
  await all.waitFor();
  expect(
    await show(await visit(PODCASTS))
      .getByRole('link', { name: 'Tous les épisodes' })
      .count(),
  ).toBe(0);
  expect(errors).toEqual([]);
});

describe('a listener who plays an episode', () => {
  test('hears it instead of the radio, reads it in the bar, and gets the radio back', async () => {
    const page = await visit(PODCASTS);
    await hear(page, 'dance');
    await playHere(page, 'Épisode 7').click();
    await hearEpisode(page, '7.mp3');
    await bar(page).getByText('Épisode 7', { exact: true }).waitFor();
    await bar(page).getByText('Carnets de marée', { exact: true }).waitFor();
    await expect.poll(() => playHere(page, 'Épisode 7').getAttribute('aria-pressed')).toBe('true');
    const dancing = episodes(page).locator('[class*="moves"]');
    await dancing.waitFor();
    const mute = bar(page).getByRole('button', { name: 'Couper le son' });
    await mute.click();
    await dancing.waitFor({ state: 'detached' });
    await mute.click();
    await onLockScreen(page, 'Épisode 7');
    // Picture, title and acts are the episode's, which has no votes [R138].
    const ways = bar(page).locator('a[href*="/info-titre/"], a[href*="/biography/"]');
    await expect.poll(() => ways.count()).toBe(0);
    const title = bar(page).getByRole('link', { name: 'Épisode 7' });
    expect(await title.getAttribute('href')).toBe(PODCASTS);
    expect(
      await bar(page)
        .getByRole('button', { name: /J’aime|Je n’aime pas/ })
        .count(),
    ).toBe(0);
    expect(await bar(page).locator('img[src*="/covers/"]').count()).toBe(0);
    await page.waitForFunction(() => document.title === 'Épisode 7');
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
    await isPaused(page);
    // Paused, it stays [R247]: closed, it gives the radio back.
    await bar(page).getByRole('button', { name: 'Reprendre l’épisode' }).waitFor();
    await bar(page).getByRole('button', { name: 'Fermer' }).click();
    await hear(page, 'dance');
    await bar(page).getByText('Midnight Ferry', { exact: true }).waitFor();
    await onLockScreen(page, 'Midnight Ferry');
  });

  test('pauses it and goes on by the keys of a headset, and the radio stays silent [R247]', async () => {
    const page = await visit(PODCASTS);
    await keepKeys(page);
    await hear(page, 'dance');
    await playHere(page, 'Épisode 4').click();
    await hearEpisode(page, '4.mp3');
    await place(page).fill('12');
    await hearEpisode(page, '4.mp3', 12);
    await onLockScreen(page, 'Épisode 4', 'playing');
    await page.evaluate(() => Reflect.get(window, 'key-pause')());
    await isPaused(page);
    await onLockScreen(page, 'Épisode 4', 'paused');
    await page.evaluate(() => Reflect.get(window, 'key-play')());
    await hearEpisode(page, '4.mp3', 12);
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
    await isPaused(page);
    await playHere(page, 'Épisode 3').click();
    await hearEpisode(page, '3.mp3');
  });

  test('goes on with it by a headset after the whole player was closed [R247]', async () => {
    const page = await visit(PODCASTS, { width: 390 });
    await keepKeys(page);
    await hear(page, 'dance');
    await playHere(page, 'Épisode 4').click();
    await hearEpisode(page, '4.mp3');
    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
    await sheet.getByRole('slider', { name: 'Position dans l’épisode' }).fill('12');
    await hearEpisode(page, '4.mp3', 12);
    await sheet.getByRole('button', { name: 'Pause', exact: true }).click();
    await isPaused(page);
    await sheet.getByRole('button', { name: 'Reprendre l’épisode' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.evaluate(() => Reflect.get(window, 'key-play')());
    await hearEpisode(page, '4.mp3', 12);
    await onLockScreen(page, 'Épisode 4', 'playing');
    await page.evaluate(() => Reflect.get(window, 'key-pause')());
    await isPaused(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await bar(page).getByRole('button', { name: 'Fermer' }).click();
    await hearNothing(page);
    await page.evaluate(() => Reflect.get(window, 'key-play')());
    await hear(page, 'dance');
  });

  test('waits for it, not for the radio, when a headset asks twice while it loads [R247]', async () => {
    const page = await visit(PODCASTS);
    await keepKeys(page);
    await playHere(page, 'Épisode 4').click();
    await hearEpisode(page, '4.mp3');
    await page.reload();
    const goOn = bar(page).getByRole('button', { name: 'Reprendre l’épisode' });
    await goOn.waitFor();
    await page.waitForFunction(() => Reflect.has(window, 'key-play'));
    const loading = Promise.withResolvers<void>();
    await page.route('**/podcasts/carnets/4.mp3*', async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.evaluate(() => Reflect.get(window, 'key-play')());
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.evaluate(() => Reflect.get(window, 'key-play')());
    loading.resolve();
    await hearEpisode(page, '4.mp3');
  });

  test('finds it paused again after the preview of a track, and the radio silent [R247]', async () => {
    const page = await visit(PODCASTS);
    await hear(page, 'dance');
    await playHere(page, 'Épisode 4').click();
    await hearEpisode(page, '4.mp3');
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
    await isPaused(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).first().click();
    await page.getByRole('main').getByRole('link', { name: 'Tout voir' }).click();
    const preview = page.getByRole('button', { name: 'Extrait : Nova Kessler - Midnight Ferry' }).first();
    await preview.click();
    await bar(page).getByText('Extrait : Nova Kessler - Midnight Ferry').waitFor();
    await preview.click();
    await bar(page).getByText('Épisode 4', { exact: true }).waitFor();
    await hearNothing(page);
    await page.reload();
    await bar(page).getByRole('button', { name: 'Reprendre l’épisode' }).click();
    await hearEpisode(page, '4.mp3');
  });

  test('moves in it by keys, and hears the radio at its end', async () => {
    const page = await visit(PODCASTS);
    await hear(page, 'dance');
    await playHere(page, 'Épisode 6').click();
    await hearEpisode(page, '6.mp3');
    await page.evaluate(() => {
      const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
      for (const element of elements) element.loop = false;
    });
    await place(page).focus();
    await page.keyboard.press('End');
    await hear(page, 'dance');
    await place(page).waitFor({ state: 'detached' });
  });

  test('goes on where it was stopped, and finds silence when the radio was silent', async () => {
    const page = await visit(PODCASTS);
    await hear(page, 'dance');
    await bar(page).getByRole('button', { name: 'Écouter Onde Dance' }).click();
    await hearNothing(page);
    await playHere(page, 'Épisode 5').click();
    await hearEpisode(page, '5.mp3');
    await place(page).fill('12');
    await hearEpisode(page, '5.mp3', 12);
    expect(await place(page).getAttribute('aria-valuetext')).toMatch(/^0:[1-3]\d \/ 0:40$/);
    await playHere(page, 'Épisode 5').click();
    await isPaused(page);
    await episodes(page).getByText('Reprendre').waitFor();
    await playHere(page, 'Épisode 5').click();
    await hearEpisode(page, '5.mp3', 12);
  });

  test('goes on hearing it on another page, in another language', async () => {
    const page = await visit(PODCASTS);
    await playHere(page, 'Épisode 4').click();
    await hearEpisode(page, '4.mp3');
    await page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).first().click();
    await page.getByRole('region', { name: 'Huit flux' }).waitFor();
    await page.getByRole('button', { name: 'FR Français' }).click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('slider', { name: 'Stelle in der Folge' }).waitFor();
    await hearEpisode(page, '4.mp3', 1);
  });

  test('has its title and its show’s read out in their language, also once they come back with the tab [R150]', async () => {
    const page = await visit(PODCASTS.replace('/fr/', '/ru/'));
    await show(page).getByRole('button', { name: 'Épisode 4' }).click();
    const player = page.locator('[data-player-bar]');
    const languages = () =>
      Promise.all(
        ['Épisode 4', 'Carnets de marée'].map(async (words) =>
          player
            .getByText(words, { exact: true })
            .first()
            .evaluate((element) => element.closest('[lang]')?.getAttribute('lang')),
        ),
      );
    expect(await languages()).toEqual(['fr', 'fr']);
    await hearEpisode(page, '4.mp3');
    await page.reload();
    expect(await languages()).toEqual(['fr', 'fr']);
    // As an older page has kept it.
    await page.evaluate(() => {
      const { show: kept, ...rest } = JSON.parse(sessionStorage.getItem('onde-episode') ?? '{}');
      delete kept.language;
      sessionStorage.setItem('onde-episode', JSON.stringify({ ...rest, show: kept }));
    });
    await page.reload();
    expect(await languages()).toEqual(['', '']);
  });

  test('finds it in the sheet on a phone', async () => {
    const page = await visit(PODCASTS, { width: 390 });
    await playHere(page, 'Épisode 3').click();
    await hearEpisode(page, '3.mp3');
    await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Épisode 3', { exact: true }).waitFor();
    await sheet.getByRole('slider', { name: 'Position dans l’épisode' }).fill('15');
    await hearEpisode(page, '3.mp3', 15);
  });

  test('reads in the bar of a phone where it was moved to in the sheet while it was paused', async () => {
    const page = await visit(PODCASTS, { width: 390 });
    await playHere(page, 'Épisode 3').click();
    await hearEpisode(page, '3.mp3');
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
    await isPaused(page);
    await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('slider', { name: 'Position dans l’épisode' }).fill('20');
    await sheet.getByText('0:20 / 0:40', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await bar(page).getByText('0:20 / 0:40', { exact: true }).waitFor();
    await bar(page).getByRole('button', { name: 'Reprendre l’épisode' }).click();
    await hearEpisode(page, '3.mp3', 20);
  });

  test('finds it again where it was left when the page was loaded anew, silent until pressed', async () => {
    const page = await visit(PODCASTS);
    await hear(page, 'dance');
    await playHere(page, 'Épisode 3').click();
    await hearEpisode(page, '3.mp3');
    await place(page).fill('9');
    await hearEpisode(page, '3.mp3', 9);
    await page.reload();
    await bar(page).getByText('Épisode 3', { exact: true }).waitFor();
    await expect.poll(async () => Number(await place(page).inputValue())).toBeGreaterThanOrEqual(9);
    await hearNothing(page);
    await episodes(page).getByText('Reprendre').waitFor();
    const goOn = bar(page).getByRole('button', { name: 'Reprendre l’épisode' });
    // Where it cannot be had at the moment it can be pressed again [R249].
    await page.route('**/podcasts/carnets/3.mp3*', (route) => route.abort());
    await goOn.click();
    await bar(page).getByText('Cet épisode n’a pas pu être lu').waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await bar(page).getByText('Cet épisode n’a pas pu être lu').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.unroute('**/podcasts/carnets/3.mp3*');
    await goOn.click();
    await hearEpisode(page, '3.mp3', 9);
    await page.reload();
    await bar(page).getByRole('button', { name: 'Fermer' }).click();
    await bar(page).getByText('Midnight Ferry', { exact: true }).waitFor();
    await page.waitForFunction(() => sessionStorage.getItem('onde-episode') === null);
  });

  test('finds it again, and its words, when their scripts were lost on the way [R126]', async () => {
    const page = await visit(PODCASTS);
    await playHere(page, 'Épisode 4').click();
    await hearEpisode(page, '4.mp3');
    await page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).first().click();
    await page.getByRole('region', { name: 'Huit flux' }).waitFor();
    const lost = new Set<string>();
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      const [sign] = /onde-episodes|programme\.podcasts\.seek"/.exec(await response.text()) ?? [];
      if (sign === undefined || lost.has(sign)) return route.fulfill({ response });
      lost.add(sign);
      return route.abort();
    });
    await page.reload();
    await place(page).waitFor();
    expect(lost.size).toBe(2);
  });

  test('does not find it again where the radio was played and paused before its script had come [R247]', async () => {
    const page = await visit(PODCASTS);
    await playHere(page, 'Épisode 4').click();
    await hearEpisode(page, '4.mp3');
    await page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).first().click();
    await page.getByRole('region', { name: 'Huit flux' }).waitFor();
    const late = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('onde-episodes')) await late.promise;
      await route.fulfill({ response });
    });
    await page.reload();
    await page.waitForFunction(() => !('ondeEarlyPlay' in window));
    const radio = bar(page).getByRole('button', { name: 'Écouter Onde Dance' });
    await radio.click();
    await hear(page, 'dance');
    await radio.click();
    await hearNothing(page);
    late.resolve();
    await page.waitForFunction(() => sessionStorage.getItem('onde-episode') === null);
    expect(await place(page).count()).toBe(0);
  });

  test('sees the titles of the radio change meanwhile', async () => {
    const page = await visit(PODCASTS);
    await playHere(page, 'Épisode 7').click();
    await hearEpisode(page, '7.mp3');
    await page.waitForRequest(/titre\.json/);
  });

  test('reads when it cannot be played, and has the radio back', async () => {
    const page = await visit(PODCASTS);
    await hear(page, 'dance');
    await page.route('**/podcasts/carnets/7.mp3*', (route) => route.fulfill({ status: 404, body: '' }));
    await playHere(page, 'Épisode 7').click();
    await show(page).getByText('Cet épisode n’a pas pu être lu').waitFor();
    await hear(page, 'dance');
  });
});

test('an episode that another tab has left, or heard to its end, is shown so [R218]', async () => {
  const page = await visit(PODCASTS);
  const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=podcasts&version=dance`);
  const audio = podcastShowsSchema.parse(await answer.json())[0]?.episodes[0]?.audio;
  const store = (heard: unknown[]) =>
    page.evaluate((value) => {
      const key = 'onde-episodes';
      localStorage.setItem(key, value);
      dispatchEvent(new StorageEvent('storage', { key }));
    }, JSON.stringify(heard));
  await store([[audio, 12]]);
  await episodes(page).getByText('Reprendre').waitFor();
  await store([]);
  await episodes(page).getByText('Reprendre').waitFor({ state: 'detached' });
});

test('a page that stays open has the shows as they are by then [R238]', async () => {
  const page = await (await visits.newContext()).newPage();
  await page.clock.install({ time: new Date() });
  await goTo(page, `${visits.site.origin}${PODCASTS}`);
  await show(page).waitFor();
  // Nobody is invited to register over it.
  await page.evaluate(() => sessionStorage.setItem('signup_modal_shown', 'true'));
  await page.route(/endpoint=podcasts/, async (route) => {
    const [first, ...others] = podcastShowsSchema.parse(await (await route.fetch()).json());
    await route.fulfill({ json: [{ ...first, titre: 'Carnets tout neufs' }, ...others] });
  });
  await page.clock.fastForward(11 * 60_000);
  await page.getByRole('article', { name: 'Carnets tout neufs' }).waitFor();
});

describe('a visitor who chooses another stream', () => {
  const choose = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Choisir un flux' }).getByRole('link', { name }).click();

  test('waits for its shows, and reads where those of a feed elsewhere are', async () => {
    const page = await visit(PODCASTS);
    await page.route(/endpoint=podcasts/, async (route) => {
      await page.locator('[aria-busy="true"]').first().waitFor();
      await route.continue();
    });
    await choose(page, 'Onde Club');
    const far = page.getByRole('article', { name: 'Ailleurs' });
    await far.getByText('Les épisodes s’écoutent dans votre application').waitFor();
    await far.getByRole('link', { name: 'Flux RSS' }).click();
    await far.getByRole('link', { name: 'https://example.org/far.xml' }).waitFor();
  });

  test('reads that there are none', async () => {
    const page = await visit(PODCASTS);
    await choose(page, 'Onde Trance');
    await page.getByText('Aucun podcast disponible pour cette station').waitFor();
    const home = page.getByRole('main').getByRole('link', { name: 'Retour à l’accueil' });
    expect(await home.getAttribute('href')).toBe('/fr/trance');
  });

  test('reads what the server says when they do not come, and tries again', async () => {
    const page = await visit(PODCASTS);
    const body = { success: false, error: 'La station lit ses épisodes.', code: 'unavailable' };
    await page.route(/endpoint=podcasts/, (route) => route.fulfill({ status: 503, json: body }));
    await choose(page, 'Onde Club');
    await page.getByRole('alert').getByText('La station lit ses épisodes.').waitFor();
    await page.unroute(/endpoint=podcasts/);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await page.getByRole('article', { name: 'Ailleurs' }).waitFor();
  });

  test('reads that they could not be loaded when no answer comes', async () => {
    const page = await visit(PODCASTS);
    await page.route(/endpoint=podcasts/, (route) => route.abort());
    await choose(page, 'Onde Club');
    await page.getByRole('alert').getByText('Impossible de charger les podcasts').waitFor();
  });

  test('reads that there is no network, and has them by themselves with it [A63]', async () => {
    const page = await visit(PODCASTS);
    await page.context().setOffline(true);
    await choose(page, 'Onde Club');
    const failure = page.getByRole('alert');
    await failure.getByText('Impossible de charger les podcasts', { exact: true }).waitFor();
    await failure.getByText('Pas de connexion : la page s’affichera au retour du réseau.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('article', { name: 'Ailleurs' }).waitFor();
  });

  test('reads that nothing came once its time is over, and is not kept waiting for another [A63]', async () => {
    const page = await visit(PODCASTS);
    const passTime = await holdTime(page.context());
    await page.reload();
    await isAlive(page);
    const asked: string[] = [];
    await page.route(/endpoint=podcasts/, (route) => void asked.push(route.request().url()));
    await choose(page, 'Onde Club');
    await expect.poll(() => asked.length).toBe(1);
    await passTime(page);
    await page.getByRole('alert').getByText('La radio a mis trop de temps à répondre.').waitFor();
    expect(asked).toHaveLength(1);
  });
});

test('an episode that plays has no fault that axe knows', async () => {
  const page = await visit(PODCASTS, { width: 390 });
  await playHere(page, 'Épisode 7').click();
  await hearEpisode(page, '7.mp3');
  expect(await violationsOf(page)).toEqual([]);
});

test('an episode that is opened by its own address plays there [W131]', async () => {
  const page = await (await visits.newContext()).newPage();
  const errors = watchErrors(page);
  await page.goto(`${visits.site.origin}/podcasts/carnets/1.mp3`);
  await page.locator('video').evaluate((media: HTMLVideoElement) => media.play());
  expect(errors).toEqual([]);
});

test('readers of feeds find them, and texts are read out in the language of their show [R150]', async () => {
  const page = await visit('/ru/dance/page-podcast.html');
  const feeds = page.locator('head link[rel=alternate][type="application/rss+xml"]');
  expect(await feeds.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    expect.stringMatching(/^http.*\/podcasts\/carnets\.xml$/),
  ]);
  expect(await feeds.getAttribute('title')).toBe('Carnets de marée');
  for (const words of ['Carnets de marée', 'Un lieu, une mélodie.', 'Épisode 7', 'Le 7.'])
    expect(await show(page).getByText(words, { exact: true }).getAttribute('lang')).toBe('fr');
});

test('texts that are read from right to left are set so, on a page that is not [R225]', async () => {
  const page = await visit('/fr/hits/page-podcast.html');
  const direction = (words: string) =>
    page
      .getByRole('main')
      .getByText(words, { exact: true })
      .evaluate((element) => getComputedStyle(element).direction);
  for (const words of ['שלום, עולם!', 'קול הים (לילה).', 'גלים!', 'רוח, ים.'])
    expect([words, await direction(words)]).toEqual([words, 'rtl']);
});

test('a stream without shows has a page that search engines leave out, and stands for its player [W105]', async () => {
  const head = async (path: string) => {
    const html = await (await fetch(`${visits.site.origin}${path}`)).text();
    return [/<meta name="robots" content="noindex"/.test(html), html.includes('json+oembed')];
  };
  expect(await head('/fr/lounge/page-podcast.html')).toEqual([true, true]);
  expect(await head(PODCASTS)).toEqual([false, true]);
});
