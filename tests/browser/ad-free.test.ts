import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { holdTime } from '../support/hold-time.ts';
import { isAlive } from '../support/open-browser.ts';
import { joinSite, openContext, type SiteMember } from '../support/site-members.ts';
import { siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { hear, watchSound } from '../support/watch-sound.ts';

const visits = siteVisits(() => startSite([FERRY]));

/** Opens home as a member or a guest; `token` says what becomes of the call for a pass. `asked` is all that it fetches. */
async function open(member: SiteMember | null, token?: (go: () => Promise<void>) => Promise<void>) {
  const context = await openContext(visits, member);
  // Where the test holds the call, no time of its own ends it.
  if (token) await holdTime(context);
  const page = await context.newPage();
  await watchSound(page);
  const calls: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/api-proxy.php?endpoint=token*', async (route) => {
    calls.push(route.request().headers()['x-api-key'] ?? '');
    await (token ? token(() => route.continue()) : route.continue()).catch(() => route.abort());
  });
  await page.goto(`${visits.site.origin}/fr/`);
  await isAlive(page);
  return { page, calls, asked };
}

const pass = (page: Page) => page.evaluate(() => localStorage.getItem('adFreeToken'));
const hasPass = (page: Page) => expect.poll(() => pass(page)).toMatch(/^\w+\.\w+\./);
const play = (page: Page) =>
  page.getByRole('region', { name: 'Lecteur' }).locator('button[data-play-stream]').click();
/** The address of what sounds. */
const heard = async (page: Page) => (await hear(page, 'dance')).address;

test('a member’s stream carries a pass, which goes with the session', async () => {
  const { page, calls } = await open(await joinSite(visits.site, 'nina'));
  await hasPass(page);
  expect(calls).toEqual(['web']);
  await play(page);
  expect(await heard(page)).toContain(`&noads=${await pass(page)}`);
  await page.reload();
  await isAlive(page);
  await play(page);
  expect(await heard(page)).toContain('&noads=');
  await page.getByRole('button', { name: /^Compte de/ }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect.poll(() => pass(page)).toBeNull();
  expect(calls).toHaveLength(1);
});

test('a member who signs out while they listen is told of what they go on hearing [R52]', async () => {
  const { page, asked } = await open(await joinSite(visits.site, 'olga'));
  await hasPass(page);
  await play(page);
  expect(await heard(page)).toContain('&noads=');
  await expect.poll(() => asked.some((url) => url.includes('/stream/dance/marks?noads='))).toBe(true);
  await page.getByRole('button', { name: /^Compte de/ }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect.poll(() => pass(page)).toBeNull();
  const before = asked.length;
  const marks = () => asked.slice(before).filter((url) => url.includes('/stream/dance/marks'));
  await expect.poll(() => marks().length, PATIENT).toBeGreaterThan(0);
  expect(marks().filter((url) => !url.includes('?noads='))).toEqual([]);
  expect(await heard(page)).toContain('&noads=');
});

test('a member who presses before the pass is there hears the stream at once, then without adverts', async () => {
  const answer = Promise.withResolvers<void>();
  const { page } = await open(await joinSite(visits.site, 'paul'), async (go) => {
    await answer.promise;
    await go();
  });
  await play(page);
  expect(await heard(page)).not.toContain('noads');
  answer.resolve();
  await expect.poll(() => heard(page)).toContain('&noads=');
});

test('a member whose pass cannot be had hears the usual stream', async () => {
  const { page, calls } = await open(await joinSite(visits.site, 'rosa'), async () => {
    throw new Error('no answer');
  });
  await play(page);
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  expect(await heard(page)).not.toContain('noads');
});

test('a guest’s page asks for no pass', async () => {
  const { page, calls, asked } = await open(null);
  await play(page);
  expect(await heard(page)).not.toContain('noads');
  // The page begins to look for its address after it would have begun to look for a pass.
  await expect.poll(() => asked.some((url) => url.includes('endpoint=ip'))).toBe(true);
  expect(asked.filter((url) => url.includes('/keep-pass-'))).toEqual([]);
  expect([calls, await pass(page)]).toEqual([[], null]);
});
