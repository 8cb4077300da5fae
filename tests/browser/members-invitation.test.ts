import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { scriptNamed } from '../support/built-scripts.ts';
import { isAlive } from '../support/open-browser.ts';
import { joinSite, signInAt } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { violationsOf } from '../support/violations-of.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECOND_MS = 1_000;
const isInvite = (address: string) => address.endsWith(scriptNamed('invite'));

const FORM = 'https://dons.example.org/form';

const visits = siteVisits(
  () =>
    startSite([FERRY], {}, [], (stationDir) =>
      writeFile(join(stationDir, 'station.yaml'), `name: Onde\ndonation: { form: ${FORM} }\n`),
    ),
  { invites: true },
);

/** A page whose clock is moved by hand, once it has come to the tasks that can wait. */
async function visit(
  path: string,
  stored: Record<string, string> = {},
  prepare: (context: BrowserContext) => Promise<unknown> = async () => {},
): Promise<Page> {
  const context = await visits.newContext({ viewport: { width: 1440, height: 900 } });
  await prepare(context);
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  for (;;) {
    const page = await context.newPage();
    await page.clock.install({ time: NOW });
    // The last of them.
    const asksForAddress = page.waitForRequest(/endpoint=ip\b/);
    await goTo(page, `${visits.site.origin}${path}`);
    await asksForAddress;
    // Its clock goes on while it comes: what has taken long leaves too little of the half minute.
    const passedMs = (await page.evaluate(() => Date.now())) - NOW.getTime();
    if (passedMs < 15 * SECOND_MS) return page;
    await page.close();
  }
}

/** What a page has fetched in order to invite. */
function fetchedToInvite(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (isInvite(request.url())) fetched.push(request.url());
  });
  return fetched;
}

const invitation = (page: Page) => page.getByRole('dialog', { name: 'Montez à bord' });

test('a guest is invited after 30 seconds, and once a session', async () => {
  const page = await visit('/fr/dance');
  const fetched = fetchedToInvite(page);
  await page.clock.pauseAt(NOW.getTime() + 29 * SECOND_MS);
  expect(await invitation(page).count()).toBe(0);
  expect(fetched).toEqual([]);
  await page.clock.resume();
  await page.clock.fastForward(2_000);
  await invitation(page).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Plus tard' }).click();
  await invitation(page).waitFor({ state: 'detached' });
  const dismissed = await page.evaluate(() => localStorage.getItem('signup_modal_dismissed'));
  expect(new Date(dismissed ?? '').getTime()).toBeGreaterThan(NOW.getTime());
  const asked = page.waitForResponse((response) => isInvite(response.url()));
  await page.reload();
  await isAlive(page);
  await page.clock.fastForward(60_000);
  await asked;
  await page.clock.runFor(1_000);
  expect(await invitation(page).count()).toBe(0);
});

test('a guest with another dialog open is invited some seconds after it is closed', async () => {
  const page = await visit('/fr/dance');
  const fetched = fetchedToInvite(page);
  await page.clock.pauseAt(NOW.getTime() + 20 * SECOND_MS);
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  const login = page.getByRole('dialog', { name: 'Connexion' });
  await login.waitFor();
  await page.clock.fastForward(60_000);
  await login.getByRole('button', { name: 'Fermer' }).click();
  await login.waitFor({ state: 'detached' });
  expect(await invitation(page).count()).toBe(0);
  expect(fetched).toEqual([]);
  await page.clock.resume();
  await page.clock.fastForward(6_000);
  await invitation(page).waitFor();
});

/** Keeps a script from coming until it is let go. */
async function hold(page: Page, name: string) {
  const address = `**${scriptNamed(name)}`;
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return { address, asked: page.waitForRequest(address), letGo };
}

test('an invitation whose script comes late opens over no dialog that was opened meanwhile [A62]', async () => {
  const page = await visit('/fr/dance');
  const { address, asked, letGo } = await hold(page, 'invite');
  await page.clock.fastForward(31_000);
  await asked;
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  const email = page.getByRole('dialog', { name: 'Connexion' }).getByLabel('E-mail');
  await email.pressSequentially('lea@');
  const come = page.waitForResponse(address);
  letGo();
  await (await come).finished();
  await page.evaluate(() => fetch('/robots.txt'));
  await page.clock.runFor(10_000);
  expect(await invitation(page).count()).toBe(0);
  expect(await email.inputValue()).toBe('lea@');
});

test('a dialog that is on its way is not overtaken by the invitation [A62]', async () => {
  const page = await visit('/fr/dance');
  const { asked, letGo } = await hold(page, 'account-dialogs');
  await page.clock.pauseAt(NOW.getTime() + 29 * SECOND_MS);
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  await asked;
  const fetched = fetchedToInvite(page);
  await page.clock.runFor(5_000);
  // It would have been asked for before this.
  await page.evaluate(() => fetch('/robots.txt'));
  expect(fetched).toEqual([]);
  letGo();
  await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
});

test('a guest who writes to the association is invited some seconds after they left the field, and not before', async () => {
  const page = await visit('/fr/dance/page-contact.html');
  const fetched = fetchedToInvite(page);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.pressSequentially('Bonjour');
  await page.clock.pauseAt(NOW.getTime() + 60 * SECOND_MS);
  await page.clock.runFor(10_000);
  expect(fetched).toEqual([]);
  await message.blur();
  await page.clock.runFor(4_900);
  expect(fetched).toEqual([]);
  await page.clock.resume();
  await page.clock.fastForward(6_000);
  await invitation(page).waitFor();
  expect(await message.inputValue()).toBe('Bonjour');
});

test('a donor is invited some seconds after they left the form of another site, and not before', async () => {
  const page = await visit('/fr/dance/page-don.html', {}, (context) =>
    context.route(FORM, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<label>Carte <input></label>' }),
    ),
  );
  const fetched = fetchedToInvite(page);
  await page.getByRole('button', { name: 'Afficher le formulaire' }).click();
  const card = page.frameLocator('iframe').getByLabel('Carte');
  await card.pressSequentially('4970');
  await page.clock.pauseAt(NOW.getTime() + 60 * SECOND_MS);
  await page.clock.runFor(10_000);
  expect(fetched).toEqual([]);
  expect(await invitation(page).count()).toBe(0);
  await card.pressSequentially('1018');
  expect(await card.inputValue()).toBe('49701018');
  await page.getByRole('heading', { level: 1 }).click();
  await page.waitForFunction(() => document.activeElement?.tagName !== 'IFRAME');
  await page.clock.runFor(4_900);
  expect(fetched).toEqual([]);
  await page.clock.resume();
  await page.clock.fastForward(11_000);
  await invitation(page).waitFor();
});

test('a guest who declined less than 48 hours ago is not invited', async () => {
  const dismissed = new Date(NOW.getTime() - 47 * HOUR_MS).toISOString();
  const page = await visit('/fr/dance', { signup_modal_dismissed: dismissed });
  const asked = page.waitForResponse((response) => isInvite(response.url()));
  await page.clock.fastForward(60_000);
  await asked;
  await page.clock.runFor(1_000);
  expect(await invitation(page).count()).toBe(0);
});

test('an invited guest comes to the register dialog', async () => {
  const dismissed = new Date(NOW.getTime() - 49 * HOUR_MS).toISOString();
  const page = await visit('/fr/dance', { signup_modal_dismissed: dismissed });
  await page.clock.fastForward(31_000);
  await invitation(page).getByRole('button', { name: 'Créer un compte' }).click();
  await page.getByRole('dialog', { name: 'Créer un compte' }).waitFor();
  await expect.poll(() => page.locator('dialog').count()).toBe(1);
});

test('an invitation goes, undeclined, once its guest signs in in another tab [A118]', async () => {
  const member = await joinSite(visits.site, 'lea_o');
  const page = await visit('/fr/dance');
  await page.clock.fastForward(31_000);
  await invitation(page).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${visits.site.origin}/robots.txt`);
  await signInAt(other, member);
  await page
    .getByRole('button', { name: 'Compte de Zoé', includeHidden: true })
    .waitFor({ state: 'attached' });
  await page.clock.runFor(1_000);
  await invitation(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('signup_modal_dismissed'))).toBeNull();
});

test('whoever was a member in this page is not invited when they log out', async () => {
  const member = await joinSite(visits.site, 'lea_m');
  const page = await visit('/fr/dance/profile', {
    authToken: member.token,
    authUser: JSON.stringify(member.user),
  });
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Compte de Zoé' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).waitFor();
  const fetched = fetchedToInvite(page);
  await page.clock.fastForward(120_000);
  await page.clock.runFor(1_000);
  // A request of the page's own comes after one that it would have made by then.
  await page.evaluate(() => fetch('/robots.txt'));
  expect(fetched).toEqual([]);
  expect(await invitation(page).count()).toBe(0);
});

test('a guest whom the web player sent is asked to log in; an address elsewhere asks nothing', async () => {
  const { playerHost } = await (await fetch(`${visits.site.origin}/station.json`)).json();
  const address = (redirect: string) => `/fr/dance?${new URLSearchParams({ redirect })}`;
  const page = await visit(address(`${playerHost}/dance`));
  await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
  const elsewhere = await visit(address(`${playerHost}.evil.test/dance`));
  await elsewhere.getByRole('button', { name: 'Connexion' }).waitFor();
  await elsewhere.clock.runFor(1_000);
  expect(await elsewhere.locator('dialog').count()).toBe(0);
});
