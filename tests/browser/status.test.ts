import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { writeLastBackup } from '#src/platform/last-backup/last-backup.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { fetchPage } from '../support/fetch-page.ts';
import { changeDatabase } from '../support/site-members.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { violationsOf } from '../support/violations-of.ts';

const visits = siteVisits(() => startSite([FERRY]));

/**
 * As if robots had listened for a day: club has gaps, the titles of hits are wrong on loudspeakers. The site's own
 * robots find it otherwise, minutes later.
 */
beforeEach(() => {
  const { site } = visits;
  const nowMs = Date.now();
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  changeDatabase(site, 'delete from troubles');
  for (const id of STREAM_IDS) {
    changeDatabase(
      site,
      'insert or replace into robot_findings values (?, ?, ?, null)',
      id,
      'browser',
      nowMs,
    );
    // The next hour may begin meanwhile.
    for (let hour = -1; hour < 24; hour += 1) {
      const troubled = id === 'club' && hour >= 0 && hour < 2 ? 7 : 0;
      changeDatabase(
        site,
        'insert or replace into robot_hours values (?, ?, 7, ?)',
        hourMs - hour * HOUR_MS,
        id,
        troubled,
      );
    }
  }
  for (const [id, robot, problem] of [
    ['club', 'browser', 'gap'],
    ['hits', 'sonos', 'title_wrong'],
  ] as const)
    changeDatabase(
      site,
      'insert into troubles (stream_id, robot, problem, detail, since_ms) values (?, ?, ?, ?, ?)',
      id,
      robot,
      problem,
      'found',
      nowMs - HOUR_MS,
    );
});

test('[R184] a listener reads what plays, what is wrong and for whom, in the visitor’s language or the asked one', async () => {
  const context = await visits.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await goTo(page, `${visits.site.origin}/status`);
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  await page.getByText('One stream does not sound as it should').waitFor();
  const club = row('Onde Club');
  await club.getByText('Sounds wrong').waitFor();
  await club.getByText('In browsers: gaps in the sound').waitFor();
  await row('Onde Hits')
    .getByText('On speakers and internet radios: the title shown is not the one heard')
    .waitFor();
  await row('Onde Dance').getByText('On air: Nova Kessler - Midnight Ferry').waitFor();
  await row('Onde Dance').getByText('All is well').waitFor();
  await club.getByRole('img', { name: /^The last 24 hours: 22 good, 0 in part, 2 bad/ }).waitFor();
  await page.getByText('There is no backup yet that has been checked.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');

  // [R213] What a failed night said is for the log, the mail and the metrics alone.
  const proved = { atMs: Date.now() - 9 * HOUR_MS, name: 'onde-x.backup', bytes: 1, seconds: 1, rows: 1 };
  const failing = { sinceMs: Date.now() - HOUR_MS, reason: 'the disk /mnt/secret is full' };
  const told = join(dirname(visits.site.databasePath), 'backup.json');
  await writeLastBackup(told, { triedMs: Date.now(), proved, failing });
  const phone = await visits.visit('/status?lang=de', { width: 320, dark: true });
  await phone.getByText(/^Letzte geprüfte Sicherung: /).waitFor();
  expect(await phone.content()).not.toContain('/mnt/secret');
  await phone.getByText('Ein Stream klingt nicht, wie er soll').waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await violationsOf(phone)).toEqual([]);

  // Colours that a visitor has chosen for all pages take those of a ground away.
  await phone.emulateMedia({ forcedColors: 'active' });
  const well = phone.getByRole('img').locator('[data-stretch="well"]').first();
  const colours = await well.evaluate((bar) =>
    [bar, document.documentElement].map((element) => getComputedStyle(element).backgroundColor),
  );
  expect(colours[0]).not.toBe(colours[1]);
});

test('[R184] on a page that stays open without an answer what was said yesterday has its day', async () => {
  const context = await visits.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() });
  await goTo(page, `${visits.site.origin}/status`);
  const listened = page.getByText(/^Last listened: /);
  const said = await listened.textContent();
  expect(said).toMatch(/: \d\d:\d\d$/);
  await context.setOffline(true);
  // The day on which clocks are put back has an hour more.
  await page.clock.fastForward(25 * HOUR_MS);
  await expect.poll(() => listened.textContent()).toMatch(/: \d+ \w+ \d{4}, \d\d:\d\d$/);
});

test('[R184] not all is called well where a stream has not been listened to yet', async () => {
  const { site } = visits;
  changeDatabase(site, 'delete from troubles');
  changeDatabase(site, 'delete from robot_findings where stream_id = ?', 'lounge');
  const words = async () => (await fetchPage(`${site.origin}/status?lang=en`)).text();
  await expect.poll(words).toContain('Not all streams have been checked yet');
  expect(await words()).not.toContain('All streams sound as they should');
});

test('[R184] the way leads there from the listen page; without an answer it is said, and tried again', async () => {
  const page = await visits.visit('/en/dance/page-ecoute.html');
  let isAway = true;
  await page.route(/endpoint=status/, (route) => (isAway ? route.abort() : route.continue()));
  await page.getByRole('link', { name: 'See how the radio is doing' }).click();
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  expect(new URL(page.url()).pathname).toBe('/status');
  isAway = false;
  await retry.click();
  const verdict = page.getByText('One stream does not sound as it should');
  await verdict.waitFor(PATIENT);
  // What is read out each time that it changes does not hold the time.
  expect(await page.getByRole('main').getByRole('status').first().textContent()).toBe(
    await verdict.textContent(),
  );

  isAway = true;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await retry.waitFor();
  await verdict.waitFor({ state: 'detached' });
  expect(await page.getByRole('main').getByText('All is well').count()).toBe(0);
  expect(await page.getByRole('main').getByRole('listitem').getByText('Not checked').count()).toBe(8);
  isAway = false;
  await retry.click();
  await verdict.waitFor(PATIENT);
});
