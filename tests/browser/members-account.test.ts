import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { REGISTER_CLOSE_MS } from '#src/contract/limits.ts';
import { descriptionOf } from '../support/description-of.ts';
import { FRENCH, PHONE } from '../support/devices.ts';
import { fetchPage } from '../support/fetch-page.ts';
import { holdTime } from '../support/hold-time.ts';
import { isAlive } from '../support/open-browser.ts';
import {
  changeDatabase,
  joinSite,
  logInto,
  openAs,
  openContext,
  openPage,
  type SiteMember,
  signInAt,
} from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { PASSWORD } from '../support/start-members.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';

const visits = siteVisits(() => startSite([FERRY]));

const join = (username: string) => joinSite(visits.site, username, { clientPreferences: FRENCH });

const profileStatus = async ({ token }: SiteMember) =>
  (
    await fetch(`${visits.site.origin}/api-proxy.php?endpoint=profile`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

test('a member sees where they are signed in and signs the others out', async () => {
  const here = await join('many_devices');
  const [one, two, three] = [
    await logInto(visits.site, here),
    await logInto(visits.site, here),
    await logInto(visits.site, here),
  ];
  const page = await openAs(visits, here, '/fr/dance/profile');
  await page.getByText('4 sessions ouvertes').waitFor();
  await page.getByText('Cette session').waitFor();
  await page.getByRole('button', { name: 'Déconnecter Appareil inconnu' }).first().focus();
  await page.keyboard.press('Enter');
  await toastSaid(page, 'success', 'Appareil déconnecté');
  await page.getByText('3 sessions ouvertes').waitFor();
  // The button has gone with its session [R92].
  await page.waitForFunction(() => document.activeElement?.matches('h2'));
  expect((await Promise.all([one, two, three].map(profileStatus))).sort()).toEqual([200, 200, 401]);
  await page.getByRole('button', { name: 'Déconnecter les autres' }).click();
  await page.getByText('1 session ouverte').waitFor();
  await page.getByRole('button', { name: 'Déconnecter les autres' }).waitFor({ state: 'detached' });
  expect(await Promise.all([here, one, two, three].map(profileStatus))).toEqual([200, 401, 401, 401]);
  expect(await violationsOf(page)).toEqual([]);
});

test('a member takes their data along as a file', async () => {
  const page = await openAs(visits, await join('takes_along'), '/fr/dance/profile');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger mes données' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('takes_along.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({
    user: { email: 'takes_along@example.org', pseudo: 'takes_along' },
    preferences: { preferences: { theme: 'light' } },
    favorites: { tracks: [], artists: [] },
  });
});

test('a member deletes their account, with the password, and it is gone', async () => {
  const gone = await join('going');
  const page = await openAs(visits, gone, '/fr/dance/profile');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
  const password = dialog.getByLabel('Votre mot de passe');
  await password.waitFor();
  expect(await descriptionOf(dialog)).toMatch(/^Votre profil, vos favoris/);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Garder mon compte' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Supprimer mon compte');
  await page.keyboard.press('Enter');

  await password.fill('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByText('Mot de passe incorrect').waitFor();
  await password.and(page.locator(':focus[aria-invalid=true]')).waitFor();
  expect(await profileStatus(gone)).toBe(200);
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toastSaid(page, 'success', 'Votre compte est supprimé');
  await page.waitForURL('**/fr/dance');
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('authToken') === null);
  expect(await profileStatus(gone)).toBe(401);
  expect((await fetchPage(`${visits.site.origin}/lovepuls/going`)).status).toBe(404);
});

/** Opens the dialog that deletes the account, and fills it in. */
async function fillDeletion(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD);
  return dialog;
}

test('a deletion that is answered late signs out nobody who has signed in meanwhile [A114]', async () => {
  const gone = await join('going_late');
  const other = await join('comes_meanwhile');
  const context = await openContext(visits, gone);
  await holdTime(context);
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  const tab = await openPage(page.context(), visits.site, '/fr/dance');
  const dialog = await fillDeletion(page);
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/endpoint=profile&_method=DELETE/, async (route) => {
    const response = await route.fetch();
    done();
    await held;
    await route.fulfill({ response });
  });
  await page.keyboard.press('Enter');
  await isDone;
  await signInAt(tab, other);
  await dialog.waitFor({ state: 'detached' });
  letGo();
  await toastSaid(page, 'success', 'Votre compte est supprimé');
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe(other.token);
  expect([await profileStatus(gone), await profileStatus(other)]).toEqual([401, 200]);
});

/** Opens the question of the deletion, has its answer get lost, and sends it. */
async function loseDeletion(page: Page, { hasArrived }: { hasArrived: boolean }): Promise<Locator> {
  // What the page asks for by itself would find the session dead as well, if it came later.
  await page.getByText('1 session ouverte').waitFor();
  const dialog = await fillDeletion(page);
  await page.route(
    /endpoint=profile&_method=DELETE/,
    async (route) => {
      if (hasArrived) await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.keyboard.press('Enter');
  return dialog;
}

test('a member whose deletion was done reads that it was, though its answer got lost [A134]', async () => {
  const gone = await join('answer_lost');
  const page = await openAs(visits, gone, '/fr/dance/profile');
  await loseDeletion(page, { hasArrived: true });
  await toastSaid(page, 'success', 'Votre compte est supprimé');
  await page.waitForURL('**/fr/dance');
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('deletion_asked'))).toBeNull();
});

test('a deletion is said to be done where another call finds the session dead before its answer comes [A134]', async () => {
  const gone = await join('found_dead');
  const context = await openContext(visits, gone);
  await holdTime(context);
  const [isDeleted, isAnswered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await context.route(/endpoint=sessions/, async (route) => {
    await isDeleted.promise;
    await route.continue();
  });
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  const home = `${visits.site.origin}/`;
  await page.route(home, async (route) => {
    await isAnswered.promise;
    await route.continue();
  });
  await page.route(/endpoint=profile&_method=DELETE/, async (route) => {
    const response = await route.fetch();
    const leaves = page.waitForRequest(home);
    isDeleted.resolve();
    await leaves;
    await route.fulfill({ response });
  });
  await fillDeletion(page);
  const answered = page.waitForResponse(/endpoint=profile&_method=DELETE/);
  await page.keyboard.press('Enter');
  await (await answered).finished();
  const follows = page.waitForEvent('framenavigated');
  isAnswered.resolve();
  await follows;
  await toastSaid(page, 'success', 'Votre compte est supprimé');
});

test('a deletion that is refused since the session has ended elsewhere is called none [A134]', async () => {
  const here = await join('ended_before');
  const page = await openAs(visits, here, '/fr/dance/profile');
  await fillDeletion(page);
  changeDatabase(visits.site, 'delete from sessions where user_id = ?', here.user.id);
  await page.keyboard.press('Enter');
  await toastSaid(page, 'info', 'Votre session a pris fin');
  expect(await page.evaluate(() => localStorage.getItem('deletion_asked'))).toBeNull();
  expect(await profileStatus(await logInto(visits.site, here))).toBe(200);
});

test('a deletion that something in between refuses for its session is called none, too [A134]', async () => {
  const here = await join('refused_between');
  const page = await openAs(visits, here, '/fr/dance/profile');
  await fillDeletion(page);
  await page.route(/_method=DELETE/, (route) =>
    route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>Unauthorized</h1>' }),
  );
  await page.keyboard.press('Enter');
  await toastSaid(page, 'info', 'Votre session a pris fin');
  expect(await page.evaluate(() => localStorage.getItem('deletion_asked'))).toBeNull();
  expect(await profileStatus(await logInto(visits.site, here))).toBe(200);
});

test('whoever has signed out in another tab is told so by the deletion, which is none', async () => {
  const here = await join('out_elsewhere');
  const page = await openAs(visits, here, '/fr/dance/profile');
  const dialog = await fillDeletion(page);
  const other = await page.context().newPage();
  await other.goto(`${visits.site.origin}/robots.txt`);
  await other.evaluate(() => localStorage.removeItem('authToken'));
  await page.locator('header button', { hasText: 'Connexion' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Authentification requise').waitFor();
  expect(await profileStatus(here)).toBe(200);
});

test('a deletion asks for a password that was chosen in another tab since the page was opened', async () => {
  const here = await join('chosen_since');
  const context = await openContext(visits, here);
  const none = { success: true, data: { password: false, providers: ['google'] } };
  await context.route(/endpoint=sign-in-ways/, (route) => route.fulfill({ json: none }));
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  await page.getByText('Google', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
  await dialog.getByRole('button', { name: 'Supprimer pour toujours' }).click();
  await dialog.getByLabel('Votre mot de passe').and(page.locator('[aria-invalid=true]')).waitFor();
  expect(await profileStatus(here)).toBe(200);
});

test('while nothing answers it is called unknown, and the next page that learns it says so [A134]', async () => {
  const gone = await join('cut_off');
  const page = await openAs(visits, gone, '/fr/dance/profile');
  await page.route('**/api-proxy.php?endpoint=profile', (route) => route.abort());
  const dialog = await loseDeletion(page, { hasArrived: true });
  await dialog.getByText('nous ne savons pas encore si votre compte est supprimé').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await profileStatus(gone)).toBe(401);
  const tab = await page.context().newPage();
  await tab.goto(`${visits.site.origin}/fr/dance/profile`);
  await toastSaid(tab, 'success', 'Votre compte est supprimé');
});

test('pressed again where the first answer got lost, the deletion is called done', async () => {
  const page = await openAs(visits, await join('tries_again'), '/fr/dance/profile');
  await page.route('**/api-proxy.php?endpoint=profile', (route) => route.abort());
  const dialog = await loseDeletion(page, { hasArrived: true });
  await dialog.getByText('nous ne savons pas encore').waitFor();
  // The profile stays away: the page's own question for it would find the session dead before the press.
  await dialog.getByRole('button', { name: 'Supprimer pour toujours' }).click();
  await toastSaid(page, 'success', 'Votre compte est supprimé');
});

/** Ends a member's sessions while no page of ours is there that would find that before the one that comes next. */
async function comeBackSignedOut(page: Page, { user }: SiteMember): Promise<void> {
  await page.goto(`${visits.site.origin}/robots.txt`);
  changeDatabase(visits.site, 'delete from sessions where user_id = ?', user.id);
  await page.goto(`${visits.site.origin}/fr/dance/profile`);
}

test('a deletion that never reached the server has failed, and a session that ends later is called no deletion', async () => {
  const here = await join('never_sent');
  const context = await openContext(visits, here);
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  const dialog = await loseDeletion(page, { hasArrived: false });
  await expect
    .poll(() => dialog.allInnerTexts())
    .toEqual([expect.stringContaining('La suppression a échoué')]);
  expect(await profileStatus(here)).toBe(200);
  await page.clock.fastForward(61_000);
  await comeBackSignedOut(page, here);
  await toastSaid(page, 'info', 'Votre session a pris fin');
});

test('an account that the next page finds is there: its session that ends later is called no deletion [A134]', async () => {
  const here = await join('seen_again');
  const context = await openContext(visits, here);
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  await page.route('**/api-proxy.php?endpoint=profile', (route) => route.abort());
  const dialog = await loseDeletion(page, { hasArrived: false });
  await dialog.getByText('nous ne savons pas encore').waitFor();
  await page.unroute('**/api-proxy.php?endpoint=profile');
  const seen = page.waitForResponse(/endpoint=profile$/);
  await page.reload();
  await (await seen).finished();
  await page.waitForFunction(
    (nowMs) => JSON.parse(localStorage.getItem('deletion_asked') ?? '{}').untilMs < nowMs + 3_600_000,
    await page.evaluate(() => Date.now()),
  );
  await page.clock.fastForward(61_000);
  await comeBackSignedOut(page, here);
  await toastSaid(page, 'info', 'Votre session a pris fin');
});

test('the end of a session is told once somebody looks [A37]', async () => {
  const here = await join('looks_later');
  const context = await openContext(visits, here);
  await context.addInitScript(() => {
    sessionStorage.setItem('pending_act', '{}');
    let state: DocumentVisibilityState = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    addEventListener('test-seen', () => {
      state = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  const page = await openPage(context, visits.site, '/fr/dance');
  await comeBackSignedOut(page, here);
  await page.waitForURL('**/fr/dance');
  // What each page does when it has nothing else to do, ends with what led to a sign-in that came to nothing.
  await page.waitForFunction(() => sessionStorage.getItem('pending_act') === null);
  await goTo(page, `${visits.site.origin}/fr/club`);
  await page.evaluate(() => dispatchEvent(new Event('test-seen')));
  await toastSaid(page, 'info', 'Votre session a pris fin');
});

test('a member’s menu leads by keyboard to profile, diary, preferences and out', async () => {
  const page = await openAs(visits, await join('by_keyboard'), '/fr/dance');
  const menu = page.getByRole('button', { name: 'Compte de Zoé' });
  const isExpanded = (state: boolean) => menu.and(page.locator(`[aria-expanded="${state}"]`)).waitFor();
  await menu.focus();
  await page.keyboard.press('Enter');
  const links = page.getByRole('banner').getByRole('listitem');
  await links.filter({ hasText: 'Mon profil' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await isExpanded(false);
  await page.keyboard.press('Enter');
  await isExpanded(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Carnet d’écoute' }).waitFor();
  // A new page takes the focus: an open menu would close.
  await page.locator('main:focus').waitFor();
  await isExpanded(false);
  await menu.focus();
  await page.keyboard.press('Enter');
  await isExpanded(true);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Préférences' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await isExpanded(true);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('user') === null);
});

test('a member finds theirs in the sheet on a phone', async () => {
  const page = await openAs(visits, await join('on_phone'), '/fr/dance', PHONE);
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('heading', { name: 'Zoé' }).locator('[data-initials="ZD"]').waitFor();
  await sheet.getByRole('link', { name: 'Mon profil' }).click();
  await page.getByRole('dialog', { name: 'Mon profil' }).getByText('Zoé Durand').waitFor();
});

test('a dialog whose heading is one long word keeps the width of a narrow phone', async () => {
  const page = await openAs(visits, null, '/ru/dance', { ...PHONE, viewport: { width: 320, height: 568 } });
  await page.getByRole('banner').getByRole('button', { name: 'Меню' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Забыли пароль?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Восстановление пароля' });
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

/** The words of a heading that begin on one line and end on another. */
const brokenWords = (heading: Locator) =>
  heading.evaluate((element) => {
    const node = element.firstChild;
    return [...(node?.textContent ?? '').matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node ?? element, index);
      range.setEnd(node ?? element, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
    });
  });

test('the longest words of titles stay whole on narrow phones', async () => {
  const narrow = { ...PHONE, viewport: { width: 320, height: 640 } };
  const addresses = ['/ru/dance/profile/diary', '/nl/dance/profile/diary', '/validate-email?lang=ru'];
  const context = await openContext(visits, null, narrow);
  const page = await context.newPage();
  for (const path of addresses) {
    await goTo(page, `${visits.site.origin}${path}`);
    const title = page.getByRole('heading', { level: 1 });
    for (const width of [320, 341, 360, 375]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await brokenWords(title), `${path} at ${width} px`).toEqual([]);
    }
  }
  const german = { ...FRENCH, language: 'de' };
  const member = await joinSite(visits.site, null, { clientPreferences: german });
  await signInAt(page, member);
  await page.setViewportSize(narrow.viewport);
  await goTo(page, `${visits.site.origin}/de/dance/pseudo-selection`);
  const title = page.getByRole('heading', { name: 'Benutzernamen wählen' });
  await title.waitFor();
  expect(await brokenWords(title)).toEqual([]);
  changeDatabase(visits.site, 'update users set first_name = null where id = ?', member.user.id);
  const unnamed = { ...member, user: { ...member.user, first_name: null } };
  const asked = await openAs(visits, unnamed, '/de/dance/profile', narrow);
  const heading = asked.getByRole('dialog').getByRole('heading', { name: 'Mein Profil vervollständigen' });
  await heading.waitFor();
  expect(await brokenWords(heading)).toEqual([]);
});

test('a member with a name of one long word finds the menu in its place on a phone', async () => {
  const member = await joinSite(visits.site, 'long_name', {
    firstName: 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 100),
    clientPreferences: FRENCH,
  });
  const page = await openAs(visits, member, '/fr/dance', { ...PHONE, viewport: { width: 320, height: 640 } });
  const sheet = page.getByRole('dialog');
  const tooWide = () => sheet.evaluate((element) => element.scrollWidth - element.clientWidth);
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await sheet.getByRole('heading', { name: 'Donau' }).waitFor();
  expect(await tooWide()).toBe(0);
  await sheet.getByRole('link', { name: 'Mon profil' }).click();
  await page.getByRole('dialog', { name: 'Mon profil' }).getByText('Donau').first().waitFor();
  expect(await tooWide()).toBe(0);
});

test('what one member has begun to choose as a username is not there for the next one [A114]', async () => {
  const [first, next] = [await join('first_u'), await join('next_u')];
  for (const { user } of [first, next])
    changeDatabase(visits.site, 'update users set pseudo = null, pseudo_folded = null where id = ?', user.id);
  const nameless = ({ token, user }: SiteMember) => ({ token, user: { ...user, pseudo: null } });
  const page = await openAs(visits, nameless(first), '/fr/dance/pseudo-selection');
  await page.getByLabel('Pseudo').fill('chosen_by_first');
  const tab = await openPage(page.context(), visits.site, '/fr/dance/page-search.html');
  await signInAt(tab, nameless(next));
  await expect.poll(() => page.getByLabel('Pseudo').inputValue()).toBe('');
});

test('a member without names is asked for them in a dialog, without a username on its page', async () => {
  const nameless = await join('nameless');
  const { id } = nameless.user;
  changeDatabase(
    visits.site,
    'update users set first_name = null, pseudo = null, pseudo_folded = null where id = ?',
    id,
  );
  const page = await openAs(visits, null, '/fr/dance');
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  const login = page.getByRole('dialog', { name: 'Connexion' });
  await login.getByLabel('E-mail').fill(nameless.user.email);
  await login.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/fr/dance/profile');
  const dialog = page.getByRole('dialog', { name: 'Compléter mon profil' });
  await dialog.getByLabel('Prénom').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.poll(() => dialog.getByText('Ce champ est obligatoire').count()).toBe(2);
  await dialog.getByLabel('Prénom').fill('   ');
  await dialog.getByLabel('Pseudo').fill('named_now');
  await dialog.getByText('Ce pseudo est disponible').waitFor();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.poll(() => dialog.getByText('Ce champ est obligatoire').count()).toBe(1);
  await dialog.getByLabel('Prénom').fill('Zoé');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await toastSaid(page, 'success', 'Profil mis à jour avec succès');
  await page.getByRole('heading', { level: 1, name: 'Zoé Durand' }).waitFor();

  changeDatabase(visits.site, 'update users set pseudo = null, pseudo_folded = null where id = ?', id);
  await page.goto(`${visits.site.origin}/fr/dance`);
  await page.waitForURL('**/fr/dance/pseudo-selection');
  // Another takes it meanwhile; who reads on in another language is told so in that one.
  await join('named_before');
  const free = { success: true, available: true, data: { available: true } };
  await page.route('**/api-proxy.php?endpoint=check-pseudo', (route) => route.fulfill({ json: free }));
  await page.getByLabel('Pseudo').fill('named_before');
  await page.getByRole('button', { name: 'Créer mon profil' }).click();
  const box = page.getByRole('main').getByRole('alert');
  await box.getByText('Ce pseudo est déjà utilisé').waitFor();
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'English' }).click();
  await box.getByText('This username is already taken').waitFor();
  expect(await page.getByRole('main').getByText('This username is already taken').count()).toBe(1);
  await page.unroute('**/api-proxy.php?endpoint=check-pseudo');
  await banner.getByRole('button', { name: /^EN/ }).click();
  await banner.getByRole('link', { name: 'Français' }).click();
  await page.getByLabel('Pseudo').fill('named_again');
  await page.getByRole('button', { name: 'Créer mon profil' }).click();
  await page.waitForURL('**/fr/dance/profile');
  // A username that is there sends away from the page that asks for one.
  await page.goto(`${visits.site.origin}/fr/dance/pseudo-selection`);
  await page.waitForURL('**/fr/dance/profile');
});

test('a press beside a dialog loses nothing of what is written there, and closes it otherwise [A135]', async () => {
  const member = await join('presses_beside');
  changeDatabase(visits.site, 'update users set first_name = null where id = ?', member.user.id);
  const page = await openAs(visits, member, '/fr/dance/profile');
  const names = page.getByRole('dialog', { name: 'Compléter mon profil' });
  // Who has written nothing yet may leave it for later.
  await names.getByLabel('Prénom').waitFor();
  await page.mouse.click(5, 5);
  await names.waitFor({ state: 'detached' });
  await page.reload();
  await names.getByLabel('Prénom').fill('Zoé');
  await page.mouse.click(5, 5);
  await expect.poll(() => names.getByLabel('Prénom').inputValue()).toBe('Zoé');
  await page.keyboard.press('Escape');
  await names.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Changer de mot de passe' }).click();
  const password = page.getByRole('dialog', { name: 'Changer de mot de passe' });
  await password.getByLabel('Mot de passe actuel').fill('abc');
  await page.mouse.click(5, 5);
  await expect.poll(() => password.getByLabel('Mot de passe actuel').inputValue()).toBe('abc');
  await password.getByLabel('Mot de passe actuel').fill('');
  await page.mouse.click(5, 5);
  await password.waitFor({ state: 'detached' });
});

test('whoever has signed out in another tab is told so by the dialog that asks for names', async () => {
  const { user, token } = await join('left_elsewhere');
  changeDatabase(visits.site, 'update users set first_name = null where id = ?', user.id);
  const page = await openAs(visits, { token, user: { ...user, first_name: null } }, '/fr/dance');
  const dialog = page.getByRole('dialog', { name: 'Compléter mon profil' });
  await dialog.getByLabel('Prénom').fill('Zoé');
  // Asked by a guest, the member's own username would be taken.
  await dialog.getByText('Ce pseudo est disponible').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${visits.site.origin}/robots.txt`);
  await other.evaluate(() => localStorage.removeItem('authToken'));
  await page.locator('header button', { hasText: 'Connexion' }).waitFor();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.getByRole('alert').getByText('Aucun utilisateur connecté').waitFor();
});

test('whoever has given their names in another tab is not asked for them any more [A120]', async () => {
  const { user, token } = await join('given_elsewhere');
  changeDatabase(visits.site, 'update users set first_name = null where id = ?', user.id);
  const context = await openContext(visits, { token, user: { ...user, first_name: null } });
  const page = await openPage(context, visits.site, '/fr/dance');
  const asking = page.getByRole('dialog', { name: 'Compléter mon profil' });
  await asking.waitFor();
  const other = await openPage(context, visits.site, '/fr/dance');
  const dialog = other.getByRole('dialog', { name: 'Compléter mon profil' });
  await dialog.getByLabel('Prénom').fill('Maud');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.waitFor({ state: 'detached' });
  await toastSaid(other, 'success', 'Profil mis à jour avec succès');
  await asking.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Compte de Maud' }).waitFor();
});

test('on a station without mail, whoever forgot the password is told whom to ask', async () => {
  const page = await openAs(visits, null, '/fr/dance');
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('button', { name: 'Mot de passe oublié ?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mot de passe oublié' });
  await dialog.getByLabel('E-mail').fill('zoe@example.org');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Cette radio n’envoie pas d’e-mails').waitFor();
});

test('a guest has no business at the choice of a username', async () => {
  const page = await openAs(visits, null, '/en/club');
  await page.goto(`${visits.site.origin}/en/club/pseudo-selection`);
  await page.waitForURL('**/en/dance');
  await isAlive(page);
});

test('what a member changes on one device is known on the other with its next page', async () => {
  const member = await join('two_devices');
  const page = await openAs(visits, member, '/fr/dance');
  await page.getByRole('button', { name: 'Compte de Zoé' }).waitFor();
  changeDatabase(visits.site, 'update users set first_name = ? where id = ?', 'Zélie', member.user.id);
  await page.reload();
  await page.getByRole('button', { name: 'Compte de Zélie' }).waitFor();
});

test('a member whom the external player sent goes back to it with token and user, and nowhere else', async () => {
  const { playerHost } = await (await fetch(`${visits.site.origin}/station.json`)).json();
  const member = await join('back_to_player');
  const page = await openAs(visits, member, '/fr/dance');
  // The player takes it out of its address at once.
  const asked = page.waitForRequest(`${playerHost}/club?*`);
  await page.goto(
    `${visits.site.origin}/fr/dance?${new URLSearchParams({ redirect: `${playerHost}/club` })}`,
    // It is led on before all of it has come.
    { waitUntil: 'commit' },
  );
  const { searchParams } = new URL((await asked).url());
  await page.waitForURL(`${playerHost}/club`);
  // A session of its own: that of the page is never in an address [A15].
  const token = searchParams.get('token') ?? '';
  expect(token).not.toBe(member.token);
  const profile = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=profile`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await profile.json()).data).toMatchObject({ id: member.user.id });
  expect(JSON.parse(searchParams.get('user') ?? '')).toEqual({
    id: member.user.id,
    email: member.user.email,
    pseudo: 'back_to_player',
    first_name: 'Zoé',
    last_name: 'Durand',
  });
  const elsewhere = new URLSearchParams({ redirect: `${playerHost}.evil.test/x` });
  await page.goto(`${visits.site.origin}/fr/hits?${elsewhere}`);
  await isAlive(page);
  await page.getByRole('button', { name: 'Compte de Zoé' }).waitFor();
  expect(new URL(page.url()).origin).toBe(visits.site.origin);
});

test('who logs in where the external player waits is handed over to it once', async () => {
  const { playerHost } = await (await fetch(`${visits.site.origin}/station.json`)).json();
  const member = await join('handed_once');
  const page = await openAs(
    visits,
    null,
    `/fr/dance?${new URLSearchParams({ redirect: `${playerHost}/club` })}`,
  );
  const tokens: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('endpoint=handover')) tokens.push(request.url());
  });
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill(member.user.email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${playerHost}/club`);
  expect(tokens).toHaveLength(1);
});

test('a guest whom the external player sent is asked once, and goes nowhere when they sign in in another tab [A60]', async () => {
  const { playerHost } = await (await fetch(`${visits.site.origin}/station.json`)).json();
  const member = await join('signs_in_elsewhere');
  const page = await openAs(
    visits,
    null,
    `/fr/dance?${new URLSearchParams({ redirect: `${playerHost}/club` })}`,
  );
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') asked.push(request.url());
  });
  const dialog = page.locator('dialog');
  await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.evaluate(() => {
    let dialogs = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && (node.matches('dialog') || node.querySelector('dialog')))
            document.documentElement.dataset.dialogs = String(++dialogs);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/de/dance?redirect=*');
  await page.getByRole('banner').getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('dialog', { name: 'Anmelden' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.dialogs)).toBe('1');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const tab = await openPage(page.context(), visits.site, '/fr/dance');
  await signInAt(tab, member);
  await page.getByRole('button', { name: 'Konto von Zoé' }).waitFor();
  // Only once the page is asked for anew, which leads on by itself.
  await page.reload({ waitUntil: 'commit' });
  await page.waitForURL(`${playerHost}/club`);
  expect(
    asked.filter((address) => address.includes('endpoint=handover') && !address.includes('token')),
  ).toHaveLength(1);
});

test('a guest on a site without mail registers, is in at once, and is asked for a username', async () => {
  const page = await openAs(visits, null, '/fr/dance');
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Créer un compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Créer un compte' });
  await dialog.getByLabel('Prénom').fill('Inès');
  await dialog.getByLabel('Nom', { exact: true }).fill('Caron');
  await dialog.getByLabel('E-mail').fill('ines@example.org');
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  await stopClock(page);
  await page.keyboard.press('Enter');
  await dialog.getByText('Votre compte est créé').waitFor();
  // The dialog counts from the moment the words have the focus.
  await dialog.locator('[role=status]:focus').waitFor();
  await page.clock.runFor(REGISTER_CLOSE_MS - 1);
  expect(await dialog.count()).toBe(1);
  // Under it nobody could write into the page that asks.
  expect(new URL(page.url()).pathname).toBe('/fr/dance');
  await page.clock.runFor(1);
  await dialog.waitFor({ state: 'detached' });
  await page.clock.resume();
  // What opened it, the login button, is gone.
  await page.waitForFunction(() => document.activeElement?.closest('main'));
  await page.waitForURL('**/fr/dance/pseudo-selection');
  await page.getByRole('button', { name: 'Compte d’Inès' }).waitFor();
});

test.each(['comes_anew', ''])(
  'who loads the page again after an answer that got lost has the account that it opened, username: “%s” [A142]',
  async (username) => {
    const page = await openAs(visits, null, '/fr/dance');
    const open = async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Créer un compte' }).click();
      const dialog = page.getByRole('dialog', { name: 'Créer un compte' });
      await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      await dialog.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
      return dialog;
    };
    const dialog = await open();
    await dialog.getByLabel('Prénom').fill('Inès');
    await dialog.getByLabel('Nom', { exact: true }).fill('Caron');
    if (username !== '') await dialog.getByLabel('Pseudo (facultatif)').fill(username);
    await dialog.getByLabel('E-mail').fill(`anew_${username}@example.org`);
    // The server opens the account; neither its answer nor that of the login comes.
    await page.route(/endpoint=(register|login)/, async (route) => {
      if (route.request().url().includes('register')) await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'S’inscrire' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.unroute(/endpoint=(register|login)/);
    await page.reload();
    const again = await open();
    await again.getByRole('button', { name: 'S’inscrire' }).click();
    await again.getByText('Votre compte est créé').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
  },
);

test('a member who comes to a page that has them write is asked for names all the same [A34]', async () => {
  const { token, user } = await join('asked_there');
  changeDatabase(
    visits.site,
    'update users set first_name = null, pseudo = null, pseudo_folded = null where id = ?',
    user.id,
  );
  const member = { token, user: { ...user, first_name: null, pseudo: null } };
  const page = await openAs(visits, member, '/fr/dance/pseudo-selection');
  await page.getByRole('dialog', { name: 'Compléter mon profil' }).getByLabel('Prénom').waitFor();
});

test('a member who types is led to the page for a username once they rest [A34, A62]', async () => {
  const member = await join('types_first');
  changeDatabase(
    visits.site,
    'update users set first_name = ?, pseudo = null, pseudo_folded = null where id = ?',
    'Nour',
    member.user.id,
  );
  const context = await openContext(visits, member);
  await holdTime(context);
  const answer = Promise.withResolvers<void>();
  await context.route(/endpoint=profile$/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const page = await openPage(context, visits.site, '/fr/dance/page-search.html');
  await page.getByRole('main').getByLabel('Heure', { exact: true }).focus();
  await stopClock(page);
  answer.resolve();
  await page.getByRole('button', { name: 'Compte de Nour' }).waitFor();
  await page.clock.runFor(5_000);
  expect(new URL(page.url()).pathname).toBe('/fr/dance/page-search.html');
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.clock.resume();
  await page.waitForURL('**/fr/dance/pseudo-selection');
});

test('a registration under way ends the session that another tab opens meanwhile [A109]', async () => {
  const other = await join('other_tab');
  const context = await openContext(visits, null);
  await holdTime(context);
  const page = await openPage(context, visits.site, '/fr/dance');
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Créer un compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Créer un compte' });
  await dialog.getByLabel('Prénom').fill('Inès');
  await dialog.getByLabel('Nom', { exact: true }).fill('Caron');
  await dialog.getByLabel('E-mail').fill('comes_second@example.org');
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  const tab = await openPage(page.context(), visits.site, '/fr/dance');
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api-proxy.php?endpoint=register', async (route) => {
    ask();
    await held;
    await route.continue();
  });
  await dialog.getByLabel('Confirmer le mot de passe').press('Enter');
  await isAsked;
  await signInAt(tab, other);
  await page
    .locator('header')
    .getByRole('button', { name: 'Connexion', exact: true, includeHidden: true })
    .waitFor({ state: 'detached' });
  expect(await profileStatus(other)).toBe(200);
  const answered = page.waitForResponse(/endpoint=register/);
  letGo();
  expect((await answered).status()).toBe(200);
  await expect.poll(() => profileStatus(other)).toBe(401);
});

test.each([
  ['/fr/dance', "Erreur lors de l'initialisation de l'authentification"],
  // Its document comes in French.
  ['/player/dance', 'Fehler beim Starten der Anmeldung'],
])('a stored session that is spoilt is said, and leaves a guest at %s', async (path, words) => {
  const context = await openContext(visits, null);
  await context.addInitScript(() => {
    if (sessionStorage.getItem('spoilt') !== null) return;
    sessionStorage.setItem('spoilt', 'true');
    localStorage.setItem('language', 'de');
    localStorage.setItem('authToken', 'x');
    localStorage.setItem('authUser', '{"id": 1');
  });
  const page = await openPage(context, visits.site, path);
  await toastSaid(page, 'refusal', words);
  if (path !== '/player/dance')
    await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('authToken') === null);
});

test('a member whose browser has stored no theme begins in the light, whatever the system says', async () => {
  const member = await join('by_day');
  const page = await openAs(visits, member, '/fr/dance', { ...PHONE, colorScheme: 'dark' });
  await page.waitForFunction(() => localStorage.getItem('theme') === 'light');
  await page.evaluate(() => localStorage.removeItem('theme'));
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const { theme } = document.documentElement?.dataset ?? {};
      if (theme === undefined) return;
      Object.assign(window, { firstTheme: theme });
      observer.disconnect();
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
  await page.reload();
  const first = await page.waitForFunction(() => Reflect.get(window, 'firstTheme'));
  expect(await first.jsonValue()).toBe('light');
});

test('a validation link without a token does not use that of a link before it, which got no answer', async () => {
  const page = await openAs(visits, null, '/fr/dance');
  await page.route('**/api-proxy.php?endpoint=verify-email', (route) => route.abort());
  await goTo(page, `${visits.site.origin}/validate-email?token=abc&lang=fr`);
  await page.getByRole('alert').getByText('Erreur de connexion').waitFor();
  await goTo(page, `${visits.site.origin}/validate-email?lang=fr`);
  await page.getByRole('alert').getByText('Token de validation manquant').waitFor();
});

test('a validation link without a token can be left or tried again', async () => {
  const page = await openAs(visits, null, '/validate-email?lang=fr');
  await page.getByRole('alert').getByText('Token de validation manquant').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Réessayer' }).click()]);
  await page.getByRole('alert').getByText('Token de validation manquant').waitFor();
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click();
  await page.waitForURL('**/fr/dance');
});
