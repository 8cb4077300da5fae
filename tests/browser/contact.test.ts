import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/devices.ts';
import { isAlive, watchErrors } from '../support/open-browser.ts';
import { pressAsSafari } from '../support/press-as-safari.ts';
import { callsOf, joinSite, openAs, openContext, openPage } from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { violationsOf } from '../support/violations-of.ts';

const TRACKS = [{ streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' }] as const;
const STATION = `name: Onde
association:
  name: Association Onde
  address: 12 quai des Brumes, 14150 Ouistreham
  email: contact@onde.example.org
  phone: +33 2 31 00 00 00
`;
const writeStation = (stationDir: string) => writeFile(join(stationDir, 'station.yaml'), STATION);
const visits = siteVisits(() => startSite(TRACKS, {}, [], writeStation));

const PATH = '/fr/dance/page-contact.html';
const box = (page: Page, name: string) => page.getByRole('textbox', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Envoyer', exact: true });
/** Waits until the focus is in that field. */
const isIn = (page: Page, field: string) =>
  page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, field);

async function visit(options: BrowserContextOptions = DESKTOP, path = PATH): Promise<Page> {
  return openAs(visits, null, path, options);
}

async function fill(
  page: Page,
  { email = 'zoe@example.org', subject = 'Un titre', message = 'Bonjour' } = {},
) {
  await box(page, 'Votre adresse e-mail').fill(email);
  await box(page, 'Sujet').fill(subject);
  await box(page, 'Message').fill(message);
}

test('a guest writes: what is missing is said, the browser proves itself unasked, and there is a next message', async () => {
  const page = await visit();
  const errors = watchErrors(page);
  const calls = callsOf(page.context(), 'captcha');
  expect(await violationsOf(page)).toEqual([]);
  expect(await box(page, 'Votre adresse e-mail').getAttribute('type')).toBe('email');
  expect(await box(page, 'Message').getAttribute('rows')).toBe('6');
  expect(calls).toEqual([]);

  await box(page, 'Votre adresse e-mail').fill('zoe');
  await page.getByText('Vérification anti-robot faite').waitFor();
  await box(page, 'Message').fill('x'.repeat(5_001));
  await send(page).click();
  await page.getByText('Adresse e-mail non valide').waitFor();
  await page.getByText('Ce champ est obligatoire').waitFor();
  await page.getByText('5 001 caractères').waitFor();
  await page.getByText('5 001/5 000').waitFor();
  await isIn(page, 'email');
  expect(await violationsOf(page)).toEqual([]);

  await fill(page);
  await page.getByText('Ce champ est obligatoire').waitFor({ state: 'detached' });
  await box(page, 'Sujet').press('Enter');
  await page.getByRole('heading', { name: 'Message envoyé !' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Message envoyé !' }).textContent()).toBe(
    'Message envoyé !',
  );
  await page.waitForFunction(() => document.activeElement?.textContent === 'Message envoyé !');
  await page.getByText('zoe@example.org').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Envoyer un autre message' }).click();
  await isIn(page, 'subject');
  expect(await box(page, 'Votre adresse e-mail').inputValue()).toBe('zoe@example.org');
  expect(await box(page, 'Message').inputValue()).toBe('');
  await fill(page, { message: 'Encore' });
  await pressAsSafari(send(page));
  await page.waitForFunction(() => document.activeElement?.textContent === 'Message envoyé !');
  expect(errors).toEqual([]);
});

test('a failure leaves the words where they are, and is gone with the next letter; a proof that the server refuses is renewed once unseen [R109]', async () => {
  const page = await visit({ ...PHONE, colorScheme: 'dark' });
  const refused = (error: string, code: string) => ({
    status: 422,
    body: JSON.stringify({ success: false, error, code }),
  });
  const replies = [
    { status: 503, body: 'down' },
    refused('Trop tard', 'captcha_invalid'),
    refused('Veuillez valider le reCAPTCHA', 'captcha_required'),
    refused('Trop tard', 'captcha_invalid'),
  ];
  await page.route(/endpoint=contact/, async (route) => {
    const reply = replies.shift();
    if (reply === undefined) return route.continue();
    await route.fulfill({ ...reply, contentType: 'application/json' });
  });
  await fill(page);
  await send(page).click();
  const failure = page.getByRole('alert').filter({
    hasText: "Une erreur est survenue lors de l'envoi du message. Veuillez réessayer.",
  });
  await failure.waitFor();
  expect(await box(page, 'Message').inputValue()).toBe('Bonjour');
  expect(await violationsOf(page)).toEqual([]);
  await box(page, 'Message').fill('Bonsoir');
  await failure.waitFor({ state: 'detached' });
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: 'Veuillez valider le reCAPTCHA' }).waitFor();
  await send(page).click();
  await page.getByRole('heading', { name: 'Message envoyé !' }).waitFor();
  expect(replies).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
});

test('a message that is sent late leaves the focus to who has gone on', async () => {
  const page = await visit();
  const late = Promise.withResolvers<void>();
  await page.route(/endpoint=contact/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await fill(page);
  const sent = page.waitForRequest(/endpoint=contact/);
  await send(page).click();
  await sent;
  const link = page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).first();
  await link.focus();
  late.resolve();
  await page.getByRole('heading', { name: 'Message envoyé !' }).waitFor();
  await page.getByRole('button', { name: 'Envoyer un autre message' }).hover();
  expect(await link.and(page.locator(':focus')).count()).toBe(1);
});

test('a member’s address is filled in, and a draft outlives the page, for that member alone', async () => {
  const lea = await joinSite(visits.site, 'lea_m');
  const context = await openContext(visits, lea, { ...DESKTOP, colorScheme: 'dark' });
  const page = await openPage(context, visits.site, PATH);
  await page.waitForFunction(
    (email) => document.querySelector<HTMLInputElement>('input[name=email]')?.value === email,
    lea.user.email,
  );
  await box(page, 'Sujet').fill('Un brouillon');
  await box(page, 'Message').fill('La suite demain');
  await page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).first().click();
  await page.getByRole('heading', { name: 'Nous écrire' }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByText('Votre texte n’est pas perdu').waitFor();
  await expect.poll(() => box(page, 'Message').inputValue()).toBe('La suite demain');
  // The member's own, which the server knows.
  await page.locator('html[data-theme=dark]').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Compte de Zoé' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  // Whoever sits there next, without loading anything anew.
  await expect.poll(() => box(page, 'Message').inputValue()).toBe('');
  expect(await box(page, 'Votre adresse e-mail').inputValue()).toBe('');
  await page.reload();
  await isAlive(page);
  await send(page).and(page.locator(':enabled')).waitFor();
  expect(await box(page, 'Message').inputValue()).toBe('');
  expect(await box(page, 'Votre adresse e-mail').inputValue()).toBe('');
});

test('the other ways to the association stand beside the form, which says without scripts that it needs them', async () => {
  const page = await visit();
  expect(await page.getByRole('link', { name: 'contact@onde.example.org' }).getAttribute('href')).toBe(
    'mailto:contact@onde.example.org',
  );
  expect(await page.getByRole('link', { name: '+33 2 31' }).getAttribute('href')).toBe('tel:+33231000000');
  await page.getByText('14150 Ouistreham').waitFor();

  const plain = await visits.newContext({ javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto(`${visits.site.origin}${PATH}`);
  await bare.locator('noscript p', { hasText: 'Ce formulaire a besoin de JavaScript' }).waitFor();
  expect(await send(bare).isDisabled()).toBe(true);
  await bare.getByText('12 quai des Brumes').waitFor();
});

test('what is typed before the scripts have come is sent like the rest', async () => {
  const slow = await openContext(visits, null);
  const { promise: scripts, resolve: letCome } = Promise.withResolvers<void>();
  await slow.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts;
    await route.continue();
  });
  const early = await slow.newPage();
  await early.goto(`${visits.site.origin}${PATH}`, { waitUntil: 'commit' });
  await fill(early, { message: 'Trop tôt' });
  expect(await send(early).isDisabled()).toBe(true);
  letCome();
  await early.waitForFunction(
    () => !document.querySelector<HTMLButtonElement>('form [type=submit]')?.disabled,
  );
  expect(await box(early, 'Message').inputValue()).toBe('Trop tôt');
  await send(early).click();
  await early.getByRole('heading', { name: 'Message envoyé !' }).waitFor();
});

test.each([
  ['de', { width: 320, height: 700 }, 'Schreib uns'],
  ['ru', { width: 320, height: 700 }, 'Написать нам'],
])('in the language %s it fits a narrow screen', async (language, viewport, title) => {
  const page = await visit({ viewport }, `/${language}/club/page-contact.html`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.locator('form [type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

/** Stands for Google's script: it draws a box and hands out a token for each press. */
const FAKE_GOOGLE = `
  let count = 0;
  window.grecaptcha = {
    ready: (then) => then(),
    render(place, options) {
      const frame = document.createElement('iframe');
      frame.src = 'https://www.google.com/recaptcha/api2/anchor?k=' + options.sitekey;
      frame.title = 'reCAPTCHA';
      const tick = document.createElement('button');
      tick.type = 'button';
      tick.textContent = 'Je ne suis pas un robot (' + options.theme + ')';
      tick.onclick = () => options.callback('token-' + ++count);
      place.append(frame, tick);
      return 7;
    },
    reset: (widget) => { document.documentElement.dataset.reset = widget; },
  };`;

test('where the operator has chosen reCAPTCHA, nothing comes from Google before the visitor asks for it', async () => {
  const keys = { RECAPTCHA_SITE_KEY: 'public-key', RECAPTCHA_SECRET: 'secret' };
  await using site = await startSite(TRACKS, keys, [], writeStation);
  const context = await openContext(visits, null, { ...DESKTOP, colorScheme: 'dark' });
  const fetched: string[] = [];
  await context.route(/^https:/, async (route) => {
    fetched.push(route.request().url());
    const isScript = route.request().resourceType() === 'script';
    const contentType = isScript ? 'text/javascript' : 'text/html';
    await route.fulfill({ contentType, body: isScript ? FAKE_GOOGLE : '<title>box</title>' });
  });
  const sent: unknown[] = [];
  await context.route(/endpoint=contact/, async (route) => {
    sent.push(route.request().postDataJSON());
    const refused = { success: false, error: 'Trop tard', code: 'captcha_invalid' };
    const isFirst = sent.length === 1;
    await route.fulfill({ status: isFirst ? 422 : 200, json: isFirst ? refused : { success: true } });
  });
  // From another page: what its document lets in counts here too.
  const page = await openPage(context, site, '/fr/dance');
  const errors = watchErrors(page);
  await page.evaluate(() =>
    document.querySelector<HTMLAnchorElement>('a[href$="page-contact.html"]')?.click(),
  );
  await page.getByRole('heading', { name: 'Votre message' }).waitFor();
  await fill(page);
  await send(page).click();
  await page.getByText('Veuillez valider le reCAPTCHA').waitFor();
  expect(fetched).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Afficher le reCAPTCHA' }).click();
  const tick = page.getByRole('button', { name: 'Je ne suis pas un robot (dark)' });
  await tick.click();
  await page.getByText('Veuillez valider le reCAPTCHA').waitFor({ state: 'detached' });
  await expect
    .poll(() => fetched.map((address) => new URL(address).pathname))
    .toEqual(['/recaptcha/api.js', '/recaptcha/api2/anchor']);
  await send(page).click();
  await page.getByText('Trop tard').waitFor();
  await page.locator('html[data-reset="7"]').waitFor();
  await send(page).click();
  await page.getByText('Veuillez valider le reCAPTCHA').waitFor();
  await tick.click();
  await send(page).click();
  await page.getByRole('heading', { name: 'Message envoyé !' }).waitFor();
  expect(sent).toMatchObject([{ recaptchaToken: 'token-1' }, { recaptchaToken: 'token-2' }]);
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});
