import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { DESKTOP, PHONE } from '../support/devices.ts';
import { holdTime } from '../support/hold-time.ts';
import { callsOf, changeDatabase, joinWithCalls, openContext, openPage } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { toastSaid } from '../support/toasts.ts';
import { showTheme, violationsOf } from '../support/violations-of.ts';

const visits = siteVisits(async () => {
  const site = await startSite([
    { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
    { streamId: 'dance', artist: 'Nova Kessler', title: 'Harbour Lights' },
    { streamId: 'club', artist: 'Kid Lagune', title: 'Marée' },
  ]);
  // On air is not yet in the lists: a page that comes before shows fewer rows until it is loaded anew.
  for (const list of ['artist-biography&name=Nova%20Kessler', 'latest-additions&version=onde'])
    await vi.waitFor(async () => {
      const text = await (await fetch(`${site.origin}/api-proxy.php?endpoint=${list}`)).text();
      for (const title of ['Midnight Ferry', 'Harbour Lights']) expect(text).toContain(title);
    }, PATIENT);
  return site;
});

const TRACK = '/fr/dance/info-titre/nova-kessler-midnight-ferry';
const ARTIST = '/fr/dance/biography/Nova%20Kessler';
const ADDITIONS = '/fr/dance/page-last20.html';
const HARBOUR = 'Titre favori : Nova Kessler - Harbour Lights';
const PROFILE = '/fr/dance/profile';
const CHANGES = /endpoint=favorites&action=(add|remove)/;
const REFUSED = 'Impossible d’enregistrer ce favori. Veuillez réessayer.';

const trackHeart = (page: Page) => page.getByRole('button', { name: 'Titre favori', exact: true });
const artistHeart = (page: Page) => page.getByRole('button', { name: 'Artiste favori', exact: true });
const rowHeart = (page: Page, name: string) =>
  page.getByRole('listitem').getByRole('button', { name, exact: true });
const FERRY = 'Titre favori : Nova Kessler - Midnight Ferry';
const NOVA = 'Artiste favori : Nova Kessler';

async function isOn(heart: ReturnType<typeof trackHeart>, state: boolean): Promise<void> {
  await heart.and(heart.page().locator(`[aria-pressed="${state}"]`)).waitFor();
}

/** Presses a heart, and waits until the radio has kept it. */
async function love(page: Page, heart: ReturnType<typeof trackHeart>): Promise<void> {
  await isOn(heart, false);
  const kept = page.waitForResponse(CHANGES);
  await heart.click();
  await (await kept).finished();
  await isOn(heart, true);
}

async function join(username: string, options?: BrowserContextOptions) {
  const joined = await joinWithCalls(visits, 'favorites', username, options);
  // No message about a loved track that begins: it would push the others about.
  await joined.context.addInitScript(() => localStorage.setItem('onde-player', '{"yourSong":false}'));
  return joined;
}

test('a guest sees no heart, and fetches nothing of what members have', async () => {
  const context = await openContext(visits, null);
  const calls = callsOf(context, 'favorites');
  const scripts: string[] = [];
  context.on('request', (request) => scripts.push(request.url()));
  const page = await context.newPage();
  for (const path of [TRACK, ARTIST, ADDITIONS]) {
    await goTo(page, `${visits.site.origin}${path}`);
    await page
      .getByRole('link', { name: /Harbour Lights/ })
      .first()
      .waitFor();
    expect(
      await page
        .locator('main')
        .getByRole('button', { name: /favori/ })
        .count(),
    ).toBe(0);
  }
  expect(calls).toEqual([]);
  expect(scripts.filter((url) => /favorite-hearts|send-vote|member-changes/.test(url))).toEqual([]);
});

test('a member loves a track and its artist, and sees it on every screen and in every tab', async () => {
  const { context, calls } = await join('loves');
  const page = await openPage(context, visits.site, TRACK);
  const other = await openPage(context, visits.site, ARTIST);
  await isOn(artistHeart(other), false);
  await isOn(rowHeart(other, FERRY), false);
  await love(page, trackHeart(page));
  await love(page, artistHeart(page));
  await isOn(artistHeart(other), true);
  await isOn(rowHeart(other, FERRY), true);
  await page.reload();
  await isOn(trackHeart(page), true);
  await isOn(artistHeart(page), true);
  await trackHeart(page).click();
  await isOn(trackHeart(page), false);
  await isOn(rowHeart(other, FERRY), false);
  expect(calls.filter((action) => /add|remove/.test(action))).toEqual(['add', 'add_artist', 'remove']);
});

test.each([
  ['a desktop', DESKTOP],
  ['a small phone', { ...PHONE, viewport: { width: 320, height: 640 } }],
])(
  'on %s a loved track can be heard on the profile and on the member’s own page',
  async (_device, options) => {
    const username = `hears_${options.viewport?.width}`;
    const { context } = await join(username, options);
    const page = await openPage(context, visits.site, TRACK);
    await love(page, trackHeart(page));
    for (const path of ['/fr/dance/profile', `/lovepuls/${username}`]) {
      await page.goto(`${visits.site.origin}${path}`);
      const row = page.getByRole('listitem').filter({ hasText: 'Midnight Ferry' });
      await row.getByRole('button', { name: 'Extrait : Nova Kessler - Midnight Ferry' }).waitFor();
      // Its title is read whole, on as many lines as that takes.
      const title = row.locator('b').first();
      expect(
        await title.evaluate((b) => b.scrollWidth <= b.clientWidth && b.scrollHeight <= b.clientHeight),
      ).toBe(true);
    }
  },
);

test('a list asks once for all of its rows, and a row is loved like the page of its track', async () => {
  const { context, calls } = await join('rows');
  const page = await openPage(context, visits.site, ARTIST);
  await isOn(rowHeart(page, FERRY), false);
  const rowHearts = page.getByRole('listitem').getByRole('button', { name: /^Titre favori/ });
  await expect.poll(() => rowHearts.count()).toBe(2);
  await expect.poll(() => calls.toSorted()).toEqual(['list', 'list_artists']);
  await rowHeart(page, FERRY).click();
  await isOn(rowHeart(page, FERRY), true);
  await page
    .getByRole('listitem')
    .getByRole('link', { name: /Midnight Ferry/ })
    .click();
  await isOn(trackHeart(page), true);
});

test('when there is no answer, the server refuses or is in trouble, the heart goes back and says so', async () => {
  const { context } = await join('refused');
  const page = await context.newPage();
  for (const status of [null, 404, 503]) {
    // In a document that has said nothing yet.
    await goTo(page, `${visits.site.origin}${TRACK}`);
    await isOn(trackHeart(page), false);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(CHANGES, async (route) => {
      await held;
      if (status === null) return route.abort();
      return route.fulfill({ status, json: { success: false, error: 'Non.', code: 'track_not_found' } });
    });
    for (const heart of [trackHeart(page), artistHeart(page)]) {
      await heart.click();
      await isOn(heart, true);
    }
    letGo();
    await isOn(trackHeart(page), false);
    await isOn(artistHeart(page), false);
    await toastSaid(page, 'refusal', REFUSED);
    await page.unroute(CHANGES);
    await love(page, trackHeart(page));
    changeDatabase(visits.site, 'delete from favorite_tracks');
  }
});

test('a heart whose wish was kept shows so, though the answer got lost [R43]', async () => {
  const { context } = await join('lost');
  const page = await openPage(context, visits.site, TRACK);
  await isOn(trackHeart(page), false);
  await page.route(CHANGES, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await trackHeart(page).click();
  await toastSaid(page, 'refusal', REFUSED);
  await isOn(trackHeart(page), true);
});

test('a heart that is pressed before the list has come shows it all the same', async () => {
  const { context } = await join('early');
  await holdTime(context);
  const before = await openPage(context, visits.site, TRACK);
  await love(before, rowHeart(before, HARBOUR));
  await before.close();
  const page = await context.newPage();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/action=list&/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${visits.site.origin}${TRACK}`);
  const { promise: kept, resolve: keep } = Promise.withResolvers<void>();
  await page.route(CHANGES, async (route) => {
    await kept;
    await route.continue();
  });
  await trackHeart(page).click();
  await isOn(trackHeart(page), true);
  const listed = page.waitForResponse(/action=list&/);
  letGo();
  await (await listed).finished();
  await isOn(rowHeart(page, HARBOUR), true);
  // The list has come, and knows nothing of this heart.
  await isOn(trackHeart(page), true);
  const changed = page.waitForResponse(CHANGES);
  keep();
  await changed;
  await isOn(trackHeart(page), true);
});

test('of two quick presses the last one counts', async () => {
  const { context, calls } = await join('quick');
  const page = await openPage(context, visits.site, TRACK);
  await love(page, rowHeart(page, HARBOUR));
  await isOn(trackHeart(page), false);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(CHANGES, async (route) => {
    await held;
    await route.continue();
  });
  await trackHeart(page).click();
  await isOn(trackHeart(page), true);
  await trackHeart(page).click();
  await isOn(trackHeart(page), false);
  const removed = page.waitForResponse(/action=remove/);
  letGo();
  await removed;
  await page.reload();
  // The list has come.
  await isOn(rowHeart(page, HARBOUR), true);
  await isOn(trackHeart(page), false);
  expect(calls.filter((action) => /add|remove/.test(action))).toEqual(['add', 'add', 'remove']);
});

test('a member whose session is dead is a guest at the root address after a heart', async () => {
  const { context } = await join('expired');
  const page = await openPage(context, visits.site, TRACK);
  await isOn(trackHeart(page), false);
  const dead = { success: false, error: 'Non.', code: 'authentication_required' };
  await page.route(CHANGES, (route) => route.fulfill({ status: 401, json: dead }));
  await trackHeart(page).click();
  await page.waitForURL((address) => !address.pathname.includes('info-titre'));
  await page.getByTitle('Connectez-vous pour voter').first().waitFor({ state: 'attached' });
});

test('a member removes favourites on the profile, undoes it, and is never lost with the keyboard', async () => {
  const { context } = await join('profile');
  const track = await openPage(context, visits.site, TRACK);
  await love(track, trackHeart(track));
  await love(track, artistHeart(track));
  const page = await openPage(context, visits.site, ARTIST);
  await love(page, rowHeart(page, HARBOUR));
  await page.goto(`${visits.site.origin}${PROFILE}`);
  await page.getByText('2 titres favoris').waitFor();
  await page.getByText('1 artiste favori', { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await rowHeart(page, HARBOUR).focus();
  // However long the pointer takes to the message, it is there.
  await stopClock(page);
  await page.keyboard.press('Enter');
  const gone = page.locator('[data-toast="success"]').filter({ hasText: 'Harbour Lights n’est plus' });
  // It waits as long as somebody reads it.
  await gone.hover();
  await page.clock.resume();
  await rowHeart(page, HARBOUR).waitFor({ state: 'detached' });
  await rowHeart(page, FERRY).and(page.locator(':focus')).waitFor();
  await page.getByText('1 titre favori', { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  // From where one is the next stop is what can be done [R38].
  await page.keyboard.press('Tab');
  await gone.getByRole('button', { name: 'Annuler' }).and(page.locator(':focus')).press('Enter');
  await rowHeart(page, HARBOUR).waitFor();
  await page.getByText('2 titres favoris').waitFor();
  await gone.waitFor({ state: 'detached' });

  await rowHeart(page, NOVA).focus();
  await stopClock(page);
  await page.keyboard.press('Enter');
  const artistGone = page.locator('[data-toast="success"]').filter({ hasText: 'Nova Kessler n’est plus' });
  await artistGone.hover();
  await page.clock.resume();
  await page.getByText('Aucun artiste favori pour le moment').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Derniers ajouts' }).waitFor();
  await page.locator('section:focus').filter({ hasText: 'Artistes favoris' }).waitFor();
  await isOn(artistHeart(track), false);
  expect(await violationsOf(page)).toEqual([]);
  // The message is put away with keys, and they go on where they were.
  await artistGone.getByRole('button', { name: 'Fermer' }).press('Enter');
  await artistGone.waitFor({ state: 'detached' });
  await page.locator('section:focus').filter({ hasText: 'Artistes favoris' }).waitFor();

  const guest = await openContext(visits, null);
  const lovepuls = await openPage(guest, visits.site, '/fr/lovepuls/profile');
  await lovepuls
    .getByRole('listitem')
    .getByRole('link', { name: /Midnight Ferry/ })
    .waitFor();
  await lovepuls
    .getByRole('listitem')
    .getByRole('link', { name: /Harbour Lights/ })
    .waitFor();
  expect(await lovepuls.getByText('Artistes favoris').count()).toBe(0);
});

test('a removal that the server refuses brings the row back', async () => {
  const { context } = await join('stays');
  const page = await openPage(context, visits.site, TRACK);
  await love(page, trackHeart(page));
  await page.goto(`${visits.site.origin}${PROFILE}`);
  await rowHeart(page, FERRY).waitFor();
  await page.route(CHANGES, (route) => route.abort());
  await rowHeart(page, FERRY).click();
  await toastSaid(page, 'refusal', REFUSED);
  await isOn(rowHeart(page, FERRY), true);
});

test('the same refusal twice is read out twice [R38]', async () => {
  const { context } = await join('twice');
  const page = await openPage(context, visits.site, TRACK);
  await page.route(CHANGES, (route) => route.abort());
  await isOn(trackHeart(page), false);
  await page.evaluate((words) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const hear = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.textContent === words) said.push(words);
    });
    for (const region of document.querySelectorAll('p[aria-live="assertive"]'))
      hear.observe(region, { childList: true, characterData: true, subtree: true });
  }, REFUSED);
  const said = () => page.evaluate(() => Reflect.get(globalThis, 'said').length);
  for (const times of [1, 2]) {
    await trackHeart(page).click();
    await expect.poll(said).toBe(times);
    await isOn(trackHeart(page), false);
  }
});

test('a member on a phone has hearts where there is room, and axe knows no fault of theirs by day and by night', async () => {
  const { context } = await join('phone', PHONE);
  const page = await openPage(context, visits.site, TRACK);
  await love(page, trackHeart(page));
  await love(page, artistHeart(page));
  for (const path of [TRACK, ARTIST, ADDITIONS, PROFILE]) {
    await goTo(page, `${visits.site.origin}${path}`);
    await page
      .getByRole('button', { name: /favori( :|$)/ })
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      expect([path, theme, await violationsOf(page)]).toEqual([path, theme, []]);
    }
  }
});

test('a member finds hearts beside what has just been played, in the sheet of a phone', async () => {
  const { context } = await join('sheet', PHONE);
  const page = await openPage(context, visits.site, '/fr/dance/page-last20.html');
  const row = { titre: 'Nova Kessler - Midnight Ferry', artist: 'Nova Kessler', title: 'Midnight Ferry' };
  const played = { ...row, slug: 'nova-kessler-midnight-ferry', pochette: '/covers/x.jpg', duration: 20 };
  await page.route(/endpoint=history&/, (route) =>
    route.fulfill({ json: { success: true, data: [{ ...played, started_at: '2026-01-01T12:00:00.000Z' }] } }),
  );
  await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
  // The same track plays, and has a heart of its own above.
  const heart = page.getByRole('dialog').locator('ol').getByRole('button', { name: FERRY, exact: true });
  await heart.click();
  await isOn(heart, true);
  expect(await violationsOf(page)).toEqual([]);
});
