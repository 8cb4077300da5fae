import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { TOAST_MS } from '#src/contract/limits.ts';
import { DESKTOP, PHONE } from '../support/devices.ts';
import { holdTime } from '../support/hold-time.ts';
import { isAlive } from '../support/open-browser.ts';
import {
  callsOf,
  joinSite,
  joinWithCalls,
  openContext,
  openPage,
  signInAt,
} from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { toastSaid } from '../support/toasts.ts';
import { showTheme, violationsOf } from '../support/violations-of.ts';

const visits = siteVisits(() =>
  startSite([
    { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
    { streamId: 'club', artist: 'Kid Lagune', title: 'Marée' },
  ]),
);

const SUBMIT = '**/api-proxy.php?endpoint=votes&action=submit*';
const STATUS = '**/api-proxy.php?endpoint=votes&action=status*';
const ALREADY = 'Vous avez déjà voté pour ce titre cette semaine';
const FAILED = 'Erreur lors de l’envoi du vote';

const shown = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
const like = (page: Page) => shown(page, 'J’aime ce titre');
const dislike = (page: Page) => shown(page, 'Je n’aime pas ce titre');
const toast = (page: Page, kind: string, words: string) =>
  page.locator(`[data-toast="${kind}"]`).getByText(words);
const pressed = (page: Page, state: boolean) =>
  shown(page, 'J’aime ce titre')
    .and(page.locator(`[aria-pressed="${state}"]`))
    .waitFor();

const join = (username: string, options?: BrowserContextOptions) =>
  joinWithCalls(visits, 'votes', username, options);

test.each([
  ['fr', 'Connectez-vous pour voter'],
  ['ru', 'Войдите, чтобы голосовать'],
])('a guest who votes in %s is led to register, and nothing is asked or sent', async (language, hint) => {
  const context = await openContext(visits, null);
  const calls = callsOf(context, 'votes');
  const page = await openPage(context, visits.site, `/${language}/dance`);
  const votes = page.locator('[data-player-bar]').getByTitle(hint);
  expect(await votes.count()).toBe(2);
  await votes.last().click();
  await page.getByRole('dialog').locator('input[type="email"]').waitFor();
  expect(calls).toEqual([]);
});

test('a member likes the track on air, once a week, and sees it by day and by night', async () => {
  const { context, calls } = await join('likes');
  // From the first: while a clock is put into a page that is there, it is 1970 for a moment, another day to ask about.
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance');
  await pressed(page, false);
  await stopClock(page);
  await like(page).click();
  await toast(page, 'success', 'Merci pour votre like').waitFor();
  await pressed(page, true);
  expect(calls[0]).toBe('status');
  await dislike(page).and(page.locator('[aria-pressed="false"]')).waitFor();
  for (const button of [like(page), dislike(page)])
    await expect.poll(() => button.getAttribute('title')).toBe(ALREADY);
  await dislike(page).click();
  await toast(page, 'info', ALREADY).waitFor();
  expect(calls.filter((action) => action === 'submit')).toEqual(['submit']);
  await page.clock.resume();
  expect(await violationsOf(page)).toEqual([]);
  await showTheme(page, 'dark');
  expect(await violationsOf(page)).toEqual([]);
  await page.reload();
  await pressed(page, true);
});

test('a vote that was given is seen in colours that the member has chosen for all pages', async () => {
  const { context } = await join('own_colours', { ...DESKTOP, forcedColors: 'active' });
  await context.route(STATUS, (route) =>
    route.fulfill({ json: { success: true, has_voted: true, vote: 'dislike' } }),
  );
  const page = await openPage(context, visits.site, '/fr/dance');
  await dislike(page).and(page.locator('[aria-pressed="true"]')).waitFor();
  const edge = (button: Locator) => button.evaluate((one) => getComputedStyle(one).borderTopWidth);
  expect(await edge(dislike(page))).not.toBe(await edge(like(page)));
});

test('the server is asked again before a vote is sent, whatever the page knows [R42]', async () => {
  const { context, calls } = await join('knowing');
  // An answer that shows: while there is none yet, a press joins the question that the page has asked by itself.
  await context.route(
    STATUS,
    (route) => route.fulfill({ json: { success: true, has_voted: true, vote: 'dislike' } }),
    { times: 1 },
  );
  const page = await openPage(context, visits.site, '/fr/dance');
  await dislike(page).and(page.locator('[aria-pressed="true"]')).waitFor();
  await like(page).click();
  await toastSaid(page, 'success', 'Merci pour votre like');
  expect(calls.slice(0, calls.indexOf('submit') + 1)).toEqual(['status', 'status', 'submit']);
});

test('a member dislikes a track, which is said in other words', async () => {
  const { context } = await join('dislikes');
  const page = await openPage(context, visits.site, '/fr/dance');
  await stopClock(page);
  await dislike(page).click();
  await toast(page, 'success', 'Votre avis a bien été pris en compte').waitFor();
  await dislike(page).and(page.locator('[aria-pressed="true"]')).waitFor();
  await like(page).and(page.locator('[aria-pressed="false"]')).waitFor();
});

const ANSWERS: [string, string, (route: Route) => Promise<void>][] = [
  ['a refusal', ALREADY, (route) => route.fulfill({ status: 409, json: no('already_voted') })],
  ['another refusal', ALREADY, (route) => route.fulfill({ status: 404, json: no('track_not_found') })],
  ['a success that is none', ALREADY, (route) => route.fulfill({ json: no('already_voted') })],
  ['a server in trouble', FAILED, (route) => route.fulfill({ status: 503, json: no('unavailable') })],
  ['an answer that is no JSON', FAILED, (route) => route.fulfill({ body: '<html>' })],
  ['no answer', FAILED, (route) => route.abort()],
];

test('a member reads what became of a vote that is not taken, and may vote again', async () => {
  const { context } = await join('errors');
  const page = await openPage(context, visits.site, '/fr/dance');
  await stopClock(page);
  for (const [what, words, answer] of ANSWERS) {
    await page.route(SUBMIT, answer);
    await like(page).click();
    const notice = toast(page, 'refusal', words);
    await notice.waitFor().catch((cause) => {
      throw new Error(`After ${what} nobody reads “${words}”.`, { cause });
    });
    await pressed(page, false);
    await page.locator('[data-toast="refusal"]').getByRole('button').click();
    await notice.waitFor({ state: 'detached' });
    await page.unroute(SUBMIT);
  }
  await like(page).click();
  await toast(page, 'success', 'Merci pour votre like').waitFor();
});

test('a vote that was kept stands out, though its answer got lost', async () => {
  const { context } = await join('lost');
  const page = await openPage(context, visits.site, '/fr/dance');
  await page.route(SUBMIT, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await like(page).click();
  await toastSaid(page, 'refusal', FAILED);
  await pressed(page, true);
});

function no(code: string) {
  return { success: false, error: 'Non.', code };
}

test('a vote is not sent while nobody knows whether there was one', async () => {
  const { context, calls } = await join('unknowing');
  // From the first: a press joins the question that the page has asked by itself.
  await context.route(STATUS, (route) => route.abort());
  const page = await openPage(context, visits.site, '/fr/dance');
  await stopClock(page);
  await like(page).click();
  await toast(page, 'refusal', FAILED).waitFor();
  expect(calls).not.toContain('submit');
});

test('while a vote is sent both buttons rest, and a second press does nothing', async () => {
  const { context, calls } = await join('impatient');
  const page = await openPage(context, visits.site, '/fr/dance');
  await stopClock(page);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(SUBMIT, async (route) => {
    await held;
    await route.continue();
  });
  await like(page).focus();
  await page.keyboard.press('Enter');
  for (const button of [like(page), dislike(page)])
    await button.and(page.locator('[aria-disabled="true"]')).waitFor();
  await page.keyboard.press('Enter');
  await dislike(page).dispatchEvent('click');
  letGo();
  await toast(page, 'success', 'Merci pour votre like').waitFor();
  await like(page).and(page.locator(':focus:not([aria-disabled])')).waitFor();
  expect(calls.filter((action) => action === 'submit')).toEqual(['submit']);
});

test('a vote given without a network says so, is not sent by itself, and can be given again [A63, R42]', async () => {
  const { context, calls } = await join('in_a_tunnel');
  const page = await openPage(context, visits.site, '/fr/club');
  // A first vote brings the script of the next ones along.
  await dislike(page).click();
  await toastSaid(page, 'success', 'Votre avis a bien été pris en compte');
  const told = page.waitForResponse(STATUS);
  await page.getByRole('main').getByRole('link', { name: 'Onde Dance' }).first().click();
  await (await told).finished();
  // The page has taken what it was told, before the vote asks anew.
  await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()));
  const { length } = calls;
  await context.setOffline(true);
  await like(page).click();
  await toastSaid(page, 'refusal', FAILED);
  await like(page).and(page.locator(':not([aria-disabled])')).waitFor();
  await context.setOffline(false);
  // Whatever the page asks for on the network’s return comes before this.
  await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()));
  expect(calls.slice(length)).not.toContain('submit');
  await like(page).click();
  await toastSaid(page, 'success', 'Merci pour votre like');
});

test('a vote that nobody answers says so after its time, and the next track’s does not wait for it [A63, R42]', async () => {
  const { context, calls } = await join('patient');
  const passTime = await holdTime(context);
  const page = await openPage(context, visits.site, '/fr/dance');
  await pressed(page, false);
  await page.route(SUBMIT, () => {}, { times: 1 });
  await like(page).click();
  await expect.poll(() => calls).toContain('submit');
  await like(page).and(page.locator('[aria-disabled="true"]')).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Onde Club' }).first().click();
  await like(page).and(page.locator(':not([aria-disabled])')).waitFor();
  await like(page).click();
  await toastSaid(page, 'success', 'Merci pour votre like');
  await passTime(page);
  await toastSaid(page, 'refusal', FAILED);
  await page.getByRole('main').getByRole('link', { name: 'Onde Dance' }).first().click();
  await pressed(page, false);
  await like(page).click();
  await pressed(page, true);
  expect(calls.filter((action) => action === 'submit').length).toBe(3);
});

test('a page that stays open over the end of the week knows that one may vote again [R41, R42]', async () => {
  const { context, calls } = await join('sunday');
  const page = await openPage(context, visits.site, '/fr/dance');
  await stopClock(page);
  await like(page).click();
  await pressed(page, true);
  // Once it is kept, it is asked for again.
  await expect.poll(() => calls.slice(calls.indexOf('submit'))).toEqual(['submit', 'status']);
  const { length } = calls;
  await page.route(STATUS, (route) =>
    route.fulfill({ json: { success: true, has_voted: false, vote: null } }),
  );
  // As a computer does that sleeps: its clock goes on, its timers do not.
  await page.clock.setSystemTime(Date.now() + 7 * 24 * 3_600_000);
  expect(calls.length).toBe(length);
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  await pressed(page, false);
  await expect.poll(() => calls.slice(length)).toEqual(['status']);
});

test('who has a clock that runs ahead knows too that one may vote again, once the track comes back [R42]', async () => {
  const { context, calls } = await join('ahead');
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance');
  await pressed(page, false);
  await like(page).click();
  await pressed(page, true);
  // Once it is kept, it is asked for again.
  await expect.poll(() => calls.slice(calls.indexOf('submit'))).toEqual(['submit', 'status']);
  const toStream = (name: string) => page.getByRole('main').getByRole('link', { name }).first().click();
  // By this clock it is another day, even where it is tomorrow already; by the station's the week goes on.
  const noon = (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS + DAY_MS / 2;
  let vote: string | null = 'dislike';
  await page.route(STATUS, (route) =>
    route.fulfill({ json: { success: true, has_voted: vote !== null, vote } }),
  );
  await page.clock.setSystemTime(noon);
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  const disliked = (state: boolean) =>
    dislike(page)
      .and(page.locator(`[aria-pressed="${state}"]`))
      .waitFor();
  await disliked(true);

  vote = null;
  await toStream('Onde Club');
  // Its address comes before it.
  await page.getByRole('heading', { level: 1, name: 'Marée' }).waitFor();
  await page.clock.setSystemTime(noon + DAY_MS / 24);
  await toStream('Onde Dance');
  await page.waitForURL('**/fr/dance');
  await disliked(false);
});

test('a vote given in one tab shows in the other', async () => {
  const { context } = await join('two_tabs');
  const first = await openPage(context, visits.site, '/fr/dance');
  const second = await openPage(context, visits.site, '/fr/dance');
  const asked: string[] = [];
  second.on('request', (request) => asked.push(request.url()));
  await pressed(second, false);
  await pressed(first, false);
  // A tab hears the others once a script has come, which tells nothing of itself: it asks when it is told to.
  await expect
    .poll(async () => {
      await first.evaluate(() => new BroadcastChannel('onde-member').postMessage(['votes&action=status']));
      return asked.filter((url) => url.includes('action=status')).length;
    })
    .toBeGreaterThan(1);
  await like(first).click();
  await pressed(first, true);
  await pressed(second, true);
});

test('a tab that nobody sees asks for nothing until it is seen', async () => {
  const { context, calls } = await join('elsewhere');
  await context.addInitScript(() => {
    let state: DocumentVisibilityState = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    addEventListener('test-seen', () => {
      state = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  const page = await openPage(context, visits.site, '/fr/dance');
  await pressed(page, false);
  // A request of the page's own comes after those that it would have made by then.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await page.evaluate(() => fetch('/robots.txt'));
  expect(calls).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('test-seen')));
  await expect.poll(() => calls).toEqual(['status']);
});

test('a member whose session is dead is a guest at the root address after a vote', async () => {
  const { context } = await join('expired');
  const page = await context.newPage();
  // What a page does when it has nothing else to do comes while this one is being left: a page that is being left
  // hears no test.
  const [idle, beIdle] = ['/robots.txt?idle', Promise.withResolvers<void>()];
  await page.route(`**${idle}`, (route) => beIdle.promise.then(() => route.continue()));
  await page.addInitScript((address) => {
    window.requestIdleCallback = (callback) => {
      fetch(address).then(() => callback({ didTimeout: false, timeRemaining: () => 50 }));
      return 1;
    };
  }, idle);
  const idleAsked = page.waitForRequest(`**${idle}`);
  await goTo(page, `${visits.site.origin}/fr/club`);
  await idleAsked;
  await stopClock(page);
  await page.route(SUBMIT, (route) => route.fulfill({ status: 401, json: no('authentication_required') }));
  const [isLeaving, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`${visits.site.origin}/`, async (route) => {
    isLeaving.resolve();
    await letGo.promise;
    await route.continue();
  });
  await like(page).click();
  await isLeaving.promise;
  const lateCall = page.waitForRequest(/endpoint=ip$/);
  beIdle.resolve();
  await lateCall;
  letGo.resolve();
  await page.waitForURL('**/fr/dance', { waitUntil: 'commit' });
  // The message goes after some seconds: they pass by hand, and few at a time.
  const message = toast(page, 'info', 'Votre session a pris fin. Connectez-vous à nouveau.');
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return await message.count();
    })
    .toBe(1);
  await page.getByTitle('Connectez-vous pour voter').first().waitFor({ state: 'attached' });
  // It offers the way back in.
  await page.locator('[data-toast="info"]').getByRole('button', { name: 'Connexion' }).click();
  await page.clock.resume();
  await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('session_ended'))).toBeNull();
  await page.reload();
  await isAlive(page);
  expect(await page.locator('[data-toast]').count()).toBe(0);
});

test('who logs out, and who comes after, sees nothing of the vote before', async () => {
  const { context } = await join('leaving');
  const next = await joinSite(visits.site, 'arriving');
  const page = await openPage(context, visits.site, '/fr/dance');
  await like(page).click();
  await pressed(page, true);
  await page.getByRole('button', { name: /^Compte de/ }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await like(page).and(page.locator(':not([aria-pressed])')).waitFor();
  const other = await context.newPage();
  await other.goto(`${visits.site.origin}/robots.txt`);
  await signInAt(other, next);
  await pressed(page, false);
});

test('a member on a phone votes with the floating button and finds it in the sheet, which says so [R230]', async () => {
  const { context } = await join('on_a_phone', PHONE);
  const page = await openPage(context, visits.site, '/fr/club');
  // It floats while its track is heard.
  await page.getByRole('region', { name: 'Lecteur' }).locator('button[data-play-stream]').click();
  await pressed(page, false);
  await stopClock(page);
  await like(page).click();
  await toast(page, 'success', 'Merci pour votre like').waitFor();
  await pressed(page, true);
  await page.clock.runFor(TOAST_MS / 2);
  await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
  const sheet = page.getByRole('dialog', { name: 'Lecteur' });
  await sheet.locator('[data-toast="success"]').waitFor();
  // It was read out before the sheet came.
  expect(await page.locator('[aria-live]').getByText('Merci pour votre like').count()).toBe(0);
  const inSheet = (name: string) => sheet.getByRole('button', { name, exact: true });
  await inSheet('J’aime ce titre').and(page.locator('[aria-pressed="true"]')).waitFor();
  await inSheet('Je n’aime pas ce titre').click();
  await toast(page, 'info', ALREADY).waitFor();
  // Behind a dialog nothing is said, and a press at a message meets what lies under it.
  await sheet.locator('[aria-live="polite"]').getByText(ALREADY).waitFor();
  expect(await page.locator('[aria-live]').getByText(ALREADY).count()).toBe(1);
  await page.clock.resume();
  await page.locator('[data-toast="info"]').hover();
  expect(await violationsOf(page)).toEqual([]);
  await showTheme(page, 'dark');
  expect(await violationsOf(page)).toEqual([]);
  await page.locator('[data-toast="info"]').getByRole('button', { name: 'Fermer' }).click();
  await page.locator('[data-toast="info"]').waitFor({ state: 'detached' });
  await sheet.waitFor();
});

test('where a stream has no track there is nothing to vote on, to love or to go to [R138]', async () => {
  const { context, calls } = await join('quiet');
  const page = await openPage(context, visits.site, '/fr/trance');
  const bar = page.getByRole('region', { name: 'Lecteur' });
  await bar.getByRole('button', { name: 'Écouter Onde Trance' }).waitFor();
  expect(await bar.getByRole('button', { name: /J’aime|Je n’aime pas/ }).count()).toBe(0);
  expect(await bar.locator('a[href*="/info-titre/"]').count()).toBe(0);
  expect(calls).toEqual([]);
});

test('a member votes in the player of its own window', async () => {
  const { context } = await join('small_player');
  const page = await openPage(context, visits.site, '/player/club');
  await stopClock(page);
  await dislike(page).click();
  await toast(page, 'success', 'Votre avis a bien été pris en compte').waitFor();
  await dislike(page).and(page.locator('[aria-pressed="true"]')).waitFor();
});
