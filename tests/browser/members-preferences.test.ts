import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  POST_SYNC_REDIRECT_MS,
  PREFERENCES_ASK_EVERY_MS,
  PREFERENCES_RESET_BUSY_MS,
} from '#src/contract/limits.ts';
import { FRENCH, PHONE } from '../support/devices.ts';
import { isAlive } from '../support/open-browser.ts';
import {
  callSite,
  joinSite,
  logInto,
  openAs,
  openContext,
  openPage,
  type SiteMember,
} from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { PASSWORD } from '../support/start-members.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { violationsOf } from '../support/violations-of.ts';

/** How often a server that is away is asked again. */
const POST_SYNC_TRIES = 3;

let lea: SiteMember;

const visits = siteVisits(() => startSite([FERRY, { ...FERRY, streamId: 'club' }]));

beforeAll(async () => {
  lea = await joinSite(visits.site, 'lea_m', { clientPreferences: FRENCH });
});

async function openPreferences(page: Page) {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Préférences' });
  await dialog.waitFor();
  return dialog;
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));
/** Resolves when the server has been told of a choice. */
const told = (page: Page, method = 'POST') =>
  page.waitForResponse(
    (answer) => answer.url().includes('endpoint=preferences') && answer.request().method() === method,
  );

/** Logs in by the dialog of a page. */
async function logInHere(page: Page, { user }: SiteMember): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connexion', exact: true });
  await dialog.getByLabel('E-mail').fill(user.email);
  await dialog.getByLabel('Mot de passe').first().fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.waitForFunction(() => localStorage.getItem('authToken') !== null);
}

async function preferencesOf({ token }: SiteMember): Promise<unknown> {
  const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=preferences`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).data.preferences;
}

test('what a member prefers on a laptop is found on the phone', async () => {
  const laptop = await openAs(visits, lea, '/fr/dance/profile');
  await laptop.waitForFunction(() => localStorage.getItem('user') !== null);
  const dialog = await openPreferences(laptop);
  expect(await violationsOf(laptop)).toEqual([]);

  await Promise.all([
    told(laptop),
    dialog
      .getByRole('radio', { name: 'Sombre' })
      .focus()
      .then(() => laptop.keyboard.press('Space')),
  ]);
  await expect.poll(() => themeOf(laptop)).toBe(true);
  await dialog.getByText('Enregistré').waitFor();
  await Promise.all([told(laptop), dialog.getByText('Club', { exact: true }).click()]);
  const volume = dialog.getByRole('slider', { name: 'Volume' });
  await volume.focus();
  // However long the two presses take, it is one move to the page.
  await stopClock(laptop);
  const moved = told(laptop);
  await laptop.keyboard.press('ArrowRight');
  await laptop.keyboard.press('ArrowRight');
  await expect.poll(() => volume.getAttribute('aria-valuetext')).toMatch(/^60\s%$/);
  await laptop.clock.resume();
  expect((await moved).request().postDataJSON()).toEqual({ preferences: { volume: 0.6 } });
  expect(await violationsOf(laptop)).toEqual([]);
  await Promise.all([told(laptop), dialog.getByLabel('Langue').selectOption('de')]);
  await laptop.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
  await laptop.waitForURL('**/de/dance/profile');

  const phone = await openAs(visits, await logInto(visits.site, lea), '/', PHONE);
  // 500 ms after the sync: home, in the language and the stream that she prefers.
  await phone.waitForURL('**/de/club');
  await phone.waitForFunction(() => document.documentElement.classList.contains('dark'));
  await expect
    .poll(() => phone.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}')))
    .toMatchObject({ language: 'de', theme: 'dark', volume: 0.6, favoriteStreamId: 'club' });
});

test('a member who resets has the defaults here and on the server, after a busy second', async () => {
  const member = await joinSite(visits.site, 'resets', {
    clientPreferences: { ...FRENCH, language: 'de', streamId: 'club', theme: 'dark' },
  });
  const louder = { preferences: { volume: 0.6 } };
  await callSite(visits.site, 'preferences', louder, { authorization: `Bearer ${member.token}` });
  // A page without the texts of the dialog.
  const page = await openAs(visits, member, '/de/club/page-mentions-legales.html');
  await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
  await page.getByRole('contentinfo').getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
  // However long the looking takes, the second passes after it.
  await stopClock(page);
  await Promise.all([
    told(page, 'DELETE'),
    page.getByRole('dialog').getByRole('button', { name: 'Zurücksetzen' }).click(),
  ]);
  // French is the default language of the preferences: the page is in it again.
  const dialog = page.getByRole('dialog', { name: 'Préférences' });
  const busy = dialog.getByRole('button', { name: 'Réinitialisation' });
  await busy.waitFor();
  await page.clock.runFor(PREFERENCES_RESET_BUSY_MS - 1);
  expect(await busy.count()).toBe(1);
  await page.clock.runFor(1);
  await dialog.getByRole('button', { name: 'Réinitialiser' }).waitFor();
  await page.clock.resume();
  await page.waitForURL('**/fr/club/page-mentions-legales.html');
  await dialog.getByRole('checkbox', { name: 'Tenir un carnet d’écoute' }).waitFor();
  await expect.poll(() => themeOf(page)).toBe(false);
  await dialog.getByRole('radio', { name: 'Dance', checked: true }).waitFor();
  await expect
    .poll(() => dialog.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext'))
    .toMatch(/^50\s%$/);
});

test('a guest who resets once the network is away has the defaults all the same', async () => {
  const page = await visits.visit('/fr/dance');
  const dialog = await openPreferences(page);
  await dialog.getByRole('radio', { name: 'Sombre' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => themeOf(page)).toBe(true);
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Réinitialiser' }).click();
  await expect.poll(() => themeOf(page)).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('guest'))).toBeNull();
  await dialog.getByText('Enregistré').waitFor();
});

test('an address that a member opens is respected, and the root address leads home', async () => {
  const member = await joinSite(visits.site, 'at_home', {
    clientPreferences: { ...FRENCH, streamId: 'club' },
  });
  const context = await openContext(visits, member);
  await context.clock.install();
  const page = await openPage(context, visits.site, '/it/hits/page-search.html');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  await page.clock.fastForward(5_000);
  expect(new URL(page.url()).pathname).toBe('/it/hits/page-search.html');
  await page.evaluate(() => localStorage.setItem('language', 'it'));
  await page.goto(`${visits.site.origin}/`);
  await page.waitForURL('**/fr/club');
});

test('a member on a page in another language is shown their own, and can choose the page’s [A4]', async () => {
  const clientPreferences = { ...FRENCH, language: 'de' };
  const member = await joinSite(visits.site, 'reads_german', { clientPreferences });
  const page = await openAs(visits, member, '/fr/dance/page-grille.html');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const choice = (await openPreferences(page)).getByLabel('Langue');
  expect(await choice.inputValue()).toBe('de');
  const [sent] = await Promise.all([told(page), choice.selectOption('fr')]);
  expect(sent.request().postDataJSON()).toEqual({ preferences: { language: 'fr' } });
  expect(await choice.inputValue()).toBe('fr');
});

test('who has signed in without a username and gone elsewhere is led nowhere when the page is seen again [A115]', async () => {
  const nameless = await joinSite(visits.site, null, { clientPreferences: FRENCH });
  const context = await openContext(visits, null);
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance');
  await logInHere(page, nameless);
  await page.waitForURL('**/pseudo-selection');
  await page.goBack();
  await page.locator('a[href="/fr/club"]').first().click();
  await page.waitForURL('**/fr/club');
  const synced = page.waitForResponse((answer) => answer.url().includes('endpoint=preferences'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await synced;
  await page.waitForFunction(() => localStorage.getItem('auth_return_lang') === null);
  await page.clock.fastForward(2 * POST_SYNC_REDIRECT_MS);
  expect(new URL(page.url()).pathname).toBe('/fr/club');
});

test('a page that stays open hears what another device has chosen, and goes nowhere [A88]', async () => {
  const member = await joinSite(visits.site, 'two_devices', { clientPreferences: FRENCH });
  const context = await openContext(visits, member);
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance/page-search.html');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const other = await logInto(visits.site, member);
  const chosen = { preferences: { theme: 'dark', favoriteStreamId: 'club' } };
  await callSite(visits.site, 'preferences', chosen, { authorization: `Bearer ${other.token}` });
  expect(await themeOf(page)).toBe(false);
  // What is due at several times of a leap is done once.
  await page.clock.fastForward(61_000);
  await page.clock.fastForward(PREFERENCES_ASK_EVERY_MS);
  await expect.poll(() => themeOf(page)).toBe(true);
  await callSite(
    visits.site,
    'preferences',
    { preferences: { theme: 'light' } },
    { authorization: `Bearer ${other.token}` },
  );
  // Its window is used again, a while later.
  await page.clock.fastForward(61_000);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => themeOf(page)).toBe(false);
  expect(new URL(page.url()).pathname).toBe('/fr/dance/page-search.html');
});

test('a tab that has taken a sign-in over hears of other devices also once the other tab is closed [A88]', async () => {
  const member = await joinSite(visits.site, 'left_alone', { clientPreferences: FRENCH });
  const context = await openContext(visits, null);
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance/page-search.html');
  const other = await openPage(context, visits.site, '/fr/dance');
  await logInHere(other, member);
  await other.waitForFunction(() => localStorage.getItem('auth_return_lang') === null);
  await page.getByRole('button', { name: /^Compte de/ }).waitFor();
  await other.close();
  const device = await logInto(visits.site, member);
  const dark = { preferences: { theme: 'dark' } };
  await callSite(visits.site, 'preferences', dark, { authorization: `Bearer ${device.token}` });
  await page.clock.fastForward(61_000);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => themeOf(page)).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/fr/dance/page-search.html');
});

test('what is chosen in one tab is in force in the others at once, and leads nowhere', async () => {
  const page = await openAs(visits, await logInto(visits.site, lea), '/fr/dance/profile');
  // What she prefers may be dark, and comes after the page; both tabs keep it in one place.
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const isDark = await themeOf(page);
  const other = await page.context().newPage();
  const isSwitched = (tab: Page) =>
    tab.waitForFunction((was) => document.documentElement.classList.contains('dark') !== was, isDark);
  await other.addInitScript(() => {
    addEventListener('preferences-synced', () => document.documentElement.setAttribute('data-synced', ''));
  });
  // The answer to the new tab was on its way when she chose: it comes last, and is the older of the two all the same.
  await other.route(
    '**/api-proxy.php?endpoint=preferences',
    async (route) => {
      const old = await route.fetch();
      const hasTold = told(page);
      await page.getByRole('banner').getByRole('button', { name: 'Thème sombre' }).click();
      await hasTold;
      await page.waitForFunction(
        () => !('theme' in (JSON.parse(localStorage.getItem('unsent') ?? '{}').change ?? {})),
      );
      await isSwitched(other);
      await route.fulfill({ response: old });
    },
    { times: 1 },
  );
  await other.goto(`${visits.site.origin}/fr/hits/page-search.html`);
  await other.waitForSelector('[data-synced]', { state: 'attached' });
  for (const tab of [page, other]) expect(await themeOf(tab)).toBe(!isDark);
  expect(await preferencesOf(lea)).toMatchObject({ theme: isDark ? 'light' : 'dark' });
  expect(new URL(other.url()).pathname).toBe('/fr/hits/page-search.html');
});

test('a choice is called saved once the server has it; one that could not be sent is sent later', async () => {
  const page = await openAs(
    visits,
    await joinSite(visits.site, 'in_a_tunnel', { clientPreferences: FRENCH }),
    '/fr/dance/profile',
  );
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const dialog = await openPreferences(page);
  await page.context().setOffline(true);
  await dialog.getByText('Sombre').click();
  await dialog.getByText('Pas encore enregistré').waitFor();
  await expect.poll(() => themeOf(page)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  const sent = told(page);
  await page.context().setOffline(false);
  expect((await sent).request().postDataJSON()).toMatchObject({ preferences: { theme: 'dark' } });
  await dialog.getByText('Enregistré', { exact: true }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('unsent') === null);

  const refused = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { success: false, error: 'Non', code: 'validation_failed' } })
      : route.continue();
  await page.route('**/api-proxy.php?endpoint=preferences', refused);
  await dialog.getByText('Clair').click();
  await dialog.getByText('Le serveur n’a pas accepté ce choix.').waitFor();
});

test('of two choices the newer one wins, though it comes later, and the dialog calls no older one saved [A133]', async () => {
  const member = await joinSite(visits.site, 'in_two_tunnels', { clientPreferences: FRENCH });
  const context = await openContext(visits, member);
  await context.clock.install();
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const other = await logInto(visits.site, member);
  const choose = (choice: object, minutesAgo: number) =>
    callSite(
      visits.site,
      'preferences',
      {
        preferences: choice,
        chosen: Object.fromEntries(
          Object.keys(choice).map((name) => [name, { ms_ago: minutesAgo * 60_000 }]),
        ),
      },
      { authorization: `Bearer ${other.token}` },
    );
  const dialog = await openPreferences(page);
  await context.setOffline(true);
  await dialog.getByText('Sombre').click();
  await dialog.getByText('Club', { exact: true }).click();
  await dialog.getByText('Pas encore enregistré').waitFor();
  // Ten minutes later by this device, whose clock goes on evenly: the other one chose before and after.
  await page.clock.fastForward(600_000);
  await choose({ theme: 'light', favoriteStreamId: 'hits' }, 20);
  await choose({ favoriteStreamId: 'lounge' }, 5);
  await context.setOffline(false);
  await dialog.getByText('Un autre appareil a choisi autre chose depuis').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await preferencesOf(member)).toMatchObject({ theme: 'dark', favoriteStreamId: 'lounge' });
  expect(await themeOf(page)).toBe(true);
  await dialog.getByRole('radio', { name: 'Lounge', checked: true }).waitFor();
  await dialog.getByText('Clair').click();
  await dialog.getByText('Enregistré', { exact: true }).waitFor();
});

test('a choice that is made once the server has been left alone is tried at once [A55]', async () => {
  const member = await joinSite(visits.site, 'unlucky', { clientPreferences: FRENCH });
  const context = await openContext(visits, member);
  let asked = 0;
  let isAway = true;
  await context.route('**/api-proxy.php?endpoint=preferences', (route) => {
    asked += 1;
    return isAway
      ? route.fulfill({ status: 503, json: { success: false, error: 'Plus tard', code: 'unavailable' } })
      : route.continue();
  });
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  await expect.poll(() => asked).toBe(1 + POST_SYNC_TRIES);
  const dialog = await openPreferences(page);
  await dialog.getByText('Sombre').click();
  await dialog.getByText('Pas encore enregistré').waitFor();
  const sent = told(page);
  isAway = false;
  expect((await sent).request().postDataJSON()).toMatchObject({ preferences: { theme: 'dark' } });
  await dialog.getByText('Enregistré', { exact: true }).waitFor();
});

test('a page that is closed while the slider rests still sends, and what it cannot send the next one does', async () => {
  const member = await joinSite(visits.site, 'in_a_hurry', { clientPreferences: FRENCH });
  const page = await openAs(visits, member, '/fr/dance/profile');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const dialog = await openPreferences(page);
  const volume = dialog.getByRole('slider', { name: 'Volume' });
  await volume.focus();
  await stopClock(page);
  await page.keyboard.press('ArrowRight');
  await page.goto('about:blank');
  await expect.poll(() => preferencesOf(member)).toMatchObject({ volume: 0.55 });

  await page.clock.resume();
  await page.goto(`${visits.site.origin}/fr/dance/profile`);
  await isAlive(page);
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  await page.route('**/api-proxy.php?endpoint=preferences', (route) => route.abort());
  await (await openPreferences(page)).getByText('Sombre').click();
  await page.waitForFunction(() => localStorage.getItem('unsent')?.includes('dark'));
  await page.unroute('**/api-proxy.php?endpoint=preferences');
  await page.close({ runBeforeUnload: false });
  const next = await page.context().newPage();
  await next.goto(`${visits.site.origin}/fr/dance/profile`);
  await expect.poll(() => preferencesOf(member)).toMatchObject({ theme: 'dark', volume: 0.55 });
});

test('a member’s choices on a phone hold for the visit and say so; the favourite is kept', async () => {
  const member = await joinSite(visits.site, 'on_the_road', { clientPreferences: FRENCH });
  const page = await openAs(visits, member, '/fr/dance/profile', PHONE);
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const dialog = await openPreferences(page);
  await dialog.getByText('Sombre').click();
  await dialog.getByText('Valable sur cet appareil, pour cette visite').waitFor();
  await page.reload();
  expect(await themeOf(page)).toBe(true);
  await isAlive(page);
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  expect(await themeOf(page)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  const again = await openPreferences(page);
  await Promise.all([told(page), again.getByText('Club', { exact: true }).click()]);
  await again.getByText('Enregistré', { exact: true }).waitFor();
  expect(await preferencesOf(member)).toMatchObject({ favoriteStreamId: 'club', theme: 'light' });
});

test('what a member has chosen for the visit is nothing to who signs in next in the same tab [A137]', async () => {
  const [first, next] = [
    await joinSite(visits.site, 'visit_one', { clientPreferences: FRENCH }),
    await joinSite(visits.site, 'visit_two', { clientPreferences: FRENCH }),
  ];
  const page = await openAs(visits, first, '/fr/dance/profile', PHONE);
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const dialog = await openPreferences(page);
  await dialog.getByText('Sombre').click();
  await dialog.getByText('Valable sur cet appareil').waitFor();
  // While the tab shows something else, another one signs the next member in.
  await page.goto(`${visits.site.origin}/station.json`);
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('authUser', JSON.stringify(user));
    localStorage.setItem('authToken', token);
    localStorage.removeItem('user');
  }, next);
  await page.goto(`${visits.site.origin}/fr/dance/profile`);
  expect(await themeOf(page)).toBe(false);
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  expect(await themeOf(page)).toBe(false);
  expect(await page.evaluate(() => sessionStorage.getItem('visit'))).toBeNull();
  // The page of before comes back to one that has chosen something for the visit in a page of theirs.
  await page.evaluate(
    ({ session: { token, user }, visit }) => {
      localStorage.setItem('authUser', JSON.stringify(user));
      localStorage.setItem('authToken', token);
      sessionStorage.setItem('visit', JSON.stringify(visit));
    },
    { session: first, visit: { user: first.user.id, theme: 'dark' } },
  );
  await comesBack(page);
  expect(await themeOf(page)).toBe(true);
  expect(await page.evaluate(() => sessionStorage.getItem('visit'))).not.toBeNull();
});

test('a guest’s preferences stay in the browser, without a preferred stream', async () => {
  const page = await openAs(visits, null, '/fr/dance');
  const dialog = await openPreferences(page);
  expect(await dialog.getByText('Flux favori').count()).toBe(0);
  await dialog.getByText('Sombre').click();
  await dialog.getByLabel('Langue').selectOption('en');
  await page.waitForURL('**/en/dance');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Preferences');
  await page.reload();
  await isAlive(page);
  await expect.poll(() => themeOf(page)).toBe(true);
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('guest') ?? '{}')))
    .toMatchObject({ theme: 'dark', language: 'en' });
});

test('a guest who has chosen signs in, and a member who had chosen nothing takes it over', async () => {
  const fresh = await joinSite(visits.site, 'fresh_one', { clientPreferences: undefined });
  const page = await openAs(visits, null, '/fr/dance');
  const dialog = await openPreferences(page);
  await dialog.getByText('Sombre').click();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  const login = page.getByRole('dialog', { name: 'Connexion' });
  await login.getByLabel('E-mail').fill(fresh.user.email);
  await login.getByLabel('Mot de passe', { exact: true }).fill('marée haute 1998');
  const primed = told(page);
  await page.keyboard.press('Enter');
  expect((await primed).request().postDataJSON()).toMatchObject({
    preferences: { language: 'fr', theme: 'dark', favoriteStreamId: 'dance', volume: 0.5 },
  });
  await page.waitForFunction(() => localStorage.getItem('guest') === null);
  await page.waitForFunction(() => localStorage.getItem('auth_return_lang') === null);
});

test('a member who had chosen nothing stays in the language of the page where the browser keeps nothing [A116]', async () => {
  const fresh = await joinSite(visits.site, 'kept_nowhere', { clientPreferences: undefined });
  const context = await openContext(visits, null);
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
  });
  const page = await openPage(context, visits.site, '/de/dance');
  // The message that no session can be read [A35] may lie over it, and a pointer that rests there has it stay.
  await page.getByRole('banner').getByRole('button', { name: 'Anmelden' }).press('Enter');
  const login = page.getByRole('dialog', { name: 'Anmelden' });
  await login.getByLabel('E-Mail').fill(fresh.user.email);
  await login.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  const primed = told(page);
  await page.keyboard.press('Enter');
  expect((await primed).request().postDataJSON()).toMatchObject({ preferences: { language: 'de' } });
  expect(new URL(page.url()).pathname).toBe('/de/dance');
  // Nor does the way back out of the browser's history log them out.
  const logIn = page.getByRole('banner').getByRole('button', { name: 'Anmelden' });
  await logIn.waitFor({ state: 'detached' });
  await comesBack(page);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await logIn.count()).toBe(0);
});

const comesBack = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

test('a page that comes back out of the browser’s history has what was chosen meanwhile [A117]', async () => {
  const guest = await visits.visit('/fr/dance', { dark: true });
  await comesBack(guest);
  expect(await themeOf(guest)).toBe(true);
  // It hears nothing of its own storage, as one in the history hears nothing of others.
  await guest.evaluate(() => localStorage.setItem('guest', JSON.stringify({ theme: 'light' })));
  await comesBack(guest);
  expect(await themeOf(guest)).toBe(false);

  const member = await joinSite(visits.site, 'went_back', { clientPreferences: FRENCH });
  const page = await openAs(visits, member, '/fr/dance/profile');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  await page.evaluate(() => localStorage.setItem('user', JSON.stringify({ theme: 'dark' })));
  await comesBack(page);
  expect(await themeOf(page)).toBe(true);
});

test('a page of a member that comes back for the next one has what that one chose, and loses none of it [A117]', async () => {
  const [before, next] = [
    await joinSite(visits.site, 'came_before', { clientPreferences: FRENCH }),
    await joinSite(visits.site, 'came_next', { clientPreferences: FRENCH }),
  ];
  const page = await openAs(visits, before, '/fr/dance/profile');
  const dialog = await openPreferences(page);
  await Promise.all([told(page), dialog.getByText('Club', { exact: true }).click()]);
  await dialog.getByText('Enregistré', { exact: true }).waitFor();
  // What another page has stored meanwhile, for who signed in there: something of it the radio has not taken yet.
  const unsent = { user: next.user.id, change: { volume: 0.25 }, at: { volume: 0 }, after: {} };
  const copies = { user: { theme: 'dark', volume: 0.25 }, unsent };
  await page.evaluate(
    ({ token, user, copies }) => {
      localStorage.setItem('authUser', JSON.stringify(user));
      localStorage.setItem('authToken', token);
      for (const [key, copy] of Object.entries(copies)) localStorage.setItem(key, JSON.stringify(copy));
    },
    { ...next, copies },
  );
  await comesBack(page);
  expect(await themeOf(page)).toBe(true);
  const kept = (key: string) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), key);
  expect(await kept('user')).toMatchObject(copies.user);
  expect(await kept('unsent')).toMatchObject({ change: unsent.change, user: next.user.id });
});

test('it asks the radio for what that one has chosen where the browser has no word of it [A117]', async () => {
  const [before, next] = [
    await joinSite(visits.site, 'knew_all', { clientPreferences: { ...FRENCH, theme: 'dark' } }),
    await joinSite(visits.site, 'knew_none', { clientPreferences: FRENCH }),
  ];
  const page = await openAs(visits, before, '/fr/dance/profile');
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  expect(await themeOf(page)).toBe(true);
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('authUser', JSON.stringify(user));
    localStorage.setItem('authToken', token);
    localStorage.removeItem('user');
  }, next);
  await comesBack(page);
  await expect.poll(() => themeOf(page)).toBe(false);
  expect(await preferencesOf(next)).toMatchObject({ theme: 'light' });
});

test('a phone has all preferences on one screen, by night too, and can stop announcements', async () => {
  const page = await openAs(visits, await logInto(visits.site, lea), '/fr/dance/profile', {
    ...PHONE,
    colorScheme: 'dark',
  });
  await page.getByRole('heading', { level: 1 }).waitFor();
  // What she prefers comes after the page, and colours it.
  await page.waitForFunction(() => localStorage.getItem('user') !== null);
  const dialog = await openPreferences(page);
  // The words of a switch are as much a button as its knob, and the pointer shows it.
  const words = dialog.locator('label').filter({ hasText: 'Annoncer chaque nouveau titre' });
  expect(await words.evaluate((label) => getComputedStyle(label).cursor)).toBe('pointer');
  await dialog.getByLabel('Annoncer chaque nouveau titre').uncheck();
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('onde-player') ?? '{}')))
    .toMatchObject({ announcements: false });
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // In the system's own colours a switch that is on still shows its knob.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  expect(await knobContrast(dialog.getByLabel('Me prévenir quand un favori'))).toBeGreaterThan(150);
});

/** How far the brightness of a switch's knob is from its ground's, of 255 at most. */
function knobContrast(input: Locator): Promise<number> {
  return input.evaluate((element) => {
    const brightness = ({ backgroundColor }: CSSStyleDeclaration) =>
      (backgroundColor.match(/[\d.]+/g) ?? [])
        .slice(0, 3)
        .reduce((sum, channel) => sum + Number(channel) / 3, 0);
    const knob = brightness(getComputedStyle(element, '::before'));
    return Math.abs(knob - brightness(getComputedStyle(element)));
  });
}
