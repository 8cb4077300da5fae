import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { TOAST_MS } from '#src/contract/limits.ts';
import { holdTime } from '../support/hold-time.ts';
import { startSiteWithProvider } from '../support/provider-visits.ts';
import { callsOf, changeDatabase, joinSite, openContext, openPage } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { PASSWORD } from '../support/start-members.ts';
import { stopClock } from '../support/stop-clock.ts';
import type { TestProvider } from '../support/test-provider.ts';
import { keepToasts, toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';

let provider: TestProvider;
const visits = siteVisits(async () => {
  const started = await startSiteWithProvider();
  provider = started.provider;
  return started.site;
});
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(() => {
  provider.isAsking = false;
});

const SEARCH = '/fr/dance/page-search.html';
const TRACK = '/fr/dance/info-titre/nova-kessler-midnight-ferry';
const WHY_VOTE = 'Voter est réservé aux membres';

/** A guest's page, with the calls about an endpoint from then on. */
async function visit(path: string, endpoint: string) {
  const context = await openContext(visits, null);
  const calls = callsOf(context, endpoint);
  await keepToasts(context);
  const page = await openPage(context, visits.site, path);
  return { page, calls };
}

const isAt = (page: Page, path: string) => expect.poll(() => page.url()).toBe(`${visits.site.origin}${path}`);
const bar = (page: Page) => page.locator('[data-player-bar]');
const like = (page: Page) =>
  bar(page).getByRole('button', { name: 'J’aime ce titre', exact: true }).filter({ visible: true }).first();
const starOf = (page: Page) =>
  bar(page)
    .getByRole('button', { name: /favori/ })
    .filter({ visible: true })
    .first();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const noDialog = (page: Page) => expect.poll(() => page.locator('dialog').count()).toBe(0);

async function logIn(page: Page, email: string) {
  const login = dialog(page, 'Connexion');
  await login.getByLabel('E-mail').fill(email);
  await login.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('a guest who votes reads why a dialog opens, and has voted once the account is there', async () => {
  const { page, calls } = await visit(SEARCH, 'votes');
  await like(page).click();
  const register = dialog(page, 'Créer un compte');
  await register.getByText(WHY_VOTE).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await register.getByLabel('Prénom').fill('Léa');
  await register.getByLabel('Nom', { exact: true }).fill('Martin');
  await register.getByLabel('Pseudo').fill('gate_lea');
  await register.getByLabel('E-mail').fill('gate_lea@example.org');
  await register.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await register.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  await register.getByText('Ce pseudo est disponible').waitFor();
  await page.keyboard.press('Enter');
  await toastSaid(page, 'success', 'Merci pour votre like');
  expect(calls.filter((action) => action === 'submit')).toHaveLength(1);
  await like(page).and(page.locator('[aria-pressed="true"]')).waitFor();
  await noDialog(page);
  await isAt(page, SEARCH);
});

test('a guest who has an account comes from the vote’s dialog to the login, and has voted', async () => {
  const member = await joinSite(visits.site, 'gate_yann');
  const { page } = await visit(SEARCH, 'votes');
  await like(page).click();
  await dialog(page, 'Créer un compte').getByRole('button', { name: 'J’ai déjà un compte' }).click();
  const login = dialog(page, 'Connexion');
  await login.getByText(WHY_VOTE).waitFor();
  await login.getByLabel('E-mail').fill(member.user.email);
  await login.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await login.getByRole('button', { name: 'Se connecter' }).click();
  await toastSaid(page, 'success', 'Merci pour votre like');
  await isAt(page, SEARCH);
  // Both dialogs have gone by their own buttons: what opened the first has the focus again [R92].
  await like(page).and(page.locator(':focus')).waitFor();
});

test('a guest who closes the dialog has given the vote up: a later login casts none', async () => {
  // Preferences that lead to the page of another language would take the buttons' words along.
  const member = await joinSite(visits.site, 'gate_zoe', {
    clientPreferences: { language: 'fr', streamId: 'dance', theme: 'light', device: 'dev_1a2b' },
  });
  const { page, calls } = await visit(SEARCH, 'votes');
  await like(page).click();
  await dialog(page, 'Créer un compte').getByText(WHY_VOTE).waitFor();
  await page.keyboard.press('Escape');
  await noDialog(page);
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  await dialog(page, 'Connexion').getByLabel('E-mail').waitFor();
  expect(await dialog(page, 'Connexion').getByText(WHY_VOTE).count()).toBe(0);
  await logIn(page, member.user.email);
  await page.getByRole('button', { name: 'Compte de Zoé' }).waitFor();
  await isAt(page, '/fr/dance');
  await like(page).and(page.locator('[aria-pressed="false"]')).waitFor();
  expect(calls.filter((action) => action === 'submit')).toEqual([]);
});

test('a guest who stars a stream is told in the colour of information, and the star follows the login', async () => {
  const member = await joinSite(visits.site, 'gate_star', {
    clientPreferences: { language: 'fr', streamId: 'hits', theme: 'light', device: 'dev_1a2b' },
  });
  const { page } = await visit('/fr/dance', 'preferences');
  const star = starOf(page);
  await star.click();
  await toastSaid(page, 'info', 'Connectez-vous pour ajouter ce flux à vos favoris');
  await dialog(page, 'Connexion').getByText('Ce flux sera votre favori dès la connexion').waitFor();
  await logIn(page, member.user.email);
  await toastSaid(page, 'info', 'Ce sera désormais votre flux favori');
  await star.and(page.locator('[aria-pressed="true"]')).waitFor();
  await isAt(page, '/fr/dance');
});

test('a star says after its time that it will be kept later, where the script that looks does not come [A63]', async () => {
  const context = await openContext(visits, await joinSite(visits.site, 'gate_star_waits'));
  const passTime = await holdTime(context);
  const page = await openPage(context, visits.site, '/fr/dance');
  await page.route('**/assets/*.js', () => {});
  await starOf(page).click();
  await starOf(page).and(page.locator('[aria-pressed="true"]')).waitFor();
  await passTime(page);
  await toastSaid(page, 'refusal', 'Pas encore enregistré, nous réessaierons');
});

test('a dialog that opens and closes over a message keeps it no longer on the screen [R38]', async () => {
  const { page } = await visit('/fr/dance', 'preferences');
  const star = starOf(page);
  await star.click();
  await dialog(page, 'Connexion').waitFor();
  await page.keyboard.press('Escape');
  await noDialog(page);
  const message = page.locator('[data-toast]');
  await expect.poll(() => message.count()).toBe(0);
  await stopClock(page);
  await star.click();
  await dialog(page, 'Connexion').waitFor();
  await page.clock.runFor(TOAST_MS - 1_000);
  await message.waitFor();
  await page.keyboard.press('Escape');
  await noDialog(page);
  await message.waitFor();
  await page.clock.runFor(1_000);
  await expect.poll(() => message.count()).toBe(0);
});

test('a guest votes and stars in the player of its own window, once each, after a login there [A105]', async () => {
  const member = await joinSite(visits.site, 'gate_small', {
    clientPreferences: { language: 'fr', streamId: 'hits', theme: 'light', device: 'dev_1a2b' },
  });
  const voting = await visit('/player/dance', 'votes');
  const dislike = voting.page.getByRole('button', { name: 'Je n’aime pas ce titre' });
  await dislike.click();
  const register = dialog(voting.page, 'Créer un compte');
  await register.getByRole('button', { name: 'J’ai déjà un compte' }).click();
  await dialog(voting.page, 'Connexion').getByText(WHY_VOTE).waitFor();
  await logIn(voting.page, member.user.email);
  await toastSaid(voting.page, 'success', 'Votre avis a bien été pris en compte');
  await dislike.and(voting.page.locator('[aria-pressed="true"]')).waitFor();
  expect(voting.calls.filter((action) => action === 'submit')).toHaveLength(1);
  await isAt(voting.page, '/player/dance');

  const { page } = await visit('/player/dance', 'preferences');
  const star = page.getByRole('button', { name: /mon flux favori/ });
  await star.click();
  await logIn(page, member.user.email);
  await toastSaid(page, 'info', 'Ce sera désormais votre flux favori');
  await star.and(page.locator('[aria-pressed="true"]')).waitFor();
  await isAt(page, '/player/dance');
});

test('a guest who comments writes after the login, on the same page, and is then asked for a username', async () => {
  const member = await joinSite(visits.site, null);
  const { page } = await visit(TRACK, 'comments');
  await page
    .getByRole('button', { name: /commentaire/ })
    .first()
    .click();
  await dialog(page, 'Connexion').getByText('Commenter est réservé aux membres').waitFor();
  await logIn(page, member.user.email);
  const writing = dialog(page, 'Votre commentaire');
  await writing.getByRole('textbox').fill('At last');
  await isAt(page, TRACK);
  await writing.getByRole('button', { name: 'Publier' }).click();
  await page.getByText('At last').waitFor();
  await dialog(page, 'Compléter mon profil').waitFor();
  await isAt(page, TRACK);
});

/** Five comments on the track, the oldest of which somebody answers who was shown three of them first. */
async function replyToOldest(words: string) {
  const { user } = await joinSite(visits.site, `says_${words}`);
  const columns = 'user_id, song_id, comment, created_ms';
  for (const nth of [1, 2, 3, 4, 5]) {
    const sql = `insert into comments (${columns}) select ?, id, ?, ? from songs where full_title = ?`;
    const values = [user.id, `${words} ${nth}`, Date.now() - 3_600_000, 'Nova Kessler - Midnight Ferry'];
    await expect.poll(() => changeDatabase(visits.site, sql, ...values)).toBe(1);
  }
  const { page } = await visit(TRACK, 'comments');
  // A page that is kept for some seconds may be from before what was written to the database.
  const newest = page.getByRole('article').filter({ hasText: `${words} 5` });
  await expect
    .poll(async () => {
      const shown = await newest.count();
      if (shown === 0) await goTo(page, `${visits.site.origin}${TRACK}`);
      return shown;
    })
    .toBe(1);
  const oldest = page.getByRole('article').filter({ hasText: `${words} 1` });
  await page.getByRole('button', { name: 'Afficher plus de commentaires' }).click();
  await oldest.getByRole('button', { name: /^Répondre/ }).click();
  await dialog(page, 'Connexion').getByText('Commenter est réservé aux membres').waitFor();
  return { page, oldest };
}

test('a guest who replies to a comment beyond the first ones writes under it after the login', async () => {
  const member = await joinSite(visits.site, 'gate_reply', {
    clientPreferences: { language: 'fr', streamId: 'dance', theme: 'light', device: 'dev_1a2b' },
  });
  const { page, oldest } = await replyToOldest('in_page');
  await logIn(page, member.user.email);
  await oldest.getByRole('textbox').fill('I was there');
  await isAt(page, TRACK);
  await oldest.getByRole('textbox').press('Control+Enter');
  await oldest.getByText('I was there').waitFor();
});

test('who comes back from a provider’s page to such a reply writes it in a dialog', async () => {
  provider.person = {
    sub: 'gate-2',
    email: 'gate_reply@gmail.com',
    email_verified: true,
    given_name: 'Zoé',
    family_name: 'Durand',
  };
  const { page } = await replyToOldest('by_google');
  await dialog(page, 'Connexion').getByRole('button', { name: 'Continuer avec Google' }).click();
  const writing = dialog(page, 'Répondre');
  await writing.getByRole('textbox').fill('So was I');
  await writing.getByRole('button', { name: 'Répondre' }).click();
  await toastSaid(page, 'success', 'publié');
  await isAt(page, TRACK);
  const replies = "select 1 from comments where comment = 'So was I' and parent_id is not null";
  const touch = `update comments set comment = comment where exists (${replies}) and comment = 'So was I'`;
  expect(changeDatabase(visits.site, touch)).toBe(1);
});

test('who votes by the whole page of a provider comes back to where it was, and has voted', async () => {
  provider.person = {
    sub: 'gate-1',
    email: 'gate_google@example.org',
    email_verified: true,
    given_name: 'Zoé',
    family_name: 'Durand',
  };
  const { page, calls } = await visit(SEARCH, 'votes');
  await like(page).click();
  await dialog(page, 'Créer un compte').getByRole('button', { name: 'Continuer avec Google' }).click();
  await page.waitForURL(/page-search/);
  await like(page).and(page.locator('[aria-pressed="true"]')).waitFor();
  expect(calls.filter((action) => action === 'submit')).toHaveLength(1);
  await isAt(page, SEARCH);
  expect(await page.evaluate(() => sessionStorage.getItem('pending_act'))).toBeNull();
});
