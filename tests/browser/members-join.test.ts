import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { EMAIL_VALIDATION_REDIRECT_MS, REGISTER_CLOSE_MAIL_SENT_MS } from '#src/contract/limits.ts';
import { holdTime } from '../support/hold-time.ts';
import { isAlive } from '../support/open-browser.ts';
import { callSite, changeDatabase } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { registration } from '../support/start-members.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';

const PASSWORD = 'marée haute 1998';

let sink: SmtpSink;

const visits = siteVisits(async () => {
  sink = await startSmtpSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'radio@example.org' };
  return startSite([FERRY], mail);
});
afterAll(async () => {
  await sink[Symbol.asyncDispose]();
});

async function visit(path = '/fr/dance'): Promise<Page> {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await goTo(page, `${visits.site.origin}${path}`);
  return page;
}

async function openRegister(page: Page) {
  await page.getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Créer un compte' }).click();
  const dialog = page.getByRole('dialog', { name: 'Créer un compte' });
  await dialog.waitFor();
  return dialog;
}

async function fillRegistration(page: Page, email: string) {
  const dialog = await openRegister(page);
  await fillFields(dialog, email);
  return dialog;
}

async function fillFields(dialog: Locator, email: string) {
  await dialog.getByLabel('Prénom').fill('Léa');
  await dialog.getByLabel('Nom', { exact: true }).fill('Martin');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
}

/** The field that has the focus, by what it asks a password manager for. */
const isIn = (page: Page, field: string) =>
  page.waitForFunction((name) => document.activeElement?.getAttribute('autocomplete') === name, field);

/** Where the link of the next mail that has one leads on the site under test. Some have none, and come in between. */
async function linkAfter(mailsBefore: number): Promise<string> {
  for (let count = mailsBefore + 1; ; count += 1) {
    await sink.received(count);
    const link = /https?:\/\/\S+[?&]token=\S+/.exec(sink.mails[count - 1]?.text ?? '')?.[0];
    if (link === undefined) continue;
    const { pathname, search } = new URL(link);
    return `${visits.site.origin}${pathname}${search}`;
  }
}

const ON_DANCE = { language: 'fr', streamId: 'dance', theme: 'light', device: 'dev_1a2b' };

/** A member called Léa, whose mail's link has been followed. Gives their address. */
async function join(username: string, clientPreferences = ON_DANCE): Promise<string> {
  const mailsBefore = sink.mails.length;
  const account = { ...registration(username), firstName: 'Léa', clientPreferences };
  await callSite(visits.site, 'register', account);
  const link = new URL(await linkAfter(mailsBefore));
  await callSite(visits.site, 'verify-email', { token: link.searchParams.get('token') });
  return account.email;
}

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test('who goes elsewhere as soon as a mail’s link has opened the account is left there [A40]', async () => {
  const mailsBefore = sink.mails.length;
  await callSite(visits.site, 'register', {
    ...registration('goes_on'),
    firstName: 'Léa',
    clientPreferences: ON_DANCE,
  });
  const context = await visits.newContext();
  await holdTime(context);
  const page = await context.newPage();
  const { promise: stopped, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/api-proxy.php?endpoint=verify-email', async (route) => {
    await stopped;
    await route.continue();
  });
  await goTo(page, await linkAfter(mailsBefore));
  await stopClock(page);
  go();
  await page.getByText('Email validé avec succès !').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Programme' }).click();
  await page.getByRole('heading', { level: 1, name: 'Programme de la semaine' }).waitFor();
  await page.clock.runFor(EMAIL_VALIDATION_REDIRECT_MS);
  await toastSaid(page, 'success', 'Votre compte est ouvert');
  expect(await page.locator('[data-way]').count()).toBe(0);
  expect(new URL(page.url()).pathname).toMatch(/page-grille\.html$/);
});

test('a guest registers, follows the mail’s link, chooses a username and comes to the profile', async () => {
  const page = await visit();
  const mailsBefore = sink.mails.length;
  const form = await fillRegistration(page, 'lea@example.org');
  // No provider is set up here [A76].
  expect(await form.getByText(/Google|Apple|ou par e-mail/).count()).toBe(0);
  await stopClock(page);
  await page.keyboard.press('Enter');
  // The form is gone, and the focus with it to what is said instead.
  await form
    .getByRole('status')
    .and(page.locator(':focus'))
    .getByText('Un e-mail vous a été envoyé à lea@example.org.')
    .waitFor();
  expect(await storedKeys(page)).not.toContain('authToken');
  // Five seconds to read it.
  await page.clock.runFor(REGISTER_CLOSE_MAIL_SENT_MS - 1);
  expect(await form.count()).toBe(1);
  await page.clock.runFor(1);
  await form.waitFor({ state: 'detached' });
  await page.clock.resume();

  const mail = await sink.received(mailsBefore + 1);
  expect(mail.to).toEqual(['lea@example.org']);
  // The connection is lost on the way: a reload still has the link's token.
  await page.route('**/api-proxy.php?endpoint=verify-email', (route) => route.abort());
  // The stream that is led to is no new choice, which would be sent, and all loaded, in any case.
  await page.evaluate(() => localStorage.setItem('guest', '{"lastStreamId":"dance"}'));
  await page.goto(await linkAfter(mailsBefore));
  await page.getByRole('alert').getByText('Erreur de connexion').waitFor();
  await page.waitForURL(({ searchParams }) => !searchParams.has('token'));
  await page.unroute('**/api-proxy.php?endpoint=verify-email');
  // Which stands there for less than a second, before the page goes on by itself.
  await page.addInitScript((words) => {
    const look = () => {
      if (document.querySelector('main')?.textContent.includes(words)) sessionStorage.setItem('read', words);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }, 'Email validé avec succès !');
  await page.reload();
  await page.waitForFunction(() => sessionStorage.getItem('read') !== null);
  expect(page.url()).not.toContain('token=');

  await page.waitForURL('**/fr/dance/pseudo-selection');
  await toastSaid(page, 'success', 'Votre compte est ouvert');
  await expect.poll(() => storedKeys(page)).toContain('user');
  expect(await storedKeys(page)).not.toContain('auth_return_lang');
  const create = page.getByRole('button', { name: 'Créer mon profil' });
  await expect.poll(() => create.isDisabled()).toBe(true);
  const username = page.getByLabel('Pseudo');
  await username.fill('lea_m');
  await page.getByText('Ce pseudo est disponible').waitFor();
  expect(await violationsOf(page, 'main')).toEqual([]);
  await username.press('Enter');

  await page.waitForURL('**/fr/dance/profile');
  // The address comes before the page, which takes the focus: an open menu would close.
  await page.locator('main:focus').waitFor();
  const menu = page.getByRole('button', { name: 'Compte de Léa' });
  await menu.click();
  await page.getByRole('link', { name: 'Mon profil' }).waitFor();
  await expect
    .poll(() => storedKeys(page))
    .toEqual(expect.arrayContaining(['authToken', 'authUser', 'device_id', 'user']));

  await page.getByRole('button', { name: 'Déconnexion' }).press('Enter');
  await page.locator('main:focus').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  await expect.poll(() => storedKeys(page)).not.toContain('authToken');
});

test('a member signs in, in every tab, and a dead token ends it everywhere', async () => {
  const email = await join('in_tabs');
  const page = await visit('/fr/club');
  await page.context().clock.install();
  const other = await page.context().newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await other.goto(`${visits.site.origin}/fr`);
  await page.getByRole('button', { name: 'Connexion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill(email);
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
  await page.context().clock.fastForward(5_000);
  expect(new URL(other.url()).pathname).toBe('/fr');
  expect(asked.filter((path) => path.startsWith('/stream/'))).toEqual([]);

  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  const ended = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(ended.status).toBe(200);
  // A call that was under way may have found out first, and be leading to `/` already.
  await page.reload({ waitUntil: 'commit' }).catch(() => {});
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  await other.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  await page.waitForFunction(() => !('authUser' in localStorage));
});

/** Logs in, and opens the member's menu. @returns asks whether the session is alive: 200, or 401 */
async function openMenu(page: Page, email: string): Promise<() => Promise<number>> {
  await page.getByRole('button', { name: 'Connexion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Compte de Léa' }).click();
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  return async () => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${visits.site.origin}/api-proxy.php?endpoint=profile`, { headers })).status;
  };
}

test('who logs out without a network is out at once, and on the server with the next one [A36]', async () => {
  const email = await join('leaves_offline');
  const page = await visit();
  const status = await openMenu(page, email);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  expect(await storedKeys(page)).not.toContain('authToken');
  expect(await status()).toBe(200);
  await page.context().setOffline(false);
  await expect.poll(status).toBe(401);
});

test('who logs out while the server cannot end a session is asked about until it can [A36]', async () => {
  const email = await join('leaves_a_restart');
  const page = await visit();
  await page.clock.install();
  const status = await openMenu(page, email);
  let refused = 0;
  await page.route(
    /endpoint=logout/,
    async (route) => {
      refused += 1;
      await route.fulfill({ status: 503, json: { success: false } });
    },
    { times: 2 },
  );
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  for (const [count, pauseMs] of [
    [1, 5_000],
    [2, 10_000],
  ] as const) {
    await expect.poll(() => refused).toBe(count);
    await page.clock.fastForward(pauseMs);
  }
  await expect.poll(status).toBe(401);
});

test('a link that is followed in another browser leads to the stream registered on, and its guest’s volume comes along', async () => {
  const mailsBefore = sink.mails.length;
  const clientPreferences = { language: 'de', streamId: 'club', theme: 'dark', device: 'dev_1a2b' };
  await callSite(visits.site, 'register', { ...registration('zoe_98'), clientPreferences });
  const link = await linkAfter(mailsBefore);
  const page = await visit('/fr/dance/page-search.html');
  await page.evaluate(() => localStorage.setItem('guest', '{"volume":0.2}'));
  // Late enough for the sync and the redirect that follows it, which leads nowhere from this page.
  await page.addInitScript((validationMs) => {
    const setTimer = window.setTimeout.bind(window);
    const slower = (work: () => void, ms?: number) => setTimer(work, ms === validationMs ? 4_000 : ms);
    Object.defineProperty(window, 'setTimeout', { value: slower });
  }, EMAIL_VALIDATION_REDIRECT_MS);
  await page.goto(link);
  await page.waitForURL('**/de/club');
  const stored = () => page.evaluate(() => ({ ...localStorage }));
  await expect
    .poll(async () => JSON.parse((await stored()).user ?? '{}'))
    .toMatchObject({ volume: 0.2, favoriteStreamId: 'club', theme: 'dark' });
  await expect.poll(async () => Object.keys(await stored())).not.toContain('guest');
});

test('a registration says where its mail went, and sends it again', async () => {
  const page = await visit();
  const mailsBefore = sink.mails.length;
  const form = await fillRegistration(page, 'nina@example.org');
  // The dialog would close after five seconds.
  await stopClock(page);
  await page.keyboard.press('Enter');
  await form.getByText('Vérifiez l’adresse et le dossier des indésirables').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // Pressed twice in a hurry, it sends one.
  await form.getByRole('button', { name: 'Renvoyer l’e-mail' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await toastSaid(page, 'info', 'Si un compte correspond à cette adresse');
  expect(asked.filter((url) => url.endsWith('endpoint=resend-verification')).length).toBe(1);
  expect((await sink.received(mailsBefore + 2)).to).toEqual(['nina@example.org']);
  // Who has asked too often reads that, and not that the network is away.
  await page.route(/endpoint=resend-verification/, (route) =>
    route.fulfill({ status: 429, json: { success: false, error: 'Trop de demandes.' } }),
  );
  await form.getByRole('button', { name: 'Renvoyer l’e-mail' }).click();
  await toastSaid(page, 'refusal', 'Trop de demandes.');
  // Who waits for the mail is not invited to register [A62].
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('signup_modal_shown'))).toBe('true');
});

test('who closes the registration before its answer reads all the same where the mail went [A18]', async () => {
  const page = await visit();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const address = '**/api-proxy.php?endpoint=register';
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  const form = await fillRegistration(page, 'ida@example.org');
  await Promise.all([page.waitForRequest(address), page.keyboard.press('Enter')]);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  letGo();
  await toastSaid(page, 'success', 'Un e-mail vous a été envoyé à ida@example.org.');
});

test('whoever never follows the mail’s link is led by the root to the language and the stream of their last choice', async () => {
  const page = await visit('/fr/lounge/page-grille.html');
  await fillRegistration(page, 'tom@example.org');
  await page.keyboard.press('Enter');
  await page.getByText('Un e-mail vous a été envoyé à tom@example.org.').waitFor();
  await page.keyboard.press('Escape');
  const kept = () => page.evaluate(() => localStorage.getItem('auth_return_stream'));
  expect(await kept()).toBe('lounge');
  const streams = page.getByRole('navigation', { name: 'Choisir un flux' });
  await streams.getByRole('link', { name: 'Onde Club' }).click();
  await expect.poll(kept).toBe('club');
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL('**/en/club/page-grille.html');
  await page.goto(`${visits.site.origin}/`);
  await page.waitForURL('**/en/club');
});

test('a link that is followed elsewhere asks for the password, then leads on', async () => {
  const clientPreferences = { ...ON_DANCE, streamId: 'club' };
  const link = async (username: string) => {
    const mailsBefore = sink.mails.length;
    await callSite(visits.site, 'register', { ...registration(username), clientPreferences });
    // As if it had been done at another address.
    changeDatabase(visits.site, "update registrations set address_hash = ''");
    return linkAfter(mailsBefore);
  };
  const page = await visit();
  await page.goto(await link('mobile_1'));
  // [A131]
  const whose = 'Ce compte a été créé sur un autre appareil, au nom de Zoé Durand (mobile_1@example.org)';
  await page.getByText(whose).waitFor();
  expect(await violationsOf(page, 'main')).toEqual([]);
  // The link is not used up by the question: a reload asks again.
  await page.reload();
  await page.getByLabel('Mot de passe', { exact: true }).fill('password1');
  await page.getByLabel('Confirmer le mot de passe').fill('password1');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Ce mot de passe est parmi les plus courants').waitFor();
  expect(await page.getByText('Ce mot de passe est parmi les plus courants').count()).toBe(1);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/fr/club');
  await toastSaid(page, 'success', 'Votre compte est ouvert');
  const login = { email: 'mobile_1@example.org', password: PASSWORD };
  expect(await callSite(visits.site, 'login', login)).toMatchObject({ user: { pseudo: 'mobile_1' } });

  const later = await visit();
  await later.goto(await link('mobile_2'));
  await later.getByText('Email validé avec succès !').waitFor();
  // The page is read on in another language, what the server had said included.
  await later.getByRole('banner').getByRole('button', { name: /^FR/ }).click();
  await later.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click();
  await later.getByText('E-Mail-Adresse erfolgreich bestätigt!').waitFor();
  await later.getByRole('button', { name: 'Später' }).click();
  await later.waitForURL('**/de/club');
  await later.getByRole('button', { name: 'Konto von Zoé' }).waitFor();
});

/** A new member's session. */
async function sessionOf(username: string, clientPreferences = ON_DANCE) {
  const email = await join(username, clientPreferences);
  const login = await callSite(visits.site, 'login', { email, password: PASSWORD });
  return z.object({ token: z.string(), user: z.unknown() }).parse(login);
}

test('a mail’s link in a page that has a session already ends that session [A109]', async () => {
  const { token, user } = await sessionOf('was_here');
  const mailsBefore = sink.mails.length;
  await callSite(visits.site, 'register', { ...registration('comes_now'), clientPreferences: ON_DANCE });
  const page = await visit();
  await page.evaluate(
    (session) => {
      localStorage.setItem('authToken', session.token);
      localStorage.setItem('authUser', JSON.stringify(session.user));
    },
    { token, user },
  );
  const link = await linkAfter(mailsBefore);
  await page.goto(link);
  await page.waitForFunction((before) => localStorage.getItem('authToken') !== before, token);
  const status = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${visits.site.origin}/api-proxy.php?endpoint=profile`, { headers })).status;
  };
  await expect.poll(status).toBe(401);
  // Followed once more, it asks nobody who is signed in to log in.
  await goTo(page, link);
  await page.getByRole('alert').getByText('Ce lien a déjà servi').waitFor();
  const offered = page.getByRole('main').locator('button, a');
  expect(await offered.allInnerTexts()).toEqual(['Réessayer', 'Retour à l’accueil']);
});

test('a mail’s link leads nowhere that another member prefers, who was signed in there before [A119]', async () => {
  const german = { ...ON_DANCE, language: 'de', streamId: 'club' };
  const session = await sessionOf('prefers_german', german);
  const mailsBefore = sink.mails.length;
  const nameless = { ...registration(null, 'comes_after@example.org'), clientPreferences: ON_DANCE };
  await callSite(visits.site, 'register', nameless, { 'x-language': 'fr' });
  const page = await visit();
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('authToken', token);
    localStorage.setItem('authUser', JSON.stringify(user));
  }, session);
  await page.addInitScript(() =>
    addEventListener('preferences-synced', () => Object.assign(window, { isSynced: true })),
  );
  await page.route('**/api-proxy.php?endpoint=verify-email', async (route) => {
    await page.waitForFunction(() => 'isSynced' in window);
    await route.continue();
  });
  await page.goto(await linkAfter(mailsBefore));
  await page.waitForURL('**/pseudo-selection');
  expect(new URL(page.url()).pathname).toBe('/fr/dance/pseudo-selection');
});

test('who leaves the page for a username that a mail’s link led to is not led back there [A34]', async () => {
  const mailsBefore = sink.mails.length;
  await callSite(visits.site, 'register', {
    ...registration(null, 'leaves_it@example.org'),
    clientPreferences: ON_DANCE,
  });
  const page = await visit();
  await goTo(page, await linkAfter(mailsBefore));
  await page.waitForURL('**/pseudo-selection');
  await page.getByLabel('Pseudo').waitFor();
  await stopClock(page);
  await page.getByRole('banner').getByRole('link', { name: 'Programme' }).click();
  await page.waitForURL('**/page-grille.html');
  await page.clock.runFor(11_000);
  expect(new URL(page.url()).pathname).toBe('/fr/dance/page-grille.html');
});

test('the server’s own words of a success are shown', async () => {
  const session = await sessionOf('own_words');
  const page = await visit();
  await page.route('**/api-proxy.php?endpoint=verify-email', (route) =>
    route.fulfill({
      json: { success: true, message: 'Bienvenue chez nous', data: { ...session, passwordPending: true } },
    }),
  );
  await goTo(page, `${visits.site.origin}/validate-email?token=abc`);
  await page.getByText('Bienvenue chez nous').waitFor();
});

test('a mail’s token leaves the address though no script comes, and goes along to another language', async () => {
  const page = await visits.newContext().then((context) => context.newPage());
  const scripts = '**/assets/**/*.js';
  await page.route(scripts, (route) => route.abort());
  await page.goto(`${visits.site.origin}/validate-email?token=nonsense&lang=fr`);
  expect(page.url()).toBe(`${visits.site.origin}/validate-email?lang=fr`);
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'English' }).click();
  await page.waitForURL('**/validate-email?lang=en');
  await page.unroute(scripts);
  await page.getByRole('alert').getByText('This link is not valid').waitFor();
});

test('a username that is taken blocks the registration until another one is written', async () => {
  await join('taken_m');
  const page = await visit();
  const dialog = await openRegister(page);
  const submit = dialog.getByRole('button', { name: 'S’inscrire' });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api-proxy.php?endpoint=check-pseudo', async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByLabel('Pseudo (facultatif)').fill('TAKEN_M');
  await dialog.getByText('Vérification…').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  letGo();
  await dialog.getByText('Ce pseudo est déjà utilisé').waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel('Pseudo (facultatif)').fill('lea_martin');
  await dialog.getByText('Ce pseudo est disponible').waitFor();
  await expect.poll(() => submit.isDisabled()).toBe(false);
  await submit.click();
  await dialog.getByText('Le prénom doit contenir au moins 2 caractères').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'given-name');
});

test('a dialog begins in its first field, and the address that was written comes along', async () => {
  const page = await visit();
  await page.getByRole('button', { name: 'Connexion' }).click();
  await isIn(page, 'username');
  await page.keyboard.type('zoe@example.org');
  const written = () => page.getByRole('dialog').getByLabel('E-mail').inputValue();
  await page.getByRole('dialog').getByRole('button', { name: 'Créer un compte' }).click();
  await isIn(page, 'given-name');
  expect(await written()).toBe('zoe@example.org');
  await page.getByRole('button', { name: 'J’ai déjà un compte' }).click();
  await page.getByRole('button', { name: 'Mot de passe oublié ?' }).click();
  await page.getByRole('dialog', { name: 'Mot de passe oublié' }).waitFor();
  await isIn(page, 'username');
  expect(await written()).toBe('zoe@example.org');
});

test('what the server refuses is said once, in the box, and its field has the focus, until it is changed [A140]', async () => {
  await join('taken_too');
  const page = await visit();
  const free = { success: true, available: true, data: { available: true } };
  await page.route('**/api-proxy.php?endpoint=check-pseudo', (route) => route.fulfill({ json: free }));
  const dialog = await fillRegistration(page, 'late@example.org');
  const username = dialog.getByLabel('Pseudo (facultatif)');
  await username.fill('taken_too');
  await dialog.getByText('Ce pseudo est disponible').waitFor();
  await dialog.getByRole('button', { name: 'S’inscrire' }).click();
  const box = dialog.getByRole('alert').filter({ hasText: 'Ce pseudo est déjà utilisé' });
  await box.waitFor();
  await isIn(page, 'nickname');
  expect(await username.getAttribute('aria-invalid')).toBe('true');
  expect(await dialog.getByText('Ce pseudo est déjà utilisé').count()).toBe(1);
  const describedBy = await username.getAttribute('aria-describedby');
  expect(await dialog.locator(`[id="${describedBy}"]`).textContent()).toBe(await box.textContent());
  await dialog.getByText('Ce pseudo est disponible').waitFor({ state: 'detached' });
  await username.fill('lea_mart');
  await dialog.getByText('Ce pseudo est déjà utilisé').waitFor({ state: 'detached' });
  await dialog.getByText('Ce pseudo est disponible').waitFor();
});

test('a link that works no more says so, and another one can be asked for', async () => {
  const page = await visit('/validate-email?token=nonsense&lang=en');
  const banner = page.getByRole('banner');
  await page.getByRole('alert').getByText('This link is not valid').waitFor();
  // Who reads on in another language reads that in it, too.
  await banner.getByRole('button', { name: /^EN/ }).click();
  await banner.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('alert').getByText('Este enlace no es válido').waitFor();
  await banner.getByRole('button', { name: /^ES/ }).click();
  await banner.getByRole('link', { name: 'English' }).click();
  await page.getByRole('alert').getByText('This link is not valid').waitFor();
  expect(await page.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/fr/dance');
  await page.getByLabel('E-mail').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Get a new link' }).click();
  await page.getByText('If there is an account for this address').waitFor();
  // Who has mistyped the address finds it again.
  await page.getByRole('button', { name: 'Correct the address' }).click();
  await isIn(page, 'username');
  expect(await page.getByLabel('E-mail').inputValue()).toBe('nobody@example.org');
  await page.goto(`${visits.site.origin}/reset-password?token=nonsense&lang=en`);
  await page.getByRole('alert').getByText('This link is not valid').waitFor();
  // Nobody invents a password for it.
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Ask for a new link' }).click();
  await page.getByRole('dialog', { name: 'Forgotten password' }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${visits.site.origin}/validate-email`);
  await page.getByRole('alert').getByText('Token de validation manquant').waitFor();
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/validate-email?lang=de');
  await page.getByRole('alert').getByText('Der Bestätigungscode fehlt').waitFor();
});

test('of a link that works no more the page says the same once it is loaded again [A94]', async () => {
  const email = await join('loads_again');
  const mailsBefore = sink.mails.length;
  await callSite(visits.site, 'forgot-password', { email });
  const link = new URL(await linkAfter(mailsBefore));
  const body = { token: link.searchParams.get('token'), password: 'marée basse 2004' };
  await callSite(visits.site, 'reset-password', body);
  const page = await visit(`${link.pathname}${link.search}`);
  const said = page.getByRole('main').getByRole('alert');
  const reload = async () => {
    const before = await said.textContent();
    await page.reload();
    await expect.poll(() => said.textContent()).toBe(before);
  };
  await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).waitFor();
  await reload();
  await page.goto(`${visits.site.origin}/validate-email?token=nonsense&lang=fr`);
  await page.getByRole('main').getByRole('button', { name: 'Réessayer' }).waitFor();
  await reload();
});

test('a refusal is said in the language that somebody reads on in [A140]', async () => {
  const email = await join('reads_on');
  const mailsBefore = sink.mails.length;
  await callSite(visits.site, 'forgot-password', { email });
  const page = await visit();
  await page.goto(await linkAfter(mailsBefore));
  const fill = async (password: string) => {
    for (const field of [0, 1]) await page.locator('main input').nth(field).fill(password);
  };
  await fill('password1');
  await page.keyboard.press('Enter');
  const box = page.getByRole('main').getByRole('alert');
  await box.getByText('Ce mot de passe est parmi les plus courants').waitFor();
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'English' }).click();
  await box.getByText('This password is among the most common ones').waitFor();
  await fill(PASSWORD);
  changeDatabase(visits.site, 'delete from email_tokens');
  await page.keyboard.press('Enter');
  await box.getByText('This link is not valid').waitFor();
  await banner.getByRole('button', { name: /^EN/ }).click();
  await banner.getByRole('link', { name: 'Deutsch' }).click();
  await box.getByText('Dieser Link ist ungültig').waitFor();
});

test('who has a new password but for its answer sends it again, or finds the login behind the used link [A139]', async () => {
  const email = await join('forgets_offline');
  const mailsBefore = sink.mails.length;
  await callSite(visits.site, 'forgot-password', { email });
  const link = await linkAfter(mailsBefore);
  const page = await visit();
  await page.goto(link);
  const lose = () =>
    page.route(
      '**/api-proxy.php?endpoint=reset-password',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await lose();
  await page.getByLabel('Mot de passe', { exact: true }).fill('marée basse 1998');
  await page.getByLabel('Confirmer le mot de passe').fill('marée basse 1998');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Erreur de connexion').waitFor();
  // A page that is opened anew asks for no password that there is already.
  const tab = await page.context().newPage();
  await goTo(tab, link);
  await tab.getByRole('alert').getByText('Ce lien a déjà servi').waitFor();
  await tab.getByRole('alert').getByRole('button', { name: 'Se connecter' }).click();
  await tab.getByRole('dialog', { name: 'Connexion', exact: true }).waitFor();
  await tab.close();
  await page.getByRole('main').getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('button', { name: 'Compte de' }).waitFor();
});

test('a member who forgot the password chooses a new one by mail', async () => {
  const email = await join('forgets');
  const page = await visit();
  const mailsBefore = sink.mails.length;
  await page.getByRole('button', { name: 'Connexion' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mot de passe oublié ?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mot de passe oublié' });
  await dialog.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await dialog.getByText('Si un compte correspond à cette adresse').waitFor();
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('endpoint=check-link')) checks.push(request.url());
  });
  await page.goto(await linkAfter(mailsBefore));
  await isAlive(page);
  await page.waitForURL('**/reset-password?lang=fr');
  const banner = page.getByRole('banner');
  await page.getByLabel('Mot de passe', { exact: true }).fill('marée haute 1997');
  await banner.getByRole('button', { name: /^FR/ }).click();
  await banner.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/reset-password?lang=de');
  await page.getByLabel('Passwort', { exact: true }).waitFor();
  await banner.getByRole('button', { name: /^DE/ }).click();
  await banner.getByRole('link', { name: 'Français' }).click();
  await page.waitForURL('**/reset-password?lang=fr');
  expect(await page.getByLabel('Mot de passe', { exact: true }).inputValue()).toBe('marée haute 1997');
  expect(checks).toHaveLength(1);
  await page.getByLabel('Mot de passe', { exact: true }).fill('marée basse 1998');
  await page.getByLabel('Confirmer le mot de passe').fill('marée basse 1999');
  await page.keyboard.press('Enter');
  await page.getByText('Les mots de passe ne correspondent pas').waitFor();
  await page.getByLabel('Confirmer le mot de passe').fill('marée basse 1998');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Compte de Léa' }).waitFor();
  await page.waitForURL('**/fr/dance');
});

const likeIn = (page: Page) =>
  page
    .locator('[data-player-bar]')
    .getByRole('button', { name: 'J’aime ce titre', exact: true })
    .filter({ visible: true })
    .first();

/** A guest presses the like on the page of the search, and reads that it will count. */
async function likeAsGuest() {
  const page = await visit('/fr/dance/page-search.html');
  await likeIn(page).click();
  const dialog = page.getByRole('dialog', { name: 'Créer un compte' });
  await dialog.getByText('votre vote comptera dès la connexion').waitFor();
  return { page, dialog };
}

/** The like is given in this tab, which is on the page where it was pressed. */
async function isLikedIn(page: Page) {
  await toastSaid(page, 'success', 'Merci pour votre like');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/fr/dance/page-search.html');
  await likeIn(page).and(page.locator('[aria-pressed="true"]')).waitFor();
}

test('what led a guest to register is done once the mail’s link is followed, in a tab of its own too [A121]', async () => {
  const { page, dialog } = await likeAsGuest();
  const mailsBefore = sink.mails.length;
  await fillFields(dialog, 'votes_later@example.org');
  await page.keyboard.press('Enter');
  await dialog.getByText('Un e-mail vous a été envoyé à votes_later@example.org.').waitFor();
  const other = await page.context().newPage();
  await goTo(other, await linkAfter(mailsBefore));
  await isLikedIn(other);
});

test('where the link is followed in another browser, that says what is not done yet [A136]', async () => {
  const { page, dialog } = await likeAsGuest();
  const mailsBefore = sink.mails.length;
  await fillFields(dialog, 'votes_elsewhere@example.org');
  await page.keyboard.press('Enter');
  await dialog.getByText('Un e-mail vous a été envoyé').waitFor();
  const phone = await visit('/fr/dance');
  await goTo(phone, await linkAfter(mailsBefore));
  await toastSaid(phone, 'info', 'Ce que vous aviez commencé dans un autre navigateur n’est pas encore fait');
  // Back where it was begun, the login finishes it.
  const back = await page.context().newPage();
  await goTo(back, `${visits.site.origin}/fr/dance`);
  await back.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  const login = back.getByRole('dialog', { name: 'Connexion', exact: true });
  await login.getByLabel('E-mail').fill('votes_elsewhere@example.org');
  await login.getByLabel('Mot de passe').first().fill(PASSWORD);
  await back.keyboard.press('Enter');
  await isLikedIn(back);
  expect(await back.evaluate(() => localStorage.getItem('mail_act'))).toBeNull();
});

test('so is what led to a login for which the password was forgotten [A121]', async () => {
  const email = await join('votes_and_forgets');
  const { page, dialog } = await likeAsGuest();
  const mailsBefore = sink.mails.length;
  await dialog.getByRole('button', { name: 'J’ai déjà un compte' }).click();
  await page
    .getByRole('dialog', { name: 'Connexion' })
    .getByRole('button', { name: 'Mot de passe oublié ?' })
    .click();
  const forgotten = page.getByRole('dialog', { name: 'Mot de passe oublié' });
  await forgotten.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await forgotten.getByText('Si un compte correspond à cette adresse').waitFor();
  const other = await page.context().newPage();
  await goTo(other, await linkAfter(mailsBefore));
  await other.getByLabel('Mot de passe', { exact: true }).fill('marée basse 1998');
  await other.getByLabel('Confirmer le mot de passe').fill('marée basse 1998');
  await other.keyboard.press('Enter');
  await isLikedIn(other);
});

test('a press beside the registration throws nothing away but the passwords [A122]', async () => {
  const page = await visit();
  await fillRegistration(page, 'kept@example.org');
  await page.mouse.click(5, 5);
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  const again = await openRegister(page);
  const values = () =>
    again.locator('input').evaluateAll((fields) => fields.map((field) => 'value' in field && field.value));
  expect(await values()).toEqual(['Léa', 'Martin', '', 'kept@example.org', '', '']);
  // A reload leaves them there, in this tab alone.
  await page.reload();
  await openRegister(page);
  expect(await values()).toEqual(['Léa', 'Martin', '', 'kept@example.org', '', '']);
  const other = await page.context().newPage();
  await goTo(other, `${visits.site.origin}/fr/dance`);
  expect(await (await openRegister(other)).getByLabel('Prénom').inputValue()).toBe('');
  await other.close();
  await again.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await again.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  await again.getByRole('button', { name: 'S’inscrire' }).click();
  await again.getByText(/indésirable/).waitFor();
  await page.reload();
  await openRegister(page);
  expect(await values()).toEqual(['', '', '', '', '', '']);
});
