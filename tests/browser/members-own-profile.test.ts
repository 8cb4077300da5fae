import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { FRENCH, PHONE } from '../support/devices.ts';
import {
  callSite,
  changeDatabase,
  joinSite,
  logInto,
  loveEverySong,
  openAs,
  openContext,
  openPage,
  type SiteMember,
} from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';

const visits = siteVisits(() => startSite([FERRY]));

let lea: SiteMember;

beforeAll(async () => {
  lea = await joinSite(visits.site, 'lea_m', {
    firstName: 'Léa',
    lastName: 'Marchand',
    clientPreferences: FRENCH,
  });
  await joinSite(visits.site, 'taken_name');
});

async function openProfile(options?: Parameters<typeof openContext>[2]): Promise<Page> {
  const context = await openContext(visits, lea, options);
  return openPage(context, visits.site, '/fr/dance/profile');
}

test('a stored date of joining that is none takes nothing else of the profile away', async () => {
  const page = await openProfile();
  await page.getByText('@lea_m · membre depuis le').waitFor();
  await page.route(/endpoint=(profile|sign-in-ways)/, (route) => route.abort());
  // Before any script of the page, and after the answer that the one before may still get.
  await page.addInitScript(() => {
    const user = JSON.parse(localStorage.getItem('authUser') ?? '{}');
    localStorage.setItem('authUser', JSON.stringify({ ...user, created_at: 'soon' }));
  });
  await page.reload();
  await page.getByText('@lea_m', { exact: true }).waitFor();
  await row(page, 'E-mail').waitFor();
  // How one signs in did not come either: its row says so, and has it come [R13].
  await row(page, 'Une erreur est survenue').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await row(page, 'Une erreur est survenue').getByRole('button', { name: 'Réessayer' }).click();
  await page.getByRole('button', { name: 'Changer de mot de passe' }).waitFor();
});

const saved = (page: Page) => toastSaid(page, 'success', 'Profil mis à jour avec succès');
const row = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });

test('a member reads their profile, changes it by keyboard, and finds it changed', async () => {
  const page = await openProfile();
  await page.getByRole('heading', { level: 1, name: 'Léa Marchand' }).waitFor();
  await page.getByText('@lea_m · membre depuis le').waitFor();
  await page.getByText('Aucun titre favori pour le moment').waitFor();
  const publicPage = page.getByRole('link', { name: 'Ma page publique' });
  expect(await publicPage.getAttribute('href')).toBe('/lovepuls/lea_m');
  expect(await row(page, 'E-mail').textContent()).toContain('lea_m@example.org');
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Modifier' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'given-name');
  expect(await page.getByLabel('E-mail').evaluate((field: HTMLInputElement) => field.readOnly)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('Prénom').fill('Léonie');
  await page.getByLabel('Pseudo').fill('leonie_m');
  await page.getByText('Ce pseudo est disponible').waitFor();
  await page.keyboard.press('Enter');
  await saved(page);
  await page.getByRole('heading', { level: 1, name: 'Léonie Marchand' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Modifier');
  await page.getByRole('button', { name: 'Compte de Léonie' }).waitFor();
  await expect.poll(() => publicPage.getAttribute('href')).toBe('/lovepuls/leonie_m');

  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Prénom').fill('Léa');
  await page.getByLabel('Pseudo').fill('lea_m');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Léa Marchand' }).waitFor();
});

test('who saves a first name takes back no username that was chosen on another device meanwhile [A138]', async () => {
  const member = await joinSite(visits.site, 'two_names', { clientPreferences: FRENCH });
  const page = await openAs(visits, member, '/fr/dance/profile');
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Prénom').fill('Zoé-Lou');
  const other = await logInto(visits.site, member);
  const renamed = { user_id: member.user.id, pseudo: 'newer_name' };
  await callSite(visits.site, 'update-pseudo', renamed, { authorization: `Bearer ${other.token}` });
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await toastSaid(page, 'success', 'Profil mis à jour avec succès');
  await page.getByText('newer_name').first().waitFor();
  await page.getByRole('heading', { level: 1, name: 'Zoé-Lou' }).waitFor();
});

test('a member whose profile was saved reads that it was, though its answer got lost [A44]', async () => {
  const member = await joinSite(visits.site, 'lost_1', { clientPreferences: FRENCH });
  const page = await openPage(await openContext(visits, member), visits.site, '/fr/dance/profile');
  const putting = (done: boolean) =>
    page.route('**/*endpoint=profile*', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      if (done) await route.fetch();
      await route.abort();
    });
  await putting(false);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Prénom').fill('Ana');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('alert').getByText('Erreur lors de la mise à jour').waitFor();
  await page.unrouteAll();
  await putting(true);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await saved(page);
  await page.getByRole('heading', { level: 1, name: 'Ana Durand' }).waitFor();
  await page.unrouteAll();
  await page.route('**/*endpoint=profile*', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    // As a proxy in between has it, which waited for too long.
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504 Gateway Time-out</h1>' });
  });
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Prénom').fill('Anaïs');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Anaïs Durand' }).waitFor();
});

test('a member who cancels keeps what was there, and loses the errors', async () => {
  const page = await openProfile();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Nom', { exact: true }).fill('M');
  await page.getByLabel('Pseudo').fill('a');
  await page.keyboard.press('Enter');
  await page.getByText('Le nom doit contenir au moins 2 caractères').waitFor();
  await page.getByText('Le pseudo doit contenir entre 3 et 50 caractères').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'family-name');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await row(page, 'Nom').last().getByText('Marchand').waitFor();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect.poll(() => page.getByLabel('Nom', { exact: true }).inputValue()).toBe('Marchand');
  await page.locator('[aria-invalid="true"]').waitFor({ state: 'detached' });
});

test('a member who empties the username reads that all is saved, and that the name stays', async () => {
  const page = await openProfile();
  const stays = 'Votre pseudo reste lea_m';
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Pseudo').fill('');
  await page.getByRole('main').getByText(stays).waitFor();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await saved(page);
  await toastSaid(page, 'info', stays);
  await row(page, 'Pseudo').getByText('lea_m').waitFor();
});

test('a member whose lists do not come reads that the radio plays on, and has them at a press [R13]', async () => {
  const context = await openContext(visits, lea);
  const lists = /endpoint=(sessions|favorites&action=list)/;
  await context.route(lists, (route) => route.abort());
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  const failures = page
    .getByRole('alert')
    .filter({ hasText: 'La radio continue. Réessayez dans un instant.' });
  await expect.poll(() => failures.getByText('Impossible de charger vos favoris').count()).toBe(2);
  const devices = failures.filter({ hasText: 'Impossible de charger vos appareils' });
  await devices.waitFor();
  await context.unroute(lists);
  await devices.getByRole('button', { name: 'Réessayer' }).click();
  await page.getByText('Cette session').waitFor();
});

test('a username that is taken holds the profile back; a server that is away is said in words', async () => {
  const page = await openProfile();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Pseudo').fill('Taken_Name');
  await page.getByText('Ce pseudo est déjà utilisé').waitFor();
  expect(await page.getByRole('button', { name: 'Enregistrer' }).isDisabled()).toBe(true);
  await page.getByLabel('Pseudo').fill('lea_m');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('alert').getByText('Erreur lors de la mise à jour').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await saved(page);
});

test('a member’s profile opens as a dialog wherever they are, with the same details', async () => {
  const context = await openContext(visits, lea);
  const page = await openPage(context, visits.site, '/fr/dance');
  await page.getByRole('button', { name: 'Compte de Léa' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Compte de Léa', expanded: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mon profil' });
  await dialog.getByText('Léa Marchand').waitFor();
  await dialog.getByText('Cette session').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Modifier' }).click();
  await dialog.getByLabel('Prénom').fill('Lea');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.getByText('Lea Marchand').waitFor();
  await dialog.getByRole('button', { name: 'Modifier' }).click();
  await dialog.getByLabel('Prénom').fill('Léa');
  await page.keyboard.press('Enter');
  await dialog.getByText('Léa Marchand').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${visits.site.origin}/fr/dance`);
});

test('what one member has begun is gone when another one has signed in in another tab [A114]', async () => {
  const context = await openContext(visits, lea);
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  const other = await openPage(context, visits.site, '/fr/dance');
  // In the page's own order: a member asks nothing with the token of the one before.
  const signIn = (member: SiteMember) =>
    other.evaluate(({ user, token }) => {
      localStorage.setItem('authToken', token);
      localStorage.setItem('authUser', JSON.stringify(user));
    }, member);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Prénom').fill('Quelqu’un');
  const max = await joinSite(visits.site, 'max_r', { firstName: 'Max', lastName: 'Rivage' });
  await signIn(max);
  await page.getByRole('heading', { level: 1, name: 'Max Rivage' }).waitFor();
  await row(page, 'Prénom').getByText('Max').waitFor();
  await page.getByRole('button', { name: 'Modifier' }).waitFor();

  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const question = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
  await question.waitFor();
  await signIn(lea);
  await question.waitFor({ state: 'detached' });

  // So is the sign-in that a deletion asks for: the other one has asked for nothing.
  const sam = await joinSite(visits.site, 'sam_r', { firstName: 'Sam', lastName: 'Estran' });
  changeDatabase(visits.site, 'update users set password_hash = null where id = ?', sam.user.id);
  const hourAgoMs = Date.now() - 3_600_000;
  const age = 'update sessions set signed_in_ms = ?, proven_ms = ? where user_id = ?';
  changeDatabase(visits.site, age, hourAgoMs, hourAgoMs, sam.user.id);
  await signIn(sam);
  await page.getByRole('heading', { level: 1, name: 'Sam Estran' }).waitFor();
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await expect.poll(() => question.locator('input').count()).toBe(0);
  await question.getByRole('button', { name: 'Supprimer pour toujours' }).press('Enter');
  const again = page.getByRole('dialog', { name: 'Reconnectez-vous' });
  await again.waitFor();
  await signIn(max);
  await again.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Max Rivage' }).waitFor();
  expect(await page.locator('dialog').count()).toBe(0);
});

test('a page that comes back out of the browser’s history shows nothing of who has signed out meanwhile [A60]', async () => {
  const page = await openProfile();
  await page.getByText('lea_m@example.org').waitFor();
  // As the browser does that has kept it, and told it of nothing.
  await page.evaluate(() => {
    for (const key of ['authToken', 'authUser']) localStorage.removeItem(key);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.getByText('Vous devez être connecté pour accéder à votre profil').waitFor();
  expect(await page.getByText('lea_m@example.org').count()).toBe(0);
});

test('a member sees their picture, or initials when it does not come, and what they love', async () => {
  changeDatabase(
    visits.site,
    'update users set profile_picture = ? where id = ?',
    '/covers/nova_kessler_midnight_ferry.jpg',
    lea.user.id,
  );
  await loveEverySong(visits.site, lea);
  for (const artist of ['Nova Kessler', 'Les Marées'])
    changeDatabase(
      visits.site,
      'insert into favorite_artists (user_id, artist_folded, artist_name, added_ms) values (?, ?, ?, ?)',
      lea.user.id,
      artist.toLowerCase(),
      artist,
      Date.now(),
    );
  const page = await openProfile();
  await page.getByText('1 titre favori').waitFor();
  await page.getByText('2 artistes favoris').waitFor();
  await page.getByRole('link', { name: 'Midnight Ferry Nova Kessler' }).waitFor();
  expect(await page.getByRole('link', { name: 'Les Marées' }).getAttribute('href')).toBe(
    '/fr/dance/biography/Les%20Mar%C3%A9es',
  );
  // The stored user of this browser is older than the picture.
  const refreshed = page.waitForResponse(/endpoint=profile/);
  await page.reload();
  expect((await refreshed).status()).toBe(200);
  await page.locator('main img[src="/covers/nova_kessler_midnight_ferry.jpg"]').first().waitFor();
  await page.context().route('**/covers/nova_kessler_midnight_ferry.jpg', (route) => route.abort());
  await page.reload();
  await page.getByRole('main').getByText('LM', { exact: true }).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

test('a favourite is gone to on the stream that is heard, which goes on', async () => {
  const ida = await joinSite(visits.site, 'ida_m', { clientPreferences: FRENCH });
  await logInto(visits.site, ida);
  await loveEverySong(visits.site, ida);
  const page = await openPage(await openContext(visits, ida), visits.site, '/fr/club/profile');
  const favourite = page.getByRole('main').getByRole('link', { name: 'Midnight Ferry' });
  await favourite.click();
  await page.waitForURL('**/fr/club/info-titre/**');
});

test('a member whose clock is two days ahead reads how long ago it is by the radio’s [R240]', async () => {
  const eva = await joinSite(visits.site, 'eva_m', { clientPreferences: FRENCH });
  await logInto(visits.site, eva);
  await loveEverySong(visits.site, eva);
  const page = await (await openContext(visits, eva)).newPage();
  await page.clock.install({ time: Date.now() + 48 * 3_600_000 });
  await page.goto(`${visits.site.origin}/fr/dance/profile`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Midnight Ferry' }).waitFor();
  await main
    .getByRole('button', { name: /^Déconnecter/ })
    .first()
    .waitFor();
  await page.clock.runFor(10_000);
  await expect.poll(() => main.textContent()).not.toContain('il y a 2 jours');
  await main.getByRole('link', { name: 'Ma page publique' }).click();
  await page.waitForURL('**/lovepuls/eva_m');
  await main.getByRole('link', { name: 'Midnight Ferry' }).first().waitFor();
  await page.clock.runFor(10_000);
  await expect.poll(() => main.textContent()).not.toContain('il y a 2 jours');
});

test('a member on a phone, by night, has the whole profile without scrolling sideways', async () => {
  const night = await joinSite(visits.site, 'by_night', { clientPreferences: { ...FRENCH, theme: 'dark' } });
  const context = await openContext(visits, night, { ...PHONE, colorScheme: 'dark' });
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  await page.getByRole('heading', { level: 1, name: 'Zoé Durand' }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('theme') === 'dark');
  await page.getByText('Aucun titre favori pour le moment').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violationsOf(page)).toEqual([]);
});
