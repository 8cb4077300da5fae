import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#src/contract/durations.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { descriptionOf } from '../support/description-of.ts';
import { DESKTOP, FRENCH, PHONE } from '../support/devices.ts';
import { holdTime } from '../support/hold-time.ts';
import { watchErrors } from '../support/open-browser.ts';
import { pressAsSafari } from '../support/press-as-safari.ts';
import {
  callSite,
  changeDatabase,
  joinSite,
  logInto,
  openAs,
  openContext,
  openPage,
  type SiteMember,
  signInAt,
} from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';

const DARK = { ...FRENCH, theme: 'dark' };
const PATH = '/fr/dance/profile/diary';
/** What played before the station started: an hour apart, more than a page of the diary holds. */
const PLAYED = 60;

const visits = siteVisits(
  () => {
    const old = mediaRecord(7, 'Les Marées', 'Vive-eau', 'club');
    const journal = Array.from({ length: PLAYED }, (_, at) =>
      journalEntry(old, 'club', Date.now() - (at + 2) * HOUR_MS),
    );
    return startSite([FERRY], {}, journal);
  },
  { autoplay: 'always' },
);

let lea: SiteMember;

beforeAll(async () => {
  lea = await joinSite(visits.site, 'lea_m', { clientPreferences: FRENCH });
});

async function open(member: SiteMember | null, options = DESKTOP): Promise<Page> {
  return openAs(visits, member, PATH, options);
}

/** Puts all that has played on a stream into a member's diary. */
async function fill({ user, token }: SiteMember): Promise<void> {
  await callSite(visits.site, 'diary&_method=PUT', { enabled: true }, { authorization: `Bearer ${token}` });
  await expect
    .poll(async () => {
      changeDatabase(
        visits.site,
        `insert or ignore into diary_entries (user_id, started_ms, stream_id, song_id)
         select ?, started_ms, stream_id, song_id from plays where stream_id = 'club'`,
        user.id,
      );
      return (await diaryOf(token)).total;
    })
    .toBe(PLAYED);
}

async function diaryOf(token: string): Promise<{ enabled: boolean; total: number }> {
  const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=diary&limit=0`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).data;
}

const toggle = (page: Page) => page.getByRole('checkbox', { name: 'Tenir un carnet d’écoute' });
const removeButtons = (page: Page) => page.getByRole('button', { name: /^Retirer .* du carnet/ });
const mainButton = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

test('a member switches the diary on, listens, and finds the track on every device', async () => {
  const page = await open(lea);
  const errors = watchErrors(page);
  await page.getByRole('heading', { name: 'Votre carnet d’écoute est désactivé' }).waitFor();
  await page.getByText('Ce qui est plus ancien s’efface tout seul', { exact: false }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await mainButton(page, 'Tenir un carnet d’écoute').click();
  await page.getByRole('heading', { name: 'Rien pour l’instant' }).waitFor();
  await toggle(page).and(page.locator(':checked')).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  // The address has begun to play the stream; its tracks last 20 seconds, of which half is needed. A busy machine may
  // need some of them.
  const noted = await page.waitForFunction(
    () => JSON.parse(localStorage.getItem('onde-notes') ?? '{"heard":[]}').heard[0]?.started_at,
    null,
    { timeout: PATIENT.timeout * 2 },
  );
  const startedAt = String(await noted.jsonValue());
  await page.reload();
  await page.getByRole('link', { name: 'Midnight Ferry Nova Kessler' }).first().waitFor();
  // Midnight may have passed since.
  await page
    .getByRole('heading', { name: /^(Aujourd’hui|Hier)$/ })
    .first()
    .waitFor();
  // The next one may be noted by now.
  await page.waitForFunction(
    (sent) => localStorage.getItem('onde-notes')?.includes(sent) === false,
    startedAt,
  );
  expect(errors).toEqual([]);

  const phone = await open(await logInto(visits.site, lea), PHONE);
  await phone.getByRole('link', { name: 'Midnight Ferry Nova Kessler' }).first().waitFor();
  await toggle(phone).and(phone.locator(':checked')).waitFor();
});

test('a member removes an entry, takes that back, and the server knows', async () => {
  const zoe = await joinSite(visits.site, 'zoe_d', { clientPreferences: FRENCH });
  await fill(zoe);
  const page = await open(zoe);
  const first = removeButtons(page).first();
  await first.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Vive-eau est retiré').waitFor();
  await expect.poll(async () => (await diaryOf(zoe.token)).total).toBe(PLAYED - 1);
  // Were it still on air it would not be noted anew.
  const keptOut = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('onde-notes') ?? '{"removed":[]}').removed.length);
  expect(await keptOut()).toBe(1);
  await page.waitForFunction(() => document.activeElement?.textContent === 'Annuler');
  expect(await violationsOf(page)).toEqual([]);
  const restored = page.waitForResponse(
    (answer) => answer.url().includes('endpoint=diary') && answer.request().method() === 'POST',
  );
  await page.keyboard.press('Enter');
  await (await restored).finished();
  expect((await diaryOf(zoe.token)).total).toBe(PLAYED);
  expect(await keptOut()).toBe(0);
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Retirer'));

  // However slow the removal is, taking it back comes after it.
  const slow = Promise.withResolvers<void>();
  const ofDiary = (method: string) =>
    page.waitForResponse((answer) => {
      const request = answer.request();
      return request.url().includes('endpoint=diary') && request.method() === method;
    });
  await page.route(/endpoint=diary&id=/, async (route) => {
    await slow.promise;
    await route.continue();
  });
  const both = Promise.all([ofDiary('DELETE'), ofDiary('POST')]);
  await pressAsSafari(removeButtons(page).first());
  await page.waitForFunction(() => document.activeElement?.textContent === 'Annuler');
  await pressAsSafari(page.getByRole('button', { name: 'Annuler' }));
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Retirer'));
  slow.resolve();
  for (const answer of await both) await answer.finished();
  expect((await diaryOf(zoe.token)).total).toBe(PLAYED);

  // What the radio cannot put back stays away, and the page says so.
  await page.route('**/api-proxy.php?endpoint=diary', (route) =>
    route.fulfill({ json: { success: true, data: { unknown: route.request().postDataJSON().entries } } }),
  );
  await removeButtons(page).first().click();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await toastSaid(page, 'refusal', 'Impossible de remettre ce titre. Réessayez.');
  await page.getByText('Vive-eau est retiré').waitFor();
  await page.unrouteAll();

  // Without the server the entry comes back, and the page says so.
  await page.context().setOffline(true);
  await removeButtons(page).nth(1).click();
  await toastSaid(page, 'refusal', 'Impossible de retirer ce titre. Réessayez.');
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('Vive-eau est retiré').count()).toBe(1);
});

test('a removal that comes to nothing late leaves the focus to who has gone on', async () => {
  const uma = await joinSite(visits.site, 'uma_d', { clientPreferences: FRENCH });
  await fill(uma);
  const page = await open(uma);
  const late = Promise.withResolvers<void>();
  await page.route(/endpoint=diary&id=/, async (route) => {
    await late.promise;
    await route.abort();
  });
  await removeButtons(page).first().click();
  const removed = page.getByText('Vive-eau est retiré');
  await removed.waitFor();
  const next = page.getByRole('main').getByRole('link', { name: 'Vive-eau Les Marées' }).first();
  await next.focus();
  late.resolve();
  await removed.waitFor({ state: 'detached' });
  await toastSaid(page, 'refusal', 'Impossible de retirer ce titre. Réessayez.');
  // The row that is back stands first now, be it the only one of its day.
  const second = page.locator('main li > a').nth(1);
  expect(await second.and(page.locator(':focus')).count()).toBe(1);
});

test('what one member has begun in the diary is gone when another one has signed in in another tab [A114]', async () => {
  const [kim, next] = [
    await joinSite(visits.site, 'kim_d', { clientPreferences: FRENCH }),
    await joinSite(visits.site, 'next_d', { clientPreferences: FRENCH }),
  ];
  await fill(kim);
  await fill(next);
  const context = await openContext(visits, kim, DESKTOP);
  await holdTime(context);
  const page = await openPage(context, visits.site, PATH);
  // The answer to the switch comes once the other member is there.
  const late = Promise.withResolvers<void>();
  await page.route('**/api-proxy.php?*_method=PUT*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await toggle(page).click();
  await page.getByRole('button', { name: 'Désactiver, garder les titres' }).click();
  await removeButtons(page).first().click();
  await page.getByText('Vive-eau est retiré').waitFor();
  await page.getByRole('button', { name: 'Tout effacer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Effacer votre carnet d’écoute ?' });
  await dialog.waitFor();
  // No page of ours: one that is still the first member's would note the answer to its own question.
  const tab = await page.context().newPage();
  await tab.goto(`${visits.site.origin}/station.json`);
  await signInAt(tab, next);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Vive-eau est retiré').waitFor({ state: 'detached' });
  await removeButtons(page).first().waitFor();
  expect((await diaryOf(next.token)).total).toBe(PLAYED);
  late.resolve();
  await expect.poll(async () => (await diaryOf(kim.token)).enabled).toBe(false);
  await page.waitForFunction((id) => !localStorage.getItem('onde-notes')?.includes(id), kim.user.id);
});

test('what was removed before the diary was erased cannot be taken back [A71]', async () => {
  const ada = await joinSite(visits.site, 'ada_d', { clientPreferences: FRENCH });
  const page = await open(ada);
  const removed = page.getByText('Vive-eau est retiré');
  await fill(ada);
  await page.reload();
  await removeButtons(page).first().click();
  await removed.waitFor();
  await page.getByRole('button', { name: 'Tout effacer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Effacer pour toujours' }).click();
  await toastSaid(page, 'success', 'Votre carnet d’écoute est effacé');
  await removed.waitFor({ state: 'detached' });

  // The switch among the preferences erases as well.
  await fill(ada);
  await page.reload();
  await removeButtons(page).first().click();
  await removed.waitFor();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' }).click();
  const preferences = page.getByRole('dialog', { name: 'Préférences' });
  await preferences.getByRole('checkbox', { name: 'Tenir un carnet d’écoute' }).click();
  await preferences.getByRole('button', { name: 'Désactiver et effacer' }).click();
  await expect.poll(async () => (await diaryOf(ada.token)).total).toBe(0);
  await removed.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Votre carnet d’écoute est désactivé' }).waitFor();
  expect(await diaryOf(ada.token)).toMatchObject({ enabled: false, total: 0 });
});

test('nor where it was erased in another tab [A71]', async () => {
  const eve = await joinSite(visits.site, 'eve_d', { clientPreferences: FRENCH });
  await fill(eve);
  const page = await open(eve);
  await removeButtons(page).first().click();
  await page.getByText('Vive-eau est retiré').waitFor();
  const tab = await openPage(page.context(), visits.site, '/fr/dance/profile/diary');
  await tab.getByRole('button', { name: 'Tout effacer' }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Effacer pour toujours' }).click();
  await toastSaid(tab, 'success', 'Votre carnet d’écoute est effacé');
  await page.getByText('Vive-eau est retiré').waitFor({ state: 'detached' });
  await removeButtons(page).first().waitFor({ state: 'detached' });
  expect((await diaryOf(eve.token)).total).toBe(0);
});

test('times that the clock shows twice name their zone [A141]', async () => {
  const ines = await joinSite(visits.site, 'ines_z', { clientPreferences: FRENCH });
  await fill(ines);
  // Clocks were put back from three to two between them, longer ago than any play that is kept.
  const started = ['2025-10-26T02:20:00Z', '2025-10-26T01:20:00Z', '2025-10-26T00:40:00Z'];
  const context = await openContext(visits, ines, { ...DESKTOP, timezoneId: 'Europe/Paris' });
  await context.route(/endpoint=diary/, async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    for (const [at, time] of started.entries())
      if (at in reply.data.entries) reply.data.entries[at].started_at = time;
    await route.fulfill({ response, json: reply });
  });
  const page = await openPage(context, visits.site, PATH);
  const times = page.getByRole('main').locator('time[datetime^="2025-10-26"]');
  await times.first().waitFor();
  expect(await times.allTextContents()).toEqual(['03:20', '02:20 UTC+1', '02:40 UTC+2']);
});

test('a member turns the pages, downloads everything, and erases it', async () => {
  const max = await joinSite(visits.site, 'max_d', { clientPreferences: FRENCH });
  await fill(max);
  const page = await open(max);
  await removeButtons(page).nth(49).waitFor();
  expect(await removeButtons(page).count()).toBe(50);
  const earlier = page.getByRole('button', { name: 'Afficher les titres précédents' });
  // The button gives way to the failure, and this to what it brings: the focus goes along.
  await page.context().setOffline(true);
  await earlier.press('Enter');
  const failure = page.getByRole('main').getByRole('alert');
  await failure.getByText('Pas de connexion. Réessayez au retour du réseau.').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Réessayer');
  await page.context().setOffline(false);
  await earlier.waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Afficher les titres précédents');
  await earlier.press('Enter');
  await removeButtons(page)
    .nth(PLAYED - 1)
    .waitFor();
  await earlier.waitFor({ state: 'detached' });
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('main li > a')].indexOf(document.activeElement ?? document.body) === 50,
  );

  const lines = async (format: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Télécharger en ${format}` }).click(),
    ]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const csv = await lines('CSV');
  expect(csv.name).toBe('diary.csv');
  expect(csv.text.trim().split('\r\n')).toHaveLength(PLAYED + 1);
  expect(csv.text).toContain(',"club","Les Marées","Vive-eau"');
  const json: unknown = JSON.parse((await lines('JSON')).text);
  expect(json).toHaveLength(PLAYED);

  await page.getByRole('button', { name: 'Tout effacer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Effacer votre carnet d’écoute ?' });
  await dialog.getByText(`${PLAYED} titres disparaîtront`, { exact: false }).waitFor();
  expect(await descriptionOf(dialog)).toContain(`${PLAYED} titres disparaîtront`);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Garder' }).click();
  expect((await diaryOf(max.token)).total).toBe(PLAYED);
  await page.getByRole('button', { name: 'Tout effacer' }).click();
  await dialog.getByRole('button', { name: 'Effacer pour toujours' }).click();
  await page.getByRole('heading', { name: 'Rien pour l’instant' }).waitFor();
  expect(await diaryOf(max.token)).toMatchObject({ enabled: true, total: 0 });
});

test('the switch among the preferences asks what becomes of the entries', async () => {
  const ida = await joinSite(visits.site, 'ida_d', { clientPreferences: DARK });
  await fill(ida);
  const context = await openContext(visits, ida, { ...PHONE, colorScheme: 'dark' });
  const page = await openPage(context, visits.site, '/fr/dance/profile');
  await page.waitForFunction(() => localStorage.getItem('theme') === 'dark');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Préférences' });
  await toggle(page).focus();
  await page.keyboard.press('Space');
  const question = dialog.getByRole('group', { name: `${PLAYED} titres sont conservés` });
  await question.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  // Escape closes what was opened last, and leaves the dialog [R92].
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await toggle(page).and(page.locator(':focus:checked')).waitFor();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Laisser activé' }).click();
  await toggle(page).and(page.locator(':checked')).waitFor();
  expect((await diaryOf(ida.token)).enabled).toBe(true);
  await toggle(page).click();
  await dialog.getByRole('button', { name: 'Désactiver, garder les titres' }).click();
  await expect.poll(async () => diaryOf(ida.token)).toMatchObject({ enabled: false, total: PLAYED });
  await dialog.getByRole('link', { name: 'Ouvrir mon carnet d’écoute' }).click();
  await page.waitForURL(`**${PATH}`);
  await page.getByText('Il est désactivé : rien ne s’y ajoute', { exact: false }).waitFor();
  await removeButtons(page).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violationsOf(page)).toEqual([]);
  await toggle(page).click();
  await expect.poll(async () => (await diaryOf(ida.token)).enabled).toBe(true);
  await toggle(page).and(page.locator(':checked')).waitFor();
  await toggle(page).click();
  await page.getByRole('button', { name: 'Désactiver et effacer' }).click();
  await page.getByRole('heading', { name: 'Votre carnet d’écoute est désactivé' }).waitFor();
  expect(await diaryOf(ida.token)).toMatchObject({ enabled: false, total: 0 });
});

test('a browser that does not know its own time zone shows the diary', async () => {
  const noa = await joinSite(visits.site, 'noa_d', { clientPreferences: FRENCH });
  await fill(noa);
  const context = await openContext(visits, noa);
  await context.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    };
  });
  const page = await openPage(context, visits.site, PATH);
  await removeButtons(page).first().waitFor();
});

test('a diary that does not come says so, and comes at the second try; its days grow older; a guest is asked to log in', async () => {
  const tom = await joinSite(visits.site, 'tom_d', { clientPreferences: FRENCH });
  await fill(tom);
  const context = await openContext(visits, tom);
  await context.clock.install();
  await context.route('**/api-proxy.php?*endpoint=diary*', (route) => route.abort());
  const page = await openPage(context, visits.site, PATH);
  await page.getByRole('alert').getByText('Impossible de charger votre carnet d’écoute').first().waitFor();
  await context.unroute('**/api-proxy.php?*endpoint=diary*');
  await mainButton(page, 'Réessayer').click();
  await toggle(page).waitFor();
  await removeButtons(page).first().waitFor();
  await page.clock.fastForward(DAY_MS);
  await page.getByRole('heading', { name: 'Aujourd’hui' }).waitFor({ state: 'detached' });

  const guest = await open(null);
  await guest.getByText('Connectez-vous pour voir votre carnet d’écoute').waitFor();
  expect(await violationsOf(guest)).toEqual([]);
  await guest.getByRole('main').getByRole('button', { name: 'Connexion' }).click();
  await guest.getByRole('dialog').waitFor();
});
