import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { descriptionOf } from '../support/description-of.ts';
import { FRENCH } from '../support/devices.ts';
import {
  callSite,
  changeDatabase,
  joinSite,
  logInto,
  openAs,
  openPage,
  type SiteMember,
} from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { PASSWORD } from '../support/start-members.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';

const NEXT = 'grande marée 2026';

const visits = siteVisits(() => startSite([FERRY]));

/** The profile of a member who is signed in on another device, too. */
async function openProfile(username: string): Promise<{ member: SiteMember; other: SiteMember; page: Page }> {
  const member = await joinSite(visits.site, username, { clientPreferences: FRENCH });
  const link =
    'insert into provider_identities (provider, issuer, subject, user_id, linked_ms) values (?, ?, ?, ?, 0)';
  changeDatabase(visits.site, link, 'google', 'https://accounts.google.com', username, member.user.id);
  const other = await logInto(visits.site, member);
  const page = await openAs(visits, member, '/fr/dance/profile');
  await page.getByText('2 sessions ouvertes').waitFor();
  return { member, other, page };
}

const profileStatus = async ({ token }: SiteMember) =>
  (
    await fetch(`${visits.site.origin}/api-proxy.php?endpoint=profile`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

test('a member changes the password: not by a wrong one, not offline, and the other devices are signed out', async () => {
  const { member, other, page } = await openProfile('new_password');
  const beside = await openPage(page.context(), visits.site, '/fr/dance/profile');
  await beside.getByText('2 sessions ouvertes').waitFor();
  await page.getByRole('button', { name: 'Changer de mot de passe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changer de mot de passe' });
  const current = dialog.getByLabel('Mot de passe actuel');
  await current.fill('wrong');
  await dialog.getByLabel('Nouveau mot de passe').fill(NEXT);
  await dialog.getByLabel('Confirmer le mot de passe').fill(NEXT);
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  // Of three passwords it is said at the one that is meant.
  await page.waitForFunction(
    () => document.activeElement?.ariaDescribedByElements?.[0]?.textContent === 'Mot de passe incorrect',
  );
  expect(await current.and(page.locator(':focus[aria-invalid=true]')).count()).toBe(1);
  expect(await dialog.getByText('Mot de passe incorrect').count()).toBe(1);

  await current.fill(PASSWORD);
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('Erreur de connexion. Veuillez réessayer.').waitFor();
  expect([await profileStatus(member), await profileStatus(other)]).toEqual([200, 200]);
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await toastSaid(page, 'success', 'Mot de passe changé');
  await dialog.waitFor({ state: 'detached' });
  for (const tab of [page, beside]) await tab.getByText('1 session ouverte').waitFor();
  expect([await profileStatus(member), await profileStatus(other)]).toEqual([200, 401]);
  const { email } = member.user;
  expect(await callSite(visits.site, 'login', { email, password: NEXT })).toHaveProperty('token');
});

test('what is unlinked in one tab is named no more in the other', async () => {
  const { member, page } = await openProfile('unlinks_beside');
  await page.getByText('Mot de passe · Google').waitFor();
  const beside = await openPage(page.context(), visits.site, '/fr/dance/profile');
  await beside.getByRole('button', { name: 'Dissocier Google' }).click();
  const dialog = beside.getByRole('dialog', { name: 'Dissocier Google ?' });
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD);
  await beside.keyboard.press('Enter');
  for (const tab of [beside, page]) {
    await tab.getByText('Mot de passe', { exact: true }).waitFor();
    await tab.getByText('1 session ouverte').waitFor();
  }
  expect(await profileStatus(member)).toBe(200);
});

test('a member unlinks a provider: not by changing their mind, not offline, and it is named no more', async () => {
  const { member, other, page } = await openProfile('unlinks');
  const unlink = page.getByRole('button', { name: 'Dissocier Google' });
  const dialog = page.getByRole('dialog', { name: 'Dissocier Google ?' });
  await page.getByText('Mot de passe · Google').waitFor();
  await unlink.click();
  await dialog.waitFor();
  expect(await descriptionOf(dialog)).toContain('Google ne sera plus associé à votre compte');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ne rien changer' }).click();
  await dialog.waitFor({ state: 'detached' });

  await unlink.click();
  const password = dialog.getByLabel('Mot de passe actuel');
  await password.fill('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByText('Mot de passe incorrect').waitFor();
  await password.and(page.locator(':focus[aria-invalid=true]')).waitFor();
  expect(await profileStatus(other)).toBe(200);
  await password.fill(PASSWORD);
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Dissocier Google' }).click();
  await dialog.getByText('Erreur de connexion. Veuillez réessayer.').waitFor();
  expect(await profileStatus(other)).toBe(200);
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Dissocier Google' }).click();
  await toastSaid(page, 'success', 'Google n’est plus associé à votre compte');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Mot de passe', { exact: true }).waitFor();
  expect(await unlink.count()).toBe(0);
  // What opened the dialog is gone: what it stood in has the focus [R92].
  await page.locator('section:focus').filter({ hasText: 'Mot de passe' }).waitFor();
  expect([await profileStatus(member), await profileStatus(other)]).toEqual([200, 401]);
});
