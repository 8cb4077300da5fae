import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scriptNamed } from '../support/built-scripts.ts';
import { holdTime } from '../support/hold-time.ts';
import { isAlive, watchErrors } from '../support/open-browser.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';
import { hear, hearNothing, soundsOf, watchSound } from '../support/watch-sound.ts';

const visits = siteVisits(
  () =>
    startSite([
      { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
      { streamId: 'hits', artist: 'Les Marées', title: 'Un été sans fin' },
      { streamId: 'club', artist: 'Ørn', title: 'Basement Light' },
    ]),
  { autoplay: 'gesture' },
);

/** Opens a page as a new visitor; it is ready when the player is. */
async function visit(path: string): Promise<Page> {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr' });
  return openTab(context, path);
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await watchSound(page);
  await goTo(page, `${visits.site.origin}${path}`);
  return page;
}

/** Opens a page whose scripts come when they are released. */
async function visitEarly(path: string) {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await watchSound(page);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${visits.site.origin}${path}`, { waitUntil: 'commit' });
  const release = async () => {
    scripts.resolve();
    await isAlive(page);
  };
  return { page, release };
}

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Lecteur' });
const cards = (page: Page): Locator => page.getByRole('region', { name: 'Huit flux' });
const playButton = (page: Page): Locator => bar(page).locator('button[data-play-stream]');
const isPressed = (button: Locator, state: boolean) =>
  expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(state));
/**
 * Plays the stream that the page's address names. It begins by itself after a moment where the browser lets it [R6], and
 * a press would stop it then: what becomes of that is waited for.
 */
async function playAddressed(page: Page, stream: string) {
  await expect.poll(() => soundsOf(page)).not.toEqual([]);
  const isPlaying = (await soundsOf(page)).some((sound) => sound.isPlaying);
  await isPressed(playButton(page), isPlaying);
  if (!isPlaying) await playButton(page).click();
  return hear(page, stream);
}
const guestCopy = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('guest') ?? '{}'));

test('a listener who presses play hears the stream and reads what is on air', async () => {
  const page = await visit('/fr/');
  const errors = watchErrors(page);
  await playButton(page).click();
  await hear(page, 'dance');
  await isPressed(playButton(page), true);
  await bar(page).getByText('Midnight Ferry', { exact: true }).waitFor();
  await bar(page).getByText('Nova Kessler · Onde Dance').first().waitFor();
  expect(errors).toEqual([]);
});

test('a listener who pauses fetches nothing any more, and plays again afresh', async () => {
  const page = await visit('/fr/');
  await playButton(page).click();
  await hear(page, 'dance');
  await playButton(page).click();
  await hearNothing(page);
  await Promise.all([page.waitForRequest(/\/stream\/dance\.mp3/), playButton(page).click()]);
  await hear(page, 'dance');
});

test('a listener who chooses another card hears that stream alone, under its address', async () => {
  const page = await visit('/fr/');
  await playButton(page).click();
  await hear(page, 'dance');
  await cards(page).locator('button[data-play-stream="club"]').click();
  await hear(page, 'club');
  await page.waitForURL('**/fr/club');
  await bar(page).getByText('Onde Club').first().waitFor();
  await expect.poll(() => guestCopy(page)).toMatchObject({ lastStreamId: 'club' });
});

test('a listener who moves to another page goes on hearing the same sound', async () => {
  const page = await visit('/fr/');
  await playButton(page).click();
  const before = await hear(page, 'dance');
  await page.getByRole('navigation').getByRole('link', { name: 'Podcasts' }).click();
  await page.waitForURL('**/page-podcast.html');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const after = await hear(page, 'dance');
  expect(after.element).toBe(before.element);
  expect(after.seconds).toBeGreaterThan(before.seconds);
});

test('a listener who has paused hears nothing when they come back from a page that names no stream [R6]', async () => {
  const page = await visit('/fr/');
  await cards(page).locator('button[data-play-stream="club"]').click();
  await page.waitForURL('**/fr/club');
  await hear(page, 'club');
  await playButton(page).click();
  await hearNothing(page);
  await page.clock.install();
  await page.goBack();
  await page.waitForURL('**/fr/');
  // Longer than the 400 ms after which an address plays by itself.
  await page.clock.runFor(1_000);
  await page.goForward();
  await page.waitForURL('**/fr/club');
  await page.clock.runFor(1_000);
  await hearNothing(page);
  await isPressed(playButton(page), false);
});

test('a listener who has paused hears nothing when a page comes that names their stream [R6]', async () => {
  const page = await visit('/fr/');
  await playButton(page).click();
  await hear(page, 'dance');
  await playButton(page).click();
  await hearNothing(page);
  await page.clock.install();
  await page.getByRole('navigation').getByRole('link', { name: 'Podcasts' }).click();
  await page.waitForURL('**/fr/dance/page-podcast.html');
  await page.clock.runFor(1_000);
  await hearNothing(page);
  await isPressed(playButton(page), false);
});

test('a listener who has paused hears nothing when they load the page again [R6]', async () => {
  const page = await visit('/fr/dance');
  await playAddressed(page, 'dance');
  // Before that nothing of the sound is kept.
  await page.waitForFunction(() => sessionStorage.getItem('onde-paused') === '');
  await playButton(page).click();
  await hearNothing(page);
  await page.waitForFunction(() => sessionStorage.getItem('onde-paused') === 'dance');
  for (const again of ['once', 'twice']) {
    await page.reload();
    await isAlive(page);
    // After the 400 ms from now on after which an address plays by itself; a clock of tests hides how a page has come.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect([again, await soundsOf(page)]).toEqual([again, []]);
    await isPressed(playButton(page), false);
  }
  await playButton(page).click();
  await hear(page, 'dance');
});

test('a listener who has paused before they heard anything hears nothing when they load the page again [R6]', async () => {
  const page = await visit('/fr/');
  const isStream = /\/stream\/club\.mp3/;
  await page.route(isStream, () => {});
  await cards(page).locator('button[data-play-stream="club"]').click();
  await page.waitForURL('**/fr/club');
  await isPressed(playButton(page), true);
  await playButton(page).click();
  await page.waitForFunction(() => sessionStorage.getItem('onde-paused') === 'club');
  await page.unroute(isStream);
  await page.reload();
  await isAlive(page);
  // After the 400 ms from now on after which an address plays by itself; a clock of tests hides how a page has come.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(await soundsOf(page)).toEqual([]);
  await isPressed(playButton(page), false);
});

test('what plays leads to its page and its artist’s, by its title, its cover and in the head of home [R138]', async () => {
  const page = await visit('/fr/dance');
  const track = '/fr/dance/info-titre/nova-kessler-midnight-ferry';
  const artist = '/fr/dance/biography/Nova%20Kessler';
  for (const place of [bar(page), page.getByRole('main').locator('section').first()]) {
    const link = (name: string) => place.getByRole('link', { name, exact: true }).first();
    expect(await link('Midnight Ferry').getAttribute('href')).toBe(track);
    expect(await link('Nova Kessler').getAttribute('href')).toBe(artist);
    // The cover is the pointer's way to the same page: no stop of the keyboard of its own.
    const cover = place.locator(`a[href="${track}"][tabindex="-1"]`);
    expect(await cover.count()).toBe(1);
  }
  const before = await playAddressed(page, 'dance');
  await bar(page).locator(`a[href="${track}"][tabindex="-1"]`).click();
  await page.waitForURL(`**${track}`);
  expect((await hear(page, 'dance')).element).toBe(before.element);
});

test('a tab in which something is heard is called after it, and after its page when that stops [R141]', async () => {
  const page = await visit('/fr/');
  const called = (title: string) => page.waitForFunction((wanted) => document.title === wanted, title);
  // Its address names no stream, so that nothing is heard yet.
  expect(await page.title()).not.toContain('Midnight Ferry');
  await playButton(page).click();
  await called('Midnight Ferry · Nova Kessler');
  await page.getByRole('navigation').getByRole('link', { name: 'Podcasts' }).click();
  // Who goes to a page hears what it is called all the same.
  await page.locator('main[aria-label^="Podcasts"]').waitFor();
  await called('Midnight Ferry · Nova Kessler');
  await playButton(page).click();
  await called('Podcasts · Onde Dance');
});

test('a listener whose browser wants a gesture reads what plays beside one play button [R139]', async () => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr' });
  const page = await context.newPage();
  await watchSound(page);
  // Whatever is evaluated in a page counts as its visitor's gesture: nothing may be, until the player has tried.
  const refusal = page.waitForEvent('console', (message) => message.text() === 'play: NotAllowedError');
  await page.goto(`${visits.site.origin}/fr/dance`);
  await refusal;
  await isPressed(playButton(page), false);
  await bar(page).getByText('Nova Kessler · Onde Dance').filter({ visible: true }).waitFor();
  expect(await bar(page).getByText('Appuyez encore sur Écouter').count()).toBe(0);
  await playButton(page).click();
  await hear(page, 'dance');
});

test('a listener whose press the browser refuses reads so, and presses the same button again [R139]', async () => {
  const page = await visit('/fr/');
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = () => {
      HTMLMediaElement.prototype.play = play;
      return Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
  await playButton(page).click();
  const words = bar(page).locator('[data-phase="blocked"]').getByText('Appuyez encore sur Écouter');
  await words.waitFor();
  await bar(page).getByText('Le navigateur a retenu le son').filter({ visible: true }).waitFor();
  expect(
    await bar(page)
      .getByRole('button', { name: /Écouter/ })
      .count(),
  ).toBe(1);
  await playButton(page).click();
  await hear(page, 'dance');
  await words.waitFor({ state: 'detached' });
});

test('a listener whose browser blocks storage hears the radio all the same', async () => {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr' });
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  });
  const page = await openTab(context, '/fr/');
  await playButton(page).click();
  await hear(page, 'dance');
  await playButton(page).click();
  await hearNothing(page);
});

test('a listener who turns the volume hears it at once and finds it again', async () => {
  const page = await visit('/fr/');
  const dancing = page.getByRole('main').getByRole('article').locator('[class*="moves"]');
  const slider = bar(page).getByRole('slider', { name: 'Volume' });
  expect(await slider.inputValue()).toBe('0.5');
  await playButton(page).click();
  await hear(page, 'dance');
  await slider.press('ArrowRight');
  await expect.poll(() => hear(page, 'dance')).toMatchObject({ volume: 0.55 });
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^55\s%$/);
  await expect.poll(() => guestCopy(page)).toMatchObject({ volume: 0.55 });
  await dancing.waitFor();
  const mute = bar(page).getByRole('button', { name: 'Couper le son' });
  await slider.press('Home');
  await mute.and(page.locator('[aria-pressed="true"]')).click();
  await expect.poll(() => hear(page, 'dance')).toMatchObject({ volume: 0.55, isMuted: false });
  await mute.and(page.locator('[aria-pressed="false"]')).click();
  await expect.poll(() => hear(page, 'dance')).toMatchObject({ isMuted: true });
  await dancing.waitFor({ state: 'detached' });
  await page.reload();
  await isAlive(page);
  await expect.poll(() => slider.inputValue()).toBe('0.55');
});

test('a listener steers with the keyboard, and types without steering', async () => {
  const page = await visit('/fr/');
  await page.keyboard.press('Space');
  await hear(page, 'dance');
  await page.keyboard.press('m');
  await expect.poll(() => hear(page, 'dance')).toMatchObject({ isMuted: true });
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => hear(page, 'dance')).toMatchObject({ volume: 0.55, isMuted: false });
  await page.keyboard.press('Control+m');
  expect((await hear(page, 'dance')).isMuted).toBe(false);
  await page.keyboard.press('4');
  await hear(page, 'lounge');
  await page.waitForURL('**/fr/lounge');
  await page.evaluate(() => document.body.prepend(document.createElement('textarea')));
  await page.locator('textarea').focus();
  await page.keyboard.type('m 1');
  expect(await page.locator('textarea').inputValue()).toBe('m 1');
  expect(await hear(page, 'lounge')).toMatchObject({ isMuted: false });
  await page.locator('textarea').blur();
  await page.keyboard.press('Space');
  await hearNothing(page);
});

test('the key of the stream that the page already shows plays it, on arrival and after a pause', async () => {
  const page = await visit('/fr/hits');
  await page.keyboard.press('2');
  await hear(page, 'hits');
  await page.keyboard.press('2');
  await page.keyboard.press('m');
  await expect.poll(() => hear(page, 'hits')).toMatchObject({ isMuted: true });
  await page.keyboard.press('Space');
  await hearNothing(page);
  await page.keyboard.press('2');
  await hear(page, 'hits');
});

test('a listener who switches the keyboard commands off in their help is left alone', async () => {
  const page = await visit('/fr/');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' });
  await help.getByRole('checkbox', { name: 'Utiliser ces raccourcis' }).uncheck();
  expect(await violationsOf(page, 'dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  await page.keyboard.press('Space');
  expect(await soundsOf(page)).toEqual([]);
});

test('the help of the keyboard leaves what another tab has switched meanwhile', async () => {
  const page = await visit('/fr/');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' });
  await help.waitFor();
  await page.evaluate(() => localStorage.setItem('onde-player', JSON.stringify({ yourSong: false })));
  await help.getByRole('checkbox', { name: 'Utiliser ces raccourcis' }).uncheck();
  const stored = await page.evaluate(() => localStorage.getItem('onde-player'));
  expect(JSON.parse(stored ?? '')).toEqual({ shortcuts: false, announcements: true, yourSong: false });
});

test('the help of the keyboard keeps its words in one column, off its lines, on the narrowest phone', async () => {
  const page = await visit('/de/');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Tastenkürzel' });
  await help.waitFor();
  const rows = await help.getByRole('definition').evaluateAll((all) =>
    all.map((words) => {
      const range = document.createRange();
      range.selectNodeContents(words);
      const [box, row] = [range.getBoundingClientRect(), words.parentElement?.getBoundingClientRect()];
      return { left: Math.round(box.left), room: Math.round(box.top - (row?.top ?? 0)) };
    }),
  );
  expect(new Set(rows.map(({ left }) => left)).size).toBe(1);
  expect(Math.min(...rows.map(({ room }) => room))).toBeGreaterThanOrEqual(8);
});

test('a guest who votes is invited, and one who wants a favourite stream is told to log in', async () => {
  const page = await visit('/fr/');
  const like = bar(page).getByRole('button', { name: 'J’aime ce titre', exact: true });
  expect(await like.getAttribute('title')).toBe('Connectez-vous pour voter');
  await like.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await bar(page).getByRole('button', { name: 'Faire d’Onde Dance mon flux favori' }).click();
  await toastSaid(page, 'info', 'Connectez-vous pour ajouter ce flux');
  await page.getByRole('dialog').waitFor();
});

test('a listener who opens the web player hears it there and not here', async () => {
  const page = await visit('/fr/');
  await playButton(page).click();
  await hear(page, 'dance');
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    bar(page).getByRole('link', { name: 'Ouvrir le lecteur web dans un nouvel onglet' }).click(),
  ]);
  await hearNothing(page);
  await opened.waitForURL('**/player/dance');
  expect(await opened.evaluate(() => window.opener)).toBeNull();
});

test('of two tabs the one told to play last sounds', async () => {
  const first = await visit('/fr/');
  await playButton(first).click();
  await hear(first, 'dance');
  const second = await openTab(first.context(), '/fr/');
  await playButton(second).click();
  await hear(second, 'dance');
  await hearNothing(first);
  await isPressed(playButton(first), false);
});

test('a tab that opens and may not sound by itself leaves the other one its sound', async () => {
  const first = await visit('/fr/');
  await playButton(first).click();
  await hear(first, 'dance');
  const second = await first.context().newPage();
  await watchSound(second);
  const refusal = second.waitForEvent('console', (message) => message.text() === 'play: NotAllowedError');
  await second.goto(`${visits.site.origin}/fr/hits`);
  await refusal;
  await hear(first, 'dance');
  await isPressed(playButton(first), true);
});

test('a press before the scripts have come plays, and the player takes the same sound over', async () => {
  const { page, release } = await visitEarly('/fr/');
  const card = cards(page).locator('button[data-play-stream="hits"]');
  await card.click();
  const early = await hear(page, 'hits');
  await isPressed(card, true);
  expect(early.volume).toBe(0.5);
  await release();
  await bar(page).getByText('Onde Hits').first().waitFor();
  const late = await hear(page, 'hits');
  expect(late.element).toBe(early.element);
  expect(late.seconds).toBeGreaterThan(early.seconds);
  expect(await soundsOf(page)).toHaveLength(1);
  await card.click();
  await hearNothing(page);
});

test('a button pressed before the scripts have come says so still when the stream comes at a second try', async () => {
  const { page, release } = await visitEarly('/fr/');
  const first = Promise.withResolvers<void>();
  await page.route(
    '**/stream/hits.mp3*',
    async (route) => {
      await first.promise;
      await route.fulfill({ status: 503, body: '' });
    },
    { times: 1 },
  );
  const card = cards(page).locator('button[data-play-stream="hits"]');
  await card.click();
  await release();
  await bar(page).getByText('Onde Hits').first().waitFor();
  first.resolve();
  await hear(page, 'hits');
  await isPressed(card, true);
  await isPressed(playButton(page), true);
});

test('what else is pressed before the scripts have come is done, once, when they are there [A83]', async () => {
  const { page, release } = await visitEarly('/fr/dance');
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL('**/en/dance');
  const theme = page.getByRole('button', { name: 'Dark theme' });
  await theme.click();
  await theme.click();
  await page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: /favourite/ })
    .click();
  await release();
  await page.getByRole('dialog', { name: 'Log in' }).waitFor();
  await isPressed(theme, true);
  await page.waitForFunction(() => localStorage.getItem('language') === 'en');
});

test.each(['Préférences', 'Raccourcis clavier'])(
  'the footer’s button %s that is pressed before the scripts have come opens its dialog [A83]',
  async (name) => {
    const { page, release } = await visitEarly('/fr/dance');
    await page.getByRole('contentinfo').getByRole('button', { name }).click();
    await release();
    await page.getByRole('dialog', { name }).waitFor();
  },
);

/** A page that is alive, whose footer is not: its script waits for `release`. */
async function visitBeforeFooter() {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${scriptNamed('later')}`, async (route) => {
    await held;
    await route.continue();
  });
  await goTo(page, `${visits.site.origin}/fr/dance`);
  const preferences = page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' });
  return { page, preferences, release };
}

test('so does the one that is pressed before the script of the footer has come', async () => {
  const { page, preferences, release } = await visitBeforeFooter();
  await preferences.click();
  release();
  await page.getByRole('dialog', { name: 'Préférences' }).waitFor();
});

test('what comes of a press in the footer only later takes the place of no dialog that was asked for since', async () => {
  const { page, preferences, release } = await visitBeforeFooter();
  await preferences.click();
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  release();
  await page.waitForFunction(() => Reflect.get(window, 'ondeFooterPresses')?.().size === 0);
  await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await preferences.click();
  await page.getByRole('dialog', { name: 'Préférences' }).waitFor();
});

test('a press in the footer counts though a dialog that was asked for before it is on its way', async () => {
  const { page, preferences, release } = await visitBeforeFooter();
  const dialogs = `**${scriptNamed('account-dialogs')}`;
  await page.route(dialogs, () => {});
  const asked = page.waitForRequest(dialogs);
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  await asked;
  await preferences.click();
  release();
  await page.getByRole('dialog', { name: 'Préférences' }).waitFor();
});

test('the footer stands while neither its script nor a dialog that was asked for has come', async () => {
  const { page, preferences } = await visitBeforeFooter();
  const dialogs = `**${scriptNamed('account-dialogs')}`;
  await page.route(dialogs, () => {});
  const asked = page.waitForRequest(dialogs);
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  await asked;
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  expect(await preferences.isVisible()).toBe(true);
});

test('the share menu that is opened before the scripts have come is filled by them [A83]', async () => {
  const { page, release } = await visitEarly('/fr/dance');
  await page.getByRole('button', { name: 'Partager' }).first().click();
  await release();
  await page.getByRole('button', { name: 'Copier le lien' }).waitFor();
});

test('the share menu says that its script has not come in its time [A63]', async () => {
  const context = await visits.newContext({ locale: 'fr' });
  const passTime = await holdTime(context);
  const page = await context.newPage();
  await goTo(page, `${visits.site.origin}/fr/dance`);
  const scripts = `**${scriptNamed('share-links')}`;
  await page.route(scripts, () => {});
  const asked = page.waitForRequest(scripts);
  await page.getByRole('button', { name: 'Partager' }).first().click();
  await asked;
  const isReached = page.waitForResponse(/readyz/);
  await passTime(page);
  await isReached;
  // The radio answers: the script is asked for once more.
  await expect
    .poll(async () => {
      await passTime(page);
      return page.getByRole('main').getByRole('alert').getByText('Une erreur est survenue').count();
    })
    .toBe(1);
});

test('a press on another stream’s card before the scripts have come leads to its address too', async () => {
  const { page, release } = await visitEarly('/fr/dance');
  await cards(page).locator('button[data-play-stream="hits"]').click();
  const early = await hear(page, 'hits');
  await release();
  await page.waitForURL('**/fr/hits');
  await bar(page).getByText('Onde Hits').first().waitFor();
  expect(await soundsOf(page)).toMatchObject([{ element: early.element }]);
});

test('a listener who stops what they started before the scripts have come hears nothing', async () => {
  const { page, release } = await visitEarly('/fr/dance');
  await page.clock.install();
  await playButton(page).click();
  await hear(page, 'dance');
  await playButton(page).click();
  await hearNothing(page);
  await release();
  // Longer than the 400 ms after which an address plays by itself.
  await page.clock.runFor(1_000);
  await hearNothing(page);
  await isPressed(playButton(page), false);
});

test('the lock screen shows the track and its keys pause and play', async () => {
  const page = await visit('/fr/');
  await playButton(page).click();
  await hear(page, 'dance');
  await page.waitForFunction(() => navigator.mediaSession.metadata?.title === 'Midnight Ferry');
  const shown = () =>
    page.evaluate(() => {
      const { artist, album, artwork } = navigator.mediaSession.metadata ?? {};
      return { artist, album, covers: artwork?.length, state: navigator.mediaSession.playbackState };
    });
  await expect
    .poll(shown)
    .toEqual({ artist: 'Nova Kessler', album: 'Onde Dance', covers: 4, state: 'playing' });
});

test('a radio that its listener has paused keeps the lock screen, and its keys play it again [R248]', async () => {
  const page = await visit('/fr/');
  await page.addInitScript(() => {
    navigator.mediaSession.setActionHandler = (key, act) => void Reflect.set(window, `key-${key}`, act);
  });
  await page.reload();
  await playButton(page).click();
  await hear(page, 'dance');
  await page.waitForFunction(() => Reflect.has(window, 'key-pause'));
  const press = (key: string) => page.evaluate((name) => Reflect.get(window, name)(), `key-${key}`);
  /** Addresses of what the page's elements hold, without those that are empty. */
  const held = async () => (await soundsOf(page)).flatMap(({ address }) => address || []);
  const isHeld = async () => {
    await hearNothing(page);
    await expect.poll(held).toEqual([expect.stringMatching(/#silence$/)]);
    await page.waitForFunction(() => navigator.mediaSession.playbackState === 'paused');
  };
  await press('pause');
  await isHeld();
  await press('play');
  await hear(page, 'dance');
  expect(await soundsOf(page)).toHaveLength(1);
  await playButton(page).click();
  await isHeld();
  await playButton(page).click();
  await hear(page, 'dance');
  const other = await openTab(page.context(), '/fr/');
  await playButton(other).click();
  await hear(other, 'dance');
  await expect.poll(held).toEqual([]);
});

test('the bar has no fault that axe knows, playing or not', async () => {
  const page = await visit('/fr/');
  const faults = async () => await violationsOf(page, '[data-player-bar]');
  expect(await faults()).toEqual([]);
  await playButton(page).click();
  await hear(page, 'dance');
  expect(await faults()).toEqual([]);
});
