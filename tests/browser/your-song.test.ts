import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { TRACK_REFRESH_MS } from '#src/contract/limits.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { scriptNamed } from '../support/built-scripts.ts';
import { DESKTOP, PHONE } from '../support/devices.ts';
import { joinSite, openContext, openPage, type SiteMember } from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { showTheme, violationsOf } from '../support/violations-of.ts';

const visits = siteVisits(
  () =>
    startSite([
      { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
      { streamId: 'hits', artist: 'Les Marées', title: 'Un été sans fin' },
    ]),
  { autoplay: 'always' },
);
let member: SiteMember;
beforeAll(async () => {
  member = await joinSite(visits.site, 'zoe');
  await love('favorites&action=add', { track_title: 'Midnight Ferry', artist_name: 'Nova Kessler' });
  await love('favorites&action=add_artist', { artist_name: 'Les Marées' });
});

/** The radio may not have heard of the track yet. */
const love = (endpoint: string, body: object) =>
  vi.waitFor(async () => {
    const answer = await fetch(`${visits.site.origin}/api-proxy.php?endpoint=${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
      body: JSON.stringify({ ...body, user_id: member.user.id }),
    });
    expect(answer.status).toBe(200);
  }, PATIENT);

interface Play {
  readonly version: string;
  readonly artiste: string;
  readonly titre: string;
}
const ELSE = { artiste: 'Somebody', titre: 'Something' };
const FERRY = { artiste: 'Nova Kessler', titre: 'Midnight Ferry' };

/**
 * What is on air, by the test's word: nothing that anybody loves, until it says so. One stream's title counts how often it
 * was asked, so that the page shows which answer it has taken.
 */
async function programme(context: BrowserContext) {
  let plays: readonly Play[] = [];
  let start = Date.UTC(2026, 0, 1);
  let asked = 0;
  const on = (...given: readonly Play[]) => {
    start += 60_000;
    plays = given;
  };
  on({ version: 'club', ...ELSE });
  await context.route('**/titre.json', (route) => {
    asked += 1;
    const started_at = new Date(start).toISOString();
    return route.fulfill({
      json: [...plays, { version: 'magicradio', artiste: 'Somebody', titre: `Look ${asked}` }].map(
        (play) => ({
          ...play,
          pochette: '/logo-dance.png',
          slug: 'x',
          started_at,
          duration: 180,
        }),
      ),
    });
  });
  /** Lets the page ask once more, and waits for that. */
  const looked = async (page: Page) => {
    const before = asked;
    await page.clock.fastForward(TRACK_REFRESH_MS);
    await page.waitForFunction(
      (before) => Number(/Look (\d+)/.exec(document.body.textContent)?.[1] ?? 0) > before,
      before,
    );
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  return { on, looked };
}

const notice = (page: Page) => page.locator('[data-toast="info"]');

/** Nothing of what was on air so far, but the play that begins now on another stream. */
async function expectNextToldOnly(page: Page, air: Awaited<ReturnType<typeof programme>>): Promise<void> {
  expect(await notice(page).count()).toBe(0);
  air.on({ version: 'trance', ...FERRY });
  await air.looked(page);
  await notice(page).getByText('Onde Trance').waitFor();
  expect(await notice(page).count()).toBe(1);
}

interface Visit {
  readonly options?: BrowserContextOptions;
  readonly stream?: string;
  /** Whose page the member comes from. Its heart tells that the favourites of this kind are known. */
  readonly from?: Origin;
}
type Origin = readonly [artist: string, heart: string];
const FROM_TRACK: Origin = ['Nova Kessler', 'Titre favori : Nova Kessler - Midnight Ferry'];
const FROM_ARTIST: Origin = ['Les Marées', 'Artiste favori'];

/** Opens the home page of a stream. */
async function visit(
  who: SiteMember | null,
  { options = DESKTOP, stream = 'lounge', from = FROM_TRACK }: Visit = {},
) {
  const context = await openContext(visits, who, options);
  await context.clock.install();
  const listed: string[] = [];
  context.on('requestfinished', (request) => {
    if (/action=list/.test(request.url())) listed.push(request.url());
  });
  const air = await programme(context);
  const home = `/fr/${stream}`;
  if (who === null) return { page: await openPage(context, visits.site, home), air, listed };
  const [artist, heart] = from;
  const fetched = context.waitForEvent('response', (response) =>
    response.url().endsWith(scriptNamed('your-song')),
  );
  const page = await openPage(context, visits.site, `${home}/biography/${encodeURIComponent(artist)}`);
  await page.getByRole('button', { name: heart, exact: true, pressed: true }).waitFor();
  // The page begins to look once its script runs: what plays already at the first look is not told.
  const script = JSON.stringify((await fetched).url());
  await page.evaluate(`import(${script}).then(() => null)`);
  await page.getByRole('banner').getByRole('link').first().click();
  await page.waitForURL(`**${home}`);
  return { page, air, listed };
}

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const)('on %s', (_, options) => {
  test('a member is told of a favourite on another stream, and goes there by one press', async () => {
    const { page, air, listed } = await visit(member, { options });
    await air.looked(page);
    air.on({ version: 'club', ...FERRY });
    await air.looked(page);
    // It stays while the button has the focus.
    const button = notice(page).getByRole('button', { name: 'Écouter' });
    await button.focus();
    await notice(page).getByText('Votre favori sur Onde Club : Midnight Ferry, Nova Kessler').waitFor();
    await page
      .locator('[aria-live="polite"]')
      .getByText('Midnight Ferry')
      .first()
      .waitFor({ state: 'attached' });
    await button.click();
    await page.waitForURL('**/fr/club');
    await page.getByRole('button', { name: 'Écouter Onde Club', pressed: true }).first().waitFor();
    await notice(page).waitFor({ state: 'detached' });
    expect(listed).toHaveLength(2);
  });
});

test('a title of one long word stays within the notice on a small screen', async () => {
  const { page, air } = await visit(member, { from: FROM_ARTIST });
  await page.setViewportSize({ width: 320, height: 256 });
  await air.looked(page);
  const titre = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  air.on({ version: 'club', artiste: 'Les Marées', titre });
  await air.looked(page);
  await notice(page).getByText(titre).waitFor();
  const widths = await notice(page).evaluate((box) => [
    box.scrollWidth - box.clientWidth,
    Math.round(box.getBoundingClientRect().width),
  ]);
  expect(widths).toEqual([0, 296]);
});

test('the button of the notice is reached by keyboard, and the notice waits for it', async () => {
  const { page, air } = await visit(member, { from: FROM_ARTIST });
  await air.looked(page);
  air.on({ version: 'club', artiste: 'Les Marées', titre: 'Sables' });
  await air.looked(page);
  await notice(page).getByText('Les Marées passe sur Onde Club : Sables').waitFor();
  const button = notice(page).getByRole('button', { name: 'Écouter' });
  await button.focus();
  // A pointer that passes by changes nothing about that [R38].
  await notice(page).hover();
  await page.mouse.move(10, 500);
  await air.looked(page);
  await air.looked(page);
  expect(await button.isVisible()).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/fr/club');
});

test('what the bar shows already is not told, though nothing is heard', async () => {
  const { page, air } = await visit(member, { stream: 'club' });
  const heard = page.getByRole('button', { name: 'Écouter Onde Club', pressed: true }).first();
  await heard.click();
  await page.getByRole('button', { name: 'Écouter Onde Club', pressed: false }).first().waitFor();
  await air.looked(page);
  air.on({ version: 'club', ...FERRY });
  await air.looked(page);
  await air.looked(page);
  expect(await notice(page).count()).toBe(0);
});

test('what the member hears already is not told, nor the same play again; another one is', async () => {
  const { page, air } = await visit(member, { stream: 'club' });
  const heard = page.getByRole('button', { name: 'Écouter Onde Club', pressed: true }).first();
  await heard.waitFor();
  await air.looked(page);
  air.on({ version: 'club', ...FERRY });
  await air.looked(page);
  await heard.click();
  await page.getByRole('button', { name: 'Écouter Onde Club', pressed: false }).first().waitFor();
  await air.looked(page);
  await expectNextToldOnly(page, air);
});

test('a guest is told nothing, and asks for no favourites', async () => {
  const { page, air, listed } = await visit(null);
  await air.looked(page);
  air.on({ version: 'club', ...FERRY });
  await air.looked(page);
  expect(await notice(page).count()).toBe(0);
  expect(listed).toEqual([]);
});

test('who has switched it off is told nothing, until it is on again', async () => {
  const { page, air } = await visit(member);
  const choose = async (isOn: boolean) => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' }).click();
    const dialog = page.getByRole('dialog');
    const name = 'Me prévenir quand un favori passe sur un autre flux';
    await dialog.getByRole('checkbox', { name, checked: !isOn }).setChecked(isOn);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await choose(false);
  air.on({ version: 'club', ...FERRY });
  await air.looked(page);
  await air.looked(page);
  await choose(true);
  await air.looked(page);
  await expectNextToldOnly(page, air);
});

test('a guest’s preferences do not offer it', async () => {
  const { page } = await visit(null);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Préférences' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBe(1);
});

test('the notice is open to everyone, by day and by night', async () => {
  const { page, air } = await visit(member);
  await air.looked(page);
  air.on({ version: 'club', ...FERRY });
  await air.looked(page);
  await notice(page).getByRole('button', { name: 'Écouter' }).focus();
  expect(await violationsOf(page)).toEqual([]);
  await showTheme(page, 'dark');
  expect(await notice(page).count()).toBe(1);
  expect(await violationsOf(page)).toEqual([]);
});
