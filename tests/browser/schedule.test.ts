import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ScheduleEvent } from '#src/station/schedule/schedule-event.wire.ts';
import { formatWeek } from '#src/station/schedule/week-file.ts';
import { holdTime } from '../support/hold-time.ts';
import { isAlive, watchErrors } from '../support/open-browser.ts';
import { pageTitle } from '../support/page-title.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';

/** A Thursday in March, by the clock of Paris. */
const thursdayAt = (hour: number, minute = 0) => new Date(Date.UTC(2026, 2, 12, hour - 1, minute));

const visits = siteVisits(() =>
  startSite([FERRY], {}, [], async (stationDir) => {
    const folder = join(stationDir, 'schedule');
    await mkdir(folder);
    await writeFile(join(folder, 'weekDance.xml'), formatWeek(DANCE));
    await writeFile(
      join(folder, 'weekClub.xml'),
      formatWeek([
        ...hours(1, 0, 4, 'Sous-sol'),
        ...hours(2, 18, 19, LONG),
        ...hours(3, 18, 19, LONG_AND_STARRED, 2),
      ]),
    );
    await writeFile(join(folder, 'weekHits.xml'), formatWeek([]));
  }),
);

function hours(day: number, from: number, until: number, nom: string, couleur: 1 | 2 = 1): ScheduleEvent[] {
  return Array.from({ length: until - from }, (_, at) => ({ day, hour: from + at, nom, couleur }));
}

const LONG = 'Les découvertes électroniques du jeudi';
const LONG_AND_STARRED = 'Les découvertes du mercredi';

const DANCE = [1, 2, 3, 4, 5, 6].flatMap((day) => [
  ...hours(day, 0, 6, 'Nuit blanche'),
  ...hours(day, 6, 9, 'Réveil en vagues'),
  ...hours(day, 9, 12, 'Grand large'),
  ...hours(day, 12, 14, 'Le mix de midi'),
  ...hours(day, 20, 22, 'Carte blanche', 2),
]);

interface Visit {
  width?: number;
  dark?: boolean;
  now?: Date;
}

async function visit(path: string, { width = 1440, dark = false, now }: Visit = {}): Promise<Page> {
  const context = await visits.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    timezoneId: 'America/New_York',
  });
  const page = await context.newPage();
  if (now) {
    await page.clock.setFixedTime(now);
    await page.route('**/titre.json', (route) => tellTitlesAt(route, now));
  }
  await goTo(page, `${visits.site.origin}${path}`);
  return page;
}

/** Titles as of a radio whose clock says so, whatever the true one does. */
async function tellTitlesAt(route: Route, now: Date): Promise<void> {
  const titles: { started_at: string }[] = await (await route.fetch()).json();
  const started_at = new Date(now.getTime() - 60_000).toISOString();
  await route.fulfill({ json: titles.map((title) => ({ ...title, started_at })) });
}

const SCHEDULE = '/fr/dance/page-grille.html';
const day = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const onAir = (page: Page) => page.locator('[aria-current="time"]:visible');

test('the document says the week before any script has run', async () => {
  const html = await (await fetch(`${visits.site.origin}/de/dance/page-grille.html`)).text();
  expect(html).toContain('Programm der Woche');
  expect(html).toContain('Mitteleuropäische Zeit');
  expect(html).toContain('Réveil en vagues');
  expect(html).toContain('20 – 22 Uhr');
});

test('a stream without a week, or with one that is empty, has a page that search engines leave out, and stands for its player [W105]', async () => {
  const robotsOf = async (stream: string) => {
    const html = await (await fetch(`${visits.site.origin}/fr/${stream}/page-grille.html`)).text();
    expect(html).toContain('json+oembed');
    return /<meta name="robots" content="([^"]*)"/.exec(html)?.[1] ?? 'all';
  };
  expect([await robotsOf('lounge'), await robotsOf('hits'), await robotsOf('dance')]).toEqual([
    expect.stringContaining('noindex'),
    expect.stringContaining('noindex'),
    'all',
  ]);
});

describe('on a wide screen', () => {
  test('a visitor sees the week in blocks, by the clock of the station', async () => {
    const page = await visit(SCHEDULE, { now: thursdayAt(10, 24) });
    const errors = watchErrors(page);
    await page.getByText('9–15 mars · heure d’Europe centrale').waitFor();
    const monday = day(page, 'lundi 9 mars').getByRole('listitem');
    expect(await monday.allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Réveil en vagues\s+06 – 09 h$/)]),
    );
    expect(await monday.count()).toBe(5);
    expect(await day(page, 'dimanche 15 mars').getByRole('listitem').count()).toBe(0);
    await day(page, 'lundi 9 mars').getByRole('listitem').filter({ hasText: 'Temps fort' }).waitFor();
    expect(errors).toEqual([]);
  });

  test.each([
    ['is not', thursdayAt(20), 0],
    ['is', thursdayAt(18 - 48, 30), 1],
    ['with a star is', thursdayAt(18 - 24, 30), 1],
  ])('reads the whole name of a programme of one hour that %s on air', async (_, now, count) => {
    const page = await visit(SCHEDULE.replace('dance', 'club'), { now });
    await expect.poll(() => onAir(page).count()).toBe(count);
    const names = page.locator('ol li > span:first-child', { hasText: 'Les découvertes' });
    const sizes = await names.evaluateAll((found) =>
      found
        .filter((name) => name.clientWidth > 0 && getComputedStyle(name).position !== 'absolute')
        .map((name) => [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight]),
    );
    // Letters below the line count as part of the next one, and are seen.
    expect(sizes.filter(([wide = 0, high = 0]) => wide > 0 || high > 2)).toEqual([]);
    expect(sizes.length).toBeGreaterThan(1);
  });

  test('the line of the present time strikes out no name', async () => {
    // By night one row stands for six hours, and its name in the middle.
    const page = await visit(SCHEDULE, { now: thursdayAt(3) });
    const name = onAir(page).getByText('Nuit blanche');
    await name.waitFor();
    const line = page.locator('[aria-hidden="true"][style*="top: 50%"]').last();
    await line.evaluate((element) => Object.assign(element.style, { pointerEvents: 'auto' }));
    const [written, drawn] = [await name.boundingBox(), await line.boundingBox()];
    if (written === null || drawn === null) throw new Error('There is no name, or no line.');
    const shown = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.textContent, [
      written.x + written.width / 2,
      drawn.y + drawn.height / 2,
    ] as const);
    expect(shown).toBe('Nuit blanche');
  });

  test('a visitor reads what is on air now, and what follows once its time has come', async () => {
    const page = await visit(SCHEDULE, { now: thursdayAt(11, 59) });
    await onAir(page).getByText('Grand large').waitFor();
    await onAir(page).getByText('En ce moment').waitFor();
    expect(await day(page, 'jeudi 12 mars').locator('[aria-current="time"]').count()).toBe(1);
    expect(await page.getByRole('heading', { name: 'jeudi 12 mars' }).getAttribute('aria-current')).toBe(
      'date',
    );
    await page.clock.setFixedTime(thursdayAt(12));
    await onAir(page).getByText('Le mix de midi').waitFor();
    await expect.poll(() => onAir(page).count()).toBe(1);
  });
});

test('a visitor with colours of their own sees which day of the week is today [R264]', async () => {
  // Too narrow for the word beside the day.
  const page = await visit(SCHEDULE, { width: 1240, now: thursdayAt(20) });
  await page.emulateMedia({ forcedColors: 'active' });
  const edge = (name: string) =>
    page.getByRole('heading', { name }).evaluate((head) => getComputedStyle(head).borderTopWidth);
  await expect.poll(() => edge('jeudi 12 mars')).toBe('3px');
  expect(await edge('mercredi 11 mars')).toBe('0px');
});

describe('on a phone', () => {
  test('a visitor finds today’s programme and walks through the days by keys', async () => {
    const page = await visit(SCHEDULE, { width: 390, now: thursdayAt(20) });
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('heading', { name: 'jeudi 12 mars' }).waitFor();
    await panel.getByText('aujourd’hui').waitFor();
    expect(await onAir(page).textContent()).toMatch(
      /^20 – 22 h\s*Carte blanche\s*En ce moment\s*Temps fort$/,
    );
    await tab(page, 'jeu 12').focus();
    await page.keyboard.press('ArrowRight');
    await panel.getByRole('heading', { name: 'vendredi 13 mars' }).waitFor();
    await page.keyboard.press('End');
    await panel.getByText('Rien d’inscrit ce jour-là').waitFor();
    await page.keyboard.press('ArrowRight');
    await panel.getByRole('heading', { name: 'lundi 9 mars' }).waitFor();
    await tab(page, 'lun 9').and(page.locator(':focus')).waitFor();
    await expect.poll(() => page.getByRole('tab', { selected: true }).count()).toBe(1);
  });

  test('a visitor with colours of their own sees which day and stream are chosen', async () => {
    const page = await visit(SCHEDULE, { width: 390, now: thursdayAt(20) });
    await page.emulateMedia({ forcedColors: 'active' });
    const edge = (element: Locator) =>
      element.evaluate((one) => [getComputedStyle(one).borderTopColor, getComputedStyle(one).borderTopWidth]);
    expect(await edge(page.getByRole('tab', { selected: true }))).not.toEqual(
      await edge(page.getByRole('tab', { selected: false }).first()),
    );
    const streams = page.getByRole('main').getByRole('navigation').getByRole('link');
    expect(await edge(streams.and(page.locator('[aria-current]')))).not.toEqual(
      await edge(streams.and(page.locator(':not([aria-current])')).first()),
    );
  });

  test.each([-2, 2])('a visitor whose clock is %i days off sees the radio’s day [R240]', async (days) => {
    const context = await visits.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.clock.install({ time: new Date(Date.now() + days * 86_400_000) });
    await goTo(page, `${visits.site.origin}${SCHEDULE}`);
    const paris = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: 'Europe/Paris' });
    const today = page.locator('[role="tab"][aria-current="date"] b');
    // With the titles that this browser has asked for itself, and not before.
    await page.clock.runFor(15_000);
    await expect.poll(() => today.textContent()).toContain(paris.format(Date.now()));
  });

  test('a visitor picks a day with a finger', async () => {
    const page = await visit(SCHEDULE, { width: 390, now: thursdayAt(20) });
    await tab(page, 'sam 14').click();
    await page.getByRole('tabpanel', { name: 'sam 14' }).getByText('Le mix de midi').waitFor();
    await expect.poll(() => onAir(page).count()).toBe(0);
  });
});

test('a page that stays open shows what the week has become since, and keeps it without an answer [R238]', async () => {
  const page = await (await visits.newContext()).newPage();
  await page.clock.install({ time: new Date() });
  await goTo(page, `${visits.site.origin}${SCHEDULE}`);
  const shown = (name: string) => page.locator('main').getByText(name).and(page.locator(':visible')).first();
  await shown('Grand large').waitFor();
  // Nobody is invited to register over it.
  await page.evaluate(() => sessionStorage.setItem('signup_modal_shown', 'true'));
  let answer: { status?: number; body: string } = {
    body: formatWeek([1, 2, 3, 4, 5, 6, 7].flatMap((day) => hours(day, 9, 12, 'Tout neuf'))),
  };
  let asked = 0;
  await page.route('**/weekDance.xml', async (route) => {
    await route.fulfill(answer);
    asked += 1;
  });
  await page.clock.fastForward(11 * 60_000);
  await shown('Tout neuf').waitFor();
  await shown('Grand large').waitFor({ state: 'detached' });
  answer = { status: 503, body: '' };
  const before = asked;
  await page.clock.fastForward(11 * 60_000);
  await expect.poll(() => asked).toBeGreaterThan(before);
  await page.clock.runFor(5000);
  expect(await shown('Tout neuf').isVisible()).toBe(true);
  expect(await page.getByRole('alert').count()).toBe(0);
});

describe('a visitor who chooses another stream', () => {
  const choose = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Choisir un flux' }).getByRole('link', { name }).click();

  test('sees the bars of what is on air dance while it is heard, and rest without sound', async () => {
    const page = await visit(SCHEDULE, { now: thursdayAt(10) });
    const dancing = onAir(page).locator('[class*="moves"]');
    const player = page.getByRole('region', { name: 'Lecteur' });
    const play = player.locator('button[data-play-stream]');
    // The address begins its stream by itself where the browser lets it, and a press would end that.
    const listen = async () => {
      if ((await play.getAttribute('aria-pressed')) === 'false') await play.click();
      return dancing.count();
    };
    await expect.poll(listen).toBe(1);
    const mute = player.getByRole('button', { name: 'Couper le son' });
    await mute.click();
    await dancing.waitFor({ state: 'detached' });
    await onAir(page).getByText('En ce moment').waitFor();
    await mute.click();
    await dancing.waitFor();
  });

  test('waits for its week, then sees it', async () => {
    const page = await visit(SCHEDULE, { now: thursdayAt(10) });
    await page.route('**/weekClub.xml', async (route) => {
      await page.locator('[aria-busy="true"]').waitFor();
      await route.continue();
    });
    await choose(page, 'Onde Club');
    await page.waitForURL('**/fr/club/page-grille.html');
    await day(page, 'lundi 9 mars').getByText('Sous-sol').waitFor();
    await expect.poll(() => pageTitle(page)).toBe('Programme de la semaine · Onde Club');
  });

  test('reads that it did not come, and tries again', async () => {
    const page = await visit(SCHEDULE);
    await page.route('**/weekClub.xml', (route) => route.fulfill({ status: 503, body: '' }));
    await choose(page, 'Onde Club');
    await page.getByRole('alert').getByText('Erreur lors du chargement du programme').waitFor();
    const legend = page.locator('main').getByText('Temps fort', { exact: true });
    expect(await legend.count()).toBe(0);
    await page.unroute('**/weekClub.xml');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await day(page, 'lundi').getByText('Sous-sol').waitFor();
    await legend.first().waitFor();
  });

  test('reads that nothing came once its time is over, and is not kept waiting for another [A63]', async () => {
    const page = await visit(SCHEDULE);
    const passTime = await holdTime(page.context());
    await page.reload();
    await isAlive(page);
    const asked: string[] = [];
    await page.route('**/weekClub.xml', (route) => void asked.push(route.request().url()));
    await choose(page, 'Onde Club');
    await expect.poll(() => asked.length).toBe(1);
    await passTime(page);
    await page.getByRole('alert').getByText('Erreur lors du chargement du programme').waitFor();
    expect(asked).toHaveLength(1);
  });

  test('reads that a stream has no schedule, and the same of one whose schedule is empty', async () => {
    const page = await visit(SCHEDULE);
    for (const stream of ['Onde Trance', 'Onde Hits']) {
      await choose(page, stream);
      await page.getByText(`${stream} émet sans grille`).waitFor();
      await page.getByText('Programme non disponible pour cette station').waitFor();
      // What signs mean is said beside signs.
      await expect.poll(() => page.getByText('Temps fort', { exact: true }).count()).toBe(0);
    }
  });
});

test('a week is one sheet of paper, with its stream and dates and without what only a screen can do [R90]', async () => {
  const page = await visit(SCHEDULE, { width: 390, dark: true, now: thursdayAt(13, 5) });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect(Number(width)).toBeGreaterThan(Number(height));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.getByText('Onde Dance', { exact: true }).first().waitFor();
  for (const name of ['lundi 9 mars', 'dimanche 15 mars']) await day(page, name).waitFor();
  for (const role of ['banner', 'contentinfo', 'navigation', 'button', 'tab'] as const)
    expect([role, await page.getByRole(role).count()]).toEqual([role, 0]);
  expect(await page.getByText('13 h', { exact: true }).first().isVisible()).toBe(true);
  const ink = await page.locator('h1').evaluate((title) => getComputedStyle(title).color);
  expect(ink).toBe('rgb(0, 0, 0)');
});

test('a stream that never has a schedule says so at once', async () => {
  const page = await visit('/fr/lounge/page-grille.html');
  await page.getByText('Programme non disponible pour cette station').waitFor();
  const home = page.getByRole('main').getByRole('link', { name: 'Retour à l’accueil' });
  expect(await home.getAttribute('href')).toBe('/fr/lounge');
});
