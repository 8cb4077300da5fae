import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { TARGET_PIXELS } from '#src/contract/limits.ts';
import { descriptionOf } from '../support/description-of.ts';
import { PHONE } from '../support/devices.ts';
import { isAlive } from '../support/open-browser.ts';
import {
  expectNoTrace,
  loginDialog,
  openLogin,
  startSiteWithProvider,
  tokenIn,
  watchRequests,
} from '../support/provider-visits.ts';
import { changeDatabase, joinSite, openContext, openPage } from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import type { Person, TestProvider } from '../support/test-provider.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';

let provider: TestProvider;
let playerHost: string;
const visits = siteVisits(async () => {
  const started = await startSiteWithProvider();
  ({ provider, playerHost } = started);
  return started.site;
});
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(() => {
  provider.isAsking = false;
  provider.appleName = null;
});

let people = 0;
/** Somebody new, who has a name with Google. */
function somebody(claims: Partial<Person> = {}): Person {
  people += 1;
  const who = {
    email: `zoe${people}@example.org`,
    email_verified: true,
    given_name: 'Zoé',
    family_name: 'Durand',
  };
  return { sub: `p-${people}`, ...who, ...claims };
}
/** The same with Apple, whose token says no name. */
const somebodyWithApple = () =>
  somebody({ given_name: undefined, family_name: undefined, email_verified: 'true' });

/** Somebody who was here before, by an address that was proven, and whom the sync after a sign-in leads nowhere else. */
async function join(username: string, more: object = {}) {
  const member = await joinSite(visits.site, username, {
    clientPreferences: { language: 'fr', streamId: 'dance', theme: 'light', device: 'dev_1a2b' },
    ...more,
  });
  const proven = 'update users set email_verified_ms = created_ms where id = ?';
  changeDatabase(visits.site, proven, member.user.id);
  return member;
}

async function visit(path: string, options?: Parameters<typeof openContext>[2]) {
  const context = await openContext(visits, null, options);
  const sent = watchRequests(context);
  return { page: await openPage(context, visits.site, path), sent };
}

/** Where the page is on the site. */
const isAt = (page: Page, path: string) => expect.poll(() => page.url()).toBe(`${visits.site.origin}${path}`);

async function press(page: Page, name: 'Google' | 'Apple') {
  await (await openLogin(page)).getByRole('button', { name: `Continuer avec ${name}` }).click();
}

/** Waits until the page that was there has given way to another one, whose address may be the same. */
async function leave(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isLeft: true }));
  await act();
  await page.waitForFunction(() => !('isLeft' in globalThis));
  await isAlive(page);
}

/** Presses it and gives the window that opens. */
async function pressForWindow(page: Page) {
  const [window] = await Promise.all([page.waitForEvent('popup'), press(page, 'Apple')]);
  return window;
}

/** Counts what other windows say to a page from here on. */
async function hearMessages(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { heard: 0 });
    addEventListener('message', () =>
      Object.assign(globalThis, { heard: Reflect.get(globalThis, 'heard') + 1 }),
    );
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'heard'));
}

/** What an endpoint answers a member. */
async function ask(endpoint: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=${endpoint}`, { headers });
  return replySchema.parse(await answer.json()).data;
}
const replySchema = z.object({ data: z.record(z.string(), z.unknown()) });

const userIn = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('authUser') ?? 'null'));

test('somebody new comes by Google, chooses a username, and is known the second time', async () => {
  const who = somebody();
  provider.person = who;
  const { page, sent } = await visit('/fr/club');
  const dialog = await openLogin(page);
  expect(await violationsOf(page)).toEqual([]);
  const google = dialog.getByRole('button', { name: 'Continuer avec Google' });
  for (const button of [google, dialog.getByRole('button', { name: 'Continuer avec Apple' })])
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(TARGET_PIXELS);
  await google.click();
  await isAt(page, '/fr/club/pseudo-selection');
  const token = await tokenIn(page);
  expect(await userIn(page)).toMatchObject({ email: who.email, first_name: 'Zoé', last_name: 'Durand' });
  await expectNoTrace(page, { token, sent, visits, provider });
  expect(sent.addresses.filter((address) => address.includes(token))).toEqual([]);

  // What the guest saw has gone to the server, whether or not a username follows: language, stream and theme [A77].
  const preferences = async () => (await ask('preferences', token)).saved;
  await expect.poll(preferences).toEqual(expect.arrayContaining(['language', 'theme', 'favoriteStreamId']));
  await page.getByLabel('Pseudo').fill(`zoe_${people}`);
  await page.getByText('Ce pseudo est disponible').waitFor();
  await page.keyboard.press('Enter');
  await isAt(page, '/fr/club/profile');

  const again = await visit('/fr/club');
  await press(again.page, 'Google');
  const second = await tokenIn(again.page);
  await again.page.getByRole('button', { name: 'Compte de Zoé' }).waitFor();
  await isAt(again.page, '/fr/club');
  expect((await userIn(again.page)).id).toBe((await userIn(page)).id);
  expect(await again.page.getByRole('dialog').count()).toBe(0);
  await expectNoTrace(again.page, { token: second, sent: again.sent, visits, provider });
});

test('Apple on a phone takes the whole page; a name that it does not say is asked for', async () => {
  provider.person = somebodyWithApple();
  const { page, sent } = await visit('/fr/dance', PHONE);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Connexion' }).click();
  await (await loginDialog(page)).getByRole('button', { name: 'Continuer avec Apple' }).click();
  await isAt(page, '/fr/dance/profile');
  const token = await tokenIn(page);
  const dialog = page.getByRole('dialog', { name: 'Compléter mon profil' });
  await dialog.waitFor();
  await expectNoTrace(page, { token, sent, visits, provider });
  await dialog.getByLabel('Prénom').fill('Inès');
  await dialog.getByLabel('Nom', { exact: true }).fill('Roux');
  await dialog.getByLabel('Pseudo').fill(`ines_${people}`);
  await dialog.getByText('Ce pseudo est disponible').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => userIn(page)).toMatchObject({ first_name: 'Inès', pseudo: `ines_${people}` });
});

test('Apple on a desktop has a window of its own, which alone is believed', async () => {
  provider.person = somebodyWithApple();
  const { page, sent } = await visit('/fr/dance');
  // A window that is closed leaves the dialog as it was.
  provider.isAsking = true;
  const first = await pressForWindow(page);
  await first.getByText('Who are you?').waitFor();
  await first.close();
  // Others speak up while the second one is open: the page itself, a window of a stranger, the provider.
  const dialog = await loginDialog(page);
  const button = dialog.getByRole('button', { name: 'Continuer avec Apple' });
  const [window] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await window.getByText('Who are you?').waitFor();
  expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
  const forged = {
    type: 'APPLE_AUTH_SUCCESS',
    token: 'x',
    user: {
      id: '1',
      email: 'a@b.c',
      first_name: null,
      last_name: null,
      pseudo: null,
      profile_picture: '',
      created_at: '',
      email_verified: true,
    },
  };
  const shout = (message: object) => opener?.postMessage(message, '*');
  const heard = await hearMessages(page);
  await window.evaluate(shout, forged);
  await page.evaluate((message) => postMessage(message, '*'), forged);
  const [stranger] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((address) => void open(address), `${visits.site.origin}/robots.txt`),
  ]);
  await stranger.waitForURL('**/robots.txt');
  await stranger.evaluate(shout, forged);
  await expect.poll(heard).toBe(3);
  await stranger.close();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  // Then somebody answers there.
  provider.isAsking = false;
  provider.appleName = { firstName: 'Léa', lastName: 'Martin' };
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await Promise.all([
    window.waitForEvent('close'),
    window.evaluate(() => void setTimeout(() => location.reload())),
  ]);
  await isAt(page, '/fr/dance/pseudo-selection');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true);
  await expect.poll(() => userIn(page)).toMatchObject({ first_name: 'Léa', last_name: 'Martin' });
  const token = await tokenIn(page);
  expect(sent.addresses.filter((address) => address.includes(token))).toEqual([]);
  expect(visits.site.output.join('\n')).not.toContain(token);
});

test('a sign-in in a window counts, though its dialog has closed meanwhile', async () => {
  provider.person = somebodyWithApple();
  provider.appleName = { firstName: 'Iris', lastName: 'Blum' };
  provider.isAsking = true;
  const { page } = await visit('/fr/dance');
  const window = await pressForWindow(page);
  await window.getByText('Who are you?').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Connexion', exact: true }).waitFor({ state: 'detached' });
  provider.isAsking = false;
  await Promise.all([
    window.waitForEvent('close'),
    window.evaluate(() => void setTimeout(() => location.reload())),
  ]);
  await isAt(page, '/fr/dance/pseudo-selection');
  await expect.poll(() => userIn(page)).toMatchObject({ first_name: 'Iris' });
});

/** Closes the login dialog while Apple's window asks, and reads on in another language. */
async function goOnInEnglish(page: Page, window: Page): Promise<void> {
  await window.getByText('Who are you?').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Connexion', exact: true }).waitFor({ state: 'detached' });
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'English' }).click();
  await isAt(page, '/en/dance');
}

test('a language and a stream chosen while the window is open are those that a member comes to [A33]', async () => {
  const who = somebodyWithApple();
  // The sync that follows leads where this member is by then, and hides no other way there.
  const clientPreferences = { language: 'en', streamId: 'club', theme: 'light', device: 'dev_1a2b' };
  await join(`rosa${people}`, { email: who.email, clientPreferences });
  provider.person = who;
  provider.isAsking = true;
  const { page } = await visit('/fr/dance');
  const window = await pressForWindow(page);
  await goOnInEnglish(page, window);
  // This site has one stream alone: no link leads to another one.
  await page.evaluate(() => {
    history.pushState(null, '', '/en/club');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => page.title()).toContain('Club');
  const ledTo: string[] = [];
  page.on('framenavigated', (frame) => ledTo.push(new URL(frame.url()).pathname));
  provider.isAsking = false;
  await Promise.all([
    window.waitForEvent('close'),
    window.evaluate(() => void setTimeout(() => location.reload())),
  ]);
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  expect(ledTo).not.toContain('/fr/dance');
  await isAt(page, '/en/club');
});

test('what became of the account is told in the language that is read by then, and leads there [A74]', async () => {
  const who = somebodyWithApple();
  const { user } = await join(`olga${++people}`, { email: who.email });
  changeDatabase(visits.site, 'update users set email_verified_ms = null where id = ?', user.id);
  provider.person = who;
  provider.isAsking = true;
  const { page } = await visit('/fr/dance');
  const window = await pressForWindow(page);
  await goOnInEnglish(page, window);
  provider.isAsking = false;
  await Promise.all([
    window.waitForEvent('close'),
    window.evaluate(() => void setTimeout(() => location.reload())),
  ]);
  await page.locator('[data-toast="info"]').getByRole('button', { name: 'My profile' }).click();
  await isAt(page, '/en/dance/profile');
});

test('a window that has lost its page becomes the site, and the page knows it', async () => {
  provider.person = somebodyWithApple();
  provider.appleName = { firstName: 'Nina', lastName: 'Adler' };
  provider.isAsking = true;
  const { page } = await visit('/fr/dance');
  const window = await pressForWindow(page);
  await window.getByText('Who are you?').waitFor();
  provider.isAsking = false;
  await window.evaluate(() => {
    Reflect.set(globalThis, 'opener', null);
    location.reload();
  });
  await isAt(window, '/fr/dance/pseudo-selection');
  await page.getByRole('button', { name: 'Compte de Nina' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await isAt(page, '/fr/dance');
});

test('a window whose page was opened anew meanwhile becomes the site [W217]', async () => {
  provider.person = somebodyWithApple();
  provider.appleName = { firstName: 'Olga', lastName: 'Sand' };
  provider.isAsking = true;
  const { page } = await visit('/fr/dance');
  const window = await pressForWindow(page);
  await window.getByText('Who are you?').waitFor();
  await page.reload();
  await isAlive(page);
  provider.isAsking = false;
  await window.evaluate(() => void setTimeout(() => location.reload()));
  await isAt(window, '/fr/dance/pseudo-selection');
  await page.getByRole('button', { name: 'Compte d’Olga' }).waitFor();
  await isAt(page, '/fr/dance');
});

test('where no window may open, Apple takes the whole page', async () => {
  provider.person = somebodyWithApple();
  provider.appleName = { firstName: 'Yann', lastName: 'Petit' };
  const { page } = await visit('/fr/dance');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await press(page, 'Apple');
  await isAt(page, '/fr/dance/pseudo-selection');
  await expect.poll(() => userIn(page)).toMatchObject({ first_name: 'Yann', pseudo: null });
});

test('who refuses is back where they were, and nothing is said', async () => {
  provider.person = null;
  const page = (await visit('/fr/dance/page-top20.html?week=2026-W40')).page;
  await isAlive(page);
  await leave(page, () => press(page, 'Google'));
  await isAt(page, '/fr/dance/page-top20.html?week=2026-W40');
  expect(await page.getByRole('dialog').count()).toBe(0);
  // The root is not bound to where it began.
  const kept = () => page.evaluate(() => localStorage.getItem('auth_return_lang'));
  await expect.poll(kept).toBeNull();
  const dialog = await openLogin(page);
  expect(await dialog.getByRole('alert').count()).toBe(0);
  const heard = await hearMessages(page);
  await Promise.all([
    // It may be gone by the time that the press is over.
    page.waitForEvent('popup').then((window) => window.waitForEvent('close')),
    dialog.getByRole('button', { name: 'Continuer avec Apple' }).click(),
  ]);
  await expect.poll(heard).toBe(1);
  expect(await dialog.getByRole('alert').count()).toBe(0);
  expect(await dialog.getByLabel('E-mail').isEditable()).toBe(true);
});

test('who goes back from the provider’s page to the small player has left nothing for a way back [A33]', async () => {
  provider.isAsking = true;
  const { page } = await visit('/player/dance');
  await page.getByRole('button', { name: /mon flux favori/ }).click();
  const register = page.getByRole('dialog');
  await register.getByRole('button', { name: 'Continuer avec Google' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_return_lang'))).toBeNull();
});

test('who goes back from the provider’s page has left nothing for a way back [A33]', async () => {
  provider.isAsking = true;
  const { page } = await visit('/fr/dance');
  const kept = () => page.evaluate(() => localStorage.getItem('auth_return_lang'));
  await press(page, 'Google');
  await page.waitForURL(`${provider.issuer}/**`);
  await page.goBack();
  await isAlive(page);
  await expect.poll(kept).toBeNull();
  // The same where the browser brings the very page back: here it never leaves.
  await page.route('**/auth/google?*', (route) => route.fulfill({ status: 204 }));
  await press(page, 'Google');
  expect(await kept()).toBe('fr');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(await kept()).toBeNull();
});

test('a member is known by a proven address, says where they sign in, and leaves without a password', async () => {
  const face = sharp({ create: { width: 300, height: 300, channels: 3, background: '#f29838' } });
  provider.picture = await face.png().toBuffer();
  const who = somebody({ picture: `${provider.issuer}/picture` });
  const { user } = await join('marie', { email: who.email });
  // As somebody whom a mail's link signed in on another device, and who has typed none there.
  changeDatabase(visits.site, 'update users set password_hash = null where id = ?', user.id);
  provider.person = who;
  const { page, sent } = await visit('/fr/dance');
  await press(page, 'Google');
  const token = await tokenIn(page);
  expect((await userIn(page)).id).toBe(user.id);
  await isAt(page, '/fr/dance');
  // The sign-in does not wait for it, and a page asks once.
  await expect.poll(async () => (await ask('profile', token)).profile_picture).toMatch(/^\/pictures\//);
  expect(provider.picturesSent).toBe(1);
  await page.goto(`${visits.site.origin}/fr/dance/profile`);
  // The picture is ours, not the provider's.
  const pictures = page.locator('img[src^="/pictures/"]');
  await expect.poll(() => pictures.count()).toBe(3);
  expect(sent.addresses.filter((address) => address.endsWith('/picture'))).toEqual([]);
  await page.getByRole('button', { name: 'Retirer' }).click();
  await toastSaid(page, 'success', 'Photo retirée');
  await expect.poll(() => pictures.count()).toBe(0);
  await page.waitForFunction(() => document.activeElement?.textContent === 'Modifier');
  const row = page.getByText('Connexion', { exact: true }).last().locator('..');
  await row.getByText('Google').waitFor();
  await row.getByRole('button', { name: 'Choisir un mot de passe' }).click();
  const forgotten = page.getByRole('dialog', { name: 'Mot de passe oublié' });
  expect(await forgotten.getByLabel('E-mail').inputValue()).toBe(user.email);
  await page.keyboard.press('Escape');
  await forgotten.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
  await dialog.waitFor();
  await expect.poll(() => dialog.locator('input').count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Supprimer pour toujours' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
});

test.each([
  ['on a desktop', undefined],
  ['on a phone', PHONE],
])(
  '%s a member whose sign-in is old signs in again, and then deletes the account [A107]',
  async (_where, options) => {
    const who = somebody();
    await join(`lea${people}`, { email: who.email });
    provider.person = who;
    const { page } = await visit('/fr/dance', options);
    if (options === PHONE) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Connexion' }).click();
      await (await loginDialog(page)).getByRole('button', { name: 'Continuer avec Google' }).click();
    } else await press(page, 'Google');
    await tokenIn(page);
    await isAt(page, '/fr/dance');
    const { id } = await userIn(page);
    changeDatabase(visits.site, 'update users set password_hash = null where id = ?', id);
    const hourAgoMs = Date.now() - 3_600_000;
    const age = 'update sessions set signed_in_ms = ?, proven_ms = ? where user_id = ?';
    changeDatabase(visits.site, age, hourAgoMs, hourAgoMs, id);
    await page.goto(`${visits.site.origin}/fr/dance/profile`);
    const askToDelete = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
    const askAgain = page.getByRole('dialog', { name: 'Reconnectez-vous' });
    const ask = async () => {
      await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
      await expect.poll(() => askToDelete.locator('input').count()).toBe(0);
      await askToDelete.getByRole('button', { name: 'Supprimer pour toujours' }).press('Enter');
      await askAgain.waitFor();
    };
    await ask();
    expect(await violationsOf(page)).toEqual([]);
    // Who closes it has given it up.
    await page.keyboard.press('Escape');
    await askAgain.waitFor({ state: 'detached' });
    await ask();
    // Whose provider is in trouble is back where they were, reads why, and is the member still [A110].
    provider.trouble = 'failing';
    await askAgain.getByRole('button', { name: 'Continuer avec Google' }).press('Enter');
    await askToDelete.getByText('Google ne répond pas pour le moment').waitFor();
    await isAt(page, '/fr/dance/profile');
    provider.trouble = null;
    await expect.poll(() => askToDelete.locator('input').count()).toBe(0);
    await askToDelete.getByRole('button', { name: 'Supprimer pour toujours' }).press('Enter');
    await askAgain.getByRole('button', { name: 'Continuer avec Google' }).press('Enter');
    await askToDelete.waitFor();
    await isAt(page, '/fr/dance/profile');
    // The session of before has ended [A109]; that of the registration is another program's.
    const touchOld = 'update sessions set device = device where user_id = ? and signed_in_ms = ?';
    await expect.poll(() => changeDatabase(visits.site, touchOld, id, hourAgoMs)).toBe(1);
    // Until the page knows how the account is signed in to, it asks for a password.
    await expect.poll(() => askToDelete.locator('input').count()).toBe(0);
    await askToDelete.getByRole('button', { name: 'Supprimer pour toujours' }).press('Enter');
    await toastSaid(page, 'success', 'Votre compte est supprimé');
  },
);

test('who came by another tab signs in again before a deletion all the same [A107]', async () => {
  const who = somebody();
  await join(`tabs${people}`, { email: who.email });
  provider.person = who;
  const { page } = await visit('/fr/dance');
  await press(page, 'Google');
  await tokenIn(page);
  const { id } = await userIn(page);
  changeDatabase(visits.site, 'update users set password_hash = null where id = ?', id);
  const hourAgoMs = Date.now() - 3_600_000;
  const age = 'update sessions set signed_in_ms = ?, proven_ms = ? where user_id = ?';
  changeDatabase(visits.site, age, hourAgoMs, hourAgoMs, id);
  await page.goto(`${visits.site.origin}/fr/dance/profile`);
  await isAlive(page);
  const other = await openPage(page.context(), visits.site, '/fr/dance');
  // The other tab keeps the member anew, as it does after each change of the account.
  await page.evaluate(() => addEventListener('storage', () => Object.assign(globalThis, { isTold: true })));
  await other.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('authUser') ?? '{}');
    localStorage.setItem('authUser', JSON.stringify({ ...user, first_name: 'Zazie' }));
  });
  await page.waitForFunction(() => 'isTold' in globalThis);
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const askToDelete = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
  await expect.poll(() => askToDelete.locator('input').count()).toBe(0);
  await askToDelete.getByRole('button', { name: 'Supprimer pour toujours' }).press('Enter');
  const askAgain = page.getByRole('dialog', { name: 'Reconnectez-vous' });
  await askAgain.getByRole('button', { name: 'Continuer avec Google' }).press('Enter');
  await askToDelete.waitFor();
  await isAt(page, '/fr/dance/profile');
});

test('somebody whom the player sends is led back to it, signed in, and hears no adverts', async () => {
  const who = somebody();
  const member = await join('paul', { email: who.email });
  provider.person = who;
  const target = `${playerHost}/dance`;
  const { page, sent } = await visit(`/fr/dance?${new URLSearchParams({ redirect: target })}`);
  const dialog = await loginDialog(page);
  // Who changes their mind finds the dialog again, and the way to the player is not lost.
  provider.person = null;
  await leave(page, () => dialog.getByRole('button', { name: 'Continuer avec Google' }).click());
  await page.waitForURL(/redirect=/);
  provider.person = who;
  await (await loginDialog(page)).getByRole('button', { name: 'Continuer avec Google' }).click();
  await page.waitForURL(target);
  const handed = sent.addresses.find((address) => address.startsWith(`${target}?`)) ?? '';
  const query = new URL(handed).searchParams;
  expect(JSON.parse(query.get('user') ?? '')).toEqual({
    id: member.user.id,
    email: who.email,
    pseudo: 'paul',
    first_name: 'Zoé',
    last_name: 'Durand',
  });
  const token = query.get('token') ?? '';
  // A session of its own, which the member can end.
  const { sessions } = await ask('sessions', token);
  expect(JSON.stringify(sessions)).toContain(new URL(playerHost).host);
  await page.waitForFunction(() => localStorage.getItem('adFreeToken') !== null);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await expectNoTrace(page, { token, sent, visits, provider });
  // Where the browser lets it, the player has begun by itself.
  const button = page.locator('button[data-play-stream]').first();
  const heardWithout = async () => {
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
    return sent.addresses.some((address) => /\/stream\/dance\.mp3.*&noads=/.test(address));
  };
  await expect.poll(heardWithout, { interval: 500 }).toBe(true);
  await page.reload();
  expect(page.url()).toBe(target);
  // On the site's own origin it comes where no request carries it; and it makes nobody a member.
  const calls = () => sent.addresses.filter((address) => address.includes('endpoint=token')).length;
  await page.goto(`${visits.site.origin}/robots.txt`);
  await page.evaluate(() => localStorage.clear());
  const { token: once } = await ask('handover', token);
  await page.goto(`${visits.site.origin}/player/dance#token=${once}&user=x`);
  await isAt(page, '/player/dance');
  await page.waitForFunction(() => localStorage.getItem('adFreeToken') !== null);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await page.evaluate(() => localStorage.clear());
  const before = calls();
  const [answer] = await Promise.all([
    page.waitForResponse(/endpoint=token/),
    page.goto(`${visits.site.origin}/player/dance?token=dead`),
  ]);
  expect(answer.status()).toBe(401);
  await answer.finished();
  expect(calls()).toBe(before + 1);
  expect(await page.evaluate(() => localStorage.getItem('adFreeToken'))).toBeNull();
});

test('an address that looks like the player’s is none', async () => {
  const who = somebody();
  await join('luc', { email: who.email });
  provider.person = who;
  const evil = `${playerHost}.evil.test/`;
  const { page } = await visit(`/fr/dance?${new URLSearchParams({ redirect: evil })}`);
  await press(page, 'Google');
  await tokenIn(page);
  await isAt(page, '/fr/dance');
  // The same as a forged answer.
  await page.evaluate(() => localStorage.clear());
  const search = new URLSearchParams({
    google_auth: 'error',
    auth_error: 'provider_unavailable',
    redirect: evil,
  });
  await page.goto(`${visits.site.origin}/fr/dance?${search}`);
  await page.waitForURL((url) => !url.search.includes('_auth'));
  expect(new URL(page.url()).origin).toBe(visits.site.origin);
});

test('an answer that nobody here asked for says whose account it opens, and changes no member for another', async () => {
  const mallory = await join('mallory');
  const context: BrowserContext = await openContext(visits, null);
  const page = await context.newPage();
  const arrive = (query: Record<string, string>) =>
    page.goto(`${visits.site.origin}/fr/dance?${new URLSearchParams(query)}`);
  const victim = JSON.stringify({ ...mallory.user, email: 'someone@else.org', pseudo: '<img src=x>' });
  // A dead token, and a member that the address alone knows of.
  await arrive({ google_auth: 'success', token: 'dead', user: victim });
  await isAt(page, '/fr/dance');
  expect(await page.getByRole('dialog').count()).toBe(0);
  const dialog = await openLogin(page);
  await dialog.getByRole('alert').getByText('Cette connexion n’a pas pu être vérifiée').waitFor();
  await isAt(page, '/fr/dance');
  // Somebody else's living session: a guest is asked, and what the address held is no key afterwards.
  await arrive({ apple_auth: 'success', token: mallory.token, user: victim });
  const asked = page.getByRole('dialog', { name: /^Se connecter au compte de/ });
  await asked.getByText(mallory.user.email).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await asked.getByRole('button', { name: 'Se connecter' }).click();
  const changed = await tokenIn(page);
  expect(changed).not.toBe(mallory.token);
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.evaluate(() => localStorage.clear());
  await arrive({ apple_auth: 'success', token: mallory.token, user: victim });
  await isAt(page, '/fr/dance');
  const refused = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=profile`, {
    headers: { authorization: `Bearer ${mallory.token}` },
  });
  expect(refused.status).toBe(401);
  // Why a sign-in failed, in words of the station's own.
  await arrive({ google_auth: 'error', auth_error: 'provider_unavailable' });
  await (await openLogin(page)).getByRole('alert').getByText('Google ne répond pas pour le moment').waitFor();
  // A member stays who they are.
  const lea = await join('lea_s');
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('authToken', token);
    localStorage.setItem('authUser', JSON.stringify(user));
  }, lea);
  const { token: other } = await join('ada');
  await arrive({ google_auth: 'success', token: other, user: victim });
  const question = page.getByRole('dialog', { name: /^Se connecter au compte de/ });
  await question.getByText('ada@example.org').waitFor();
  expect(await descriptionOf(question)).toContain('ada@example.org');
  expect(await violationsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Ne rien changer' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await tokenIn(page)).toBe(lea.token);
  await arrive({ google_auth: 'success', token: 'dead', user: victim });
  await page.getByRole('button', { name: /^Compte de/ }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await tokenIn(page)).toBe(lea.token);
});

test('who closes that question by Escape or its cross has declined: the token opens nothing [A78]', async () => {
  const page = await (await openContext(visits, null)).newPage();
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click(),
  ]) {
    const eve = await join(`eve${++people}`);
    const search = new URLSearchParams({ google_auth: 'success', token: eve.token, user: '{}' });
    await page.goto(`${visits.site.origin}/fr/dance?${search}`);
    await page.getByRole('dialog').getByText(eve.user.email).waitFor();
    await close();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Neither does the one that it was changed for.
    const touch = 'update sessions set device = device where user_id = ?';
    await expect.poll(() => changeDatabase(visits.site, touch, eve.user.id)).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  }
});

test('who accepts after the account has ended that session stays who they are [A78]', async () => {
  const lea = await join(`lea${++people}`);
  const context = await openContext(visits, lea);
  const page = await context.newPage();
  const ada = await join(`ada${++people}`);
  const search = new URLSearchParams({ google_auth: 'success', token: ada.token, user: '{}' });
  await page.goto(`${visits.site.origin}/fr/dance?${search}`);
  const question = page.getByRole('dialog', { name: /^Se connecter au compte de/ });
  await question.getByText(ada.user.email).waitFor();
  changeDatabase(visits.site, 'delete from sessions where user_id = ?', ada.user.id);
  const asked = page.waitForResponse(/endpoint=sessions/);
  await question.getByRole('button', { name: 'Se connecter' }).click();
  expect((await asked).status()).toBe(401);
  await question.waitFor({ state: 'detached' });
  expect(await tokenIn(page)).toBe(lea.token);
  const headers = { authorization: `Bearer ${lea.token}` };
  const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=profile`, { headers });
  expect(answer.status).toBe(200);
});

test('who leaves that question open has a token in the address that opens nothing either [A78]', async () => {
  const page = await (await openContext(visits, null)).newPage();
  const ida = await join(`ida${++people}`);
  const search = new URLSearchParams({ google_auth: 'success', token: ida.token, user: '{}' });
  await page.goto(`${visits.site.origin}/fr/dance?${search}`);
  await page.getByRole('dialog').getByText(ida.user.email).waitFor();
  const headers = { authorization: `Bearer ${ida.token}` };
  const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=profile`, { headers });
  expect(answer.status).toBe(401);
  await page.reload();
  await isAlive(page);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});
