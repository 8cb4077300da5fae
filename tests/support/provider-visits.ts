import type { BrowserContext, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { freePort } from './free-port.ts';
import { isAlive } from './open-browser.ts';
import type { SiteVisits } from './site-visits.ts';
import { startSite } from './start-site.ts';
import { startProvider, type TestProvider } from './test-provider.ts';

/**
 * Starts a provider and a site where members may sign in with it, as Google and as Apple. To a browser they are two sites,
 * and the external player a third one: the same radio by another name.
 */
export async function startSiteWithProvider() {
  const port = String(await freePort());
  const provider = await startProvider({ site: `http://127.0.0.1:${port}`, host: 'localhost' });
  const playerHost = `http://localhost:${port}/player`;
  const site = await startSite([{ streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' }], {
    ...provider.environment,
    PORT: port,
    PLAYER_HOST: playerHost,
  });
  // A busy machine may have taken too long for the first question, and whoever comes before the next one is sent away.
  const isKnown = async (name: string) => {
    const way = await fetch(`${site.origin}/auth/${name}`, { redirect: 'manual' });
    return !way.headers.get('location')?.includes('provider_unavailable');
  };
  for (const name of SIGN_IN_PROVIDERS)
    await vi.waitFor(async () => expect(await isKnown(name)).toBe(true), PATIENT);
  return { provider, site, playerHost };
}

/** The dialog that the button above the page opens. */
export async function openLogin(page: Page) {
  await isAlive(page);
  await page.getByRole('banner').getByRole('button', { name: 'Connexion' }).click();
  return loginDialog(page);
}

export async function loginDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Connexion', exact: true });
  await dialog.waitFor();
  return dialog;
}

/** Waits until somebody is signed in here, and gives their token. */
export async function tokenIn(page: Page): Promise<string> {
  const token = await page.waitForFunction(() => localStorage.getItem('authToken'));
  return (await token.jsonValue()) ?? '';
}

/** What a browser sends: addresses, and the pages that it says it comes from. */
export interface Sent {
  readonly addresses: string[];
  readonly referrers: string[];
}

export function watchRequests(context: BrowserContext): Sent {
  const sent: Sent = { addresses: [], referrers: [] };
  context.on('request', (request) => {
    sent.addresses.push(request.url());
    void request.allHeaders().then(
      ({ referer }) => referer && sent.referrers.push(referer),
      () => {},
    );
  });
  return sent;
}

/** That nothing is left of a token but in the browser's storage [A77]. */
export async function expectNoTrace(
  page: Page,
  traces: { token: string; sent: Sent; visits: SiteVisits; provider: TestProvider },
): Promise<void> {
  const { token, sent, visits } = traces;
  expect(token).toMatch(/^[\w-]{43}$/);
  const history = await page.evaluate(() => navigation.entries().map(({ url }) => url));
  expect(history.length).toBeGreaterThan(0);
  expect(history.join('\n')).not.toContain(token);
  expect(page.url()).not.toContain('_auth');
  // The browser's own list of visits keeps the address that came back: its token opens nothing any more.
  const returns = sent.addresses.filter((address) => address.includes('_auth=success'));
  expect(returns).toHaveLength(1);
  const given = new URL(returns[0] ?? '').searchParams.get('token') ?? '';
  expect(`${history} ${visits.site.output}`).not.toContain(given);
  const headers = { authorization: `Bearer ${given}` };
  const address = `${visits.site.origin}/api-proxy.php?endpoint=profile`;
  expect((await fetch(address, { headers })).status).toBe(401);
  expect(await page.content()).not.toContain(token);
  expect(sent.referrers.length).toBeGreaterThan(0);
  expect(sent.referrers.join('\n')).not.toMatch(/token|_auth/);
  expect(visits.site.output.join('\n')).not.toContain(token);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('onde-return');
}
