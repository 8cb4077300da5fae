import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/open-browser.ts';
import { registration } from '../support/start-members.ts';
import { type Site, startSite } from '../support/start-site.ts';

let site: Site;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  site = await startSite([{ streamId: 'club', artist: 'Nova Kessler', title: 'Midnight Ferry' }]);
  browser = await openBrowser();
  await join('lea_m');
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

/** Registers somebody without mail: known at once. Their favourite stream is club. */
async function join(pseudo: string): Promise<void> {
  await fetch(`${site.origin}/api-proxy.php?endpoint=register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration(pseudo)),
  });
}

async function visit(path: string): Promise<Page> {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.origin}${path}`);
  await page.waitForFunction(() => !('ondeEarlyPlay' in window));
  return page;
}

const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);

test('a guest who opens the profile is told to log in', async () => {
  const page = await visit('/en/dance/profile');
  await page.getByText('You must be logged in to access your profile').waitFor();
  expect(await violations(page)).toEqual([]);
});

test('anyone sees a member’s page in French at its root address, and nobody an unknown member’s', async () => {
  const page = await visit('/lovepuls/lea_m');
  expect(await page.title()).toBe('lea_m aime Onde');
  await page.getByText('Aucun titre favori pour le moment').waitFor();
  expect(await violations(page)).toEqual([]);
  const answer = await page.goto(`${site.origin}/en/lovepuls/nobody`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('alert').getByText('User not found').waitFor();
});
