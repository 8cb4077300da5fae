import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EMAIL_VALIDATION_REDIRECT_MS } from '#src/spec/limits.ts';
import { openBrowser } from '../support/open-browser.ts';
import { callSite, isAlive } from '../support/site-members.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { registration } from '../support/start-members.ts';
import { type Site, startSite } from '../support/start-site.ts';

const PASSWORD = 'marée haute 1998';

let sink: SmtpSink;
let site: Site;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  sink = await startSmtpSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'radio@example.org' };
  site = await startSite([{ streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' }], mail);
  browser = await openBrowser();
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
});

async function visit(path = '/fr/dance'): Promise<Page> {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.origin}${path}`);
  await page.waitForFunction(() => !('ondeEarlyPlay' in window));
  return page;
}

async function openRegister(page: Page) {
  await page.getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Créer un compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Créer un compte' });
  await dialog.waitFor();
  return dialog;
}

async function register(page: Page, email: string): Promise<void> {
  const dialog = await openRegister(page);
  await dialog.getByLabel('Prénom').fill('Léa');
  await dialog.getByLabel('Nom', { exact: true }).fill('Martin');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'S’inscrire' }).click();
  await dialog.getByText('Un e-mail vous a été envoyé.').waitFor();
}

/** Where a mail's link leads on the site under test. */
function linkIn(text: string): string {
  const link = /https?:\/\/\S+[?&]token=\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error('There is no link with a token in this mail.');
  const { pathname, search } = new URL(link);
  return `${site.origin}${pathname}${search}`;
}

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test('a guest registers, follows the mail’s link, chooses a username and comes to the profile', async () => {
  const page = await visit();
  const mailsBefore = sink.mails.length;
  await register(page, 'lea@example.org');
  expect(await storedKeys(page)).not.toContain('authToken');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const mail = await sink.received(mailsBefore + 1);
  expect(mail.to).toEqual(['lea@example.org']);
  await page.goto(linkIn(mail.text));
  await page.getByText('Email validé avec succès !').waitFor();
  expect(page.url()).not.toContain('token=');

  await page.waitForURL('**/fr/dance/pseudo-selection');
  const create = page.getByRole('button', { name: 'Créer mon profil' });
  expect(await create.isDisabled()).toBe(true);
  const username = page.getByLabel('Pseudo');
  await username.fill('lea_m');
  await page.getByText('Ce pseudo est disponible').waitFor();
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  await username.press('Enter');

  await page.waitForURL('**/fr/dance/profile');
  const menu = page.getByRole('button', { name: 'Compte de Léa' });
  await menu.click();
  await page.getByRole('link', { name: 'Mon profil' }).waitFor();
  expect(await storedKeys(page)).toEqual(
    expect.arrayContaining(['authToken', 'authUser', 'device_id', 'user']),
  );
  expect(await storedKeys(page)).not.toContain('auth_return_lang');

  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  expect(await storedKeys(page)).not.toContain('authToken');
});

test('a member signs in, in every tab, and a dead token ends it everywhere', async () => {
  const page = await visit('/fr/club');
  await context.clock.install();
  const other = await context.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await other.goto(`${site.origin}/fr`);
  await page.getByRole('button', { name: 'Connexion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill('lea@example.org');
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Adresse e-mail ou mot de passe incorrect').waitFor();
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Compte de Léa' }).waitFor();
  await other.getByRole('button', { name: 'Compte de Léa' }).waitFor();
  // The favourite stream, which she had not chosen otherwise, is the one she registered on.
  await page.waitForURL('**/fr/dance');
  // The other tab has them too, but stays where it is and silent.
  await other.waitForFunction(() => localStorage.getItem('user') !== null);
  await context.clock.fastForward(5_000);
  expect(new URL(other.url()).pathname).toBe('/fr');
  expect(asked.filter((path) => path.startsWith('/stream/'))).toEqual([]);

  await page.evaluate(() => {
    const token = localStorage.getItem('authToken');
    return fetch('/api-proxy.php?endpoint=logout', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
  });
  // A call that was under way may have found out first, and be leading to `/` already.
  await page.reload({ waitUntil: 'commit' }).catch(() => {});
  await page.getByRole('button', { name: 'Connexion' }).waitFor();
  await other.getByRole('button', { name: 'Connexion' }).waitFor();
  await page.waitForFunction(() => !('authUser' in localStorage));
});

test('a link that is followed in another browser leads to the stream registered on, and its guest’s volume comes along', async () => {
  const mailsBefore = sink.mails.length;
  const clientPreferences = { language: 'de', streamId: 'club', theme: 'dark', device: 'dev_1a2b' };
  await callSite(site, 'register', { ...registration('zoe_98'), clientPreferences });
  const link = linkIn((await sink.received(mailsBefore + 1)).text);
  const page = await visit('/fr/hits');
  await page.evaluate(() => localStorage.setItem('guest', '{"volume":0.2}'));
  // Late enough for the sync and the redirect that follows it, which leads nowhere from this page.
  await page.addInitScript((validationMs) => {
    const setTimer = window.setTimeout.bind(window);
    const slower = (work: () => void, ms?: number) => setTimer(work, ms === validationMs ? 4_000 : ms);
    Object.defineProperty(window, 'setTimeout', { value: slower });
  }, EMAIL_VALIDATION_REDIRECT_MS);
  await page.goto(link);
  await page.waitForURL('**/de/club');
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(JSON.parse(stored.user ?? '{}')).toMatchObject({
    volume: 0.2,
    favoriteStreamId: 'club',
    theme: 'dark',
  });
  expect(Object.keys(stored)).not.toContain('guest');
});

test('a username that is taken blocks the registration until another one is written', async () => {
  const page = await visit();
  const dialog = await openRegister(page);
  const submit = dialog.getByRole('button', { name: 'S’inscrire' });
  await dialog.getByLabel('Pseudo (facultatif)').fill('LEA_M');
  await dialog.getByText('Vérification…').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByText('Ce pseudo est déjà utilisé').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel('Pseudo (facultatif)').fill('lea_martin');
  await dialog.getByText('Ce pseudo est disponible').waitFor();
  expect(await submit.isDisabled()).toBe(false);
  await submit.click();
  await dialog.getByText('Le prénom doit contenir au moins 2 caractères').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'given-name');
});

test('a link that works no more says so, and another one can be asked for', async () => {
  const page = await visit('/validate-email?token=nonsense&lang=en');
  await page.getByRole('alert').getByText('This link is not valid').waitFor();
  expect(await page.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/fr/dance');
  await page.getByLabel('E-mail').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Get a new link' }).click();
  await page.getByText('If there is an account for this address').waitFor();
  await page.goto(`${site.origin}/validate-email`);
  await page.getByRole('alert').getByText('Token de validation manquant').waitFor();
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/validate-email?lang=de');
  await page.getByRole('alert').getByText('Der Bestätigungscode fehlt').waitFor();
});

test('a member who forgot the password chooses a new one by mail', async () => {
  const page = await visit();
  const mailsBefore = sink.mails.length;
  await page.getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mot de passe oublié ?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mot de passe oublié' });
  await dialog.getByLabel('E-mail').fill('lea@example.org');
  await page.keyboard.press('Enter');
  await dialog.getByText('Si un compte correspond à cette adresse').waitFor();
  await page.goto(linkIn((await sink.received(mailsBefore + 1)).text));
  await isAlive(page);
  await page.waitForURL('**/reset-password?lang=fr');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/reset-password?lang=de');
  await page.getByLabel('Passwort', { exact: true }).waitFor();
  await banner.getByRole('button', { name: /^DE/ }).click();
  await banner.getByRole('link', { name: 'Français' }).click();
  await page.waitForURL('**/reset-password?lang=fr');
  await page.getByLabel('Mot de passe', { exact: true }).fill('marée basse 1998');
  await page.getByLabel('Confirmer le mot de passe').fill('marée basse 1999');
  await page.keyboard.press('Enter');
  await page.getByText('Les mots de passe ne correspondent pas').waitFor();
  await page.getByLabel('Confirmer le mot de passe').fill('marée basse 1998');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Compte de Léa' }).waitFor();
  await page.waitForURL('**/fr/dance');
});
