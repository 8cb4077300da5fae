import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import * as z from 'zod';
import { DESKTOP, FRENCH } from './devices.ts';
import { isAlive } from './open-browser.ts';
import { openSiteDatabase } from './second-try.ts';
import type { SiteVisits } from './site-visits.ts';
import { PASSWORD, registration } from './start-members.ts';
import type { Site } from './start-site.ts';

const signedInSchema = z.object({
  user: z.looseObject({ id: z.string(), email: z.string(), pseudo: z.string().nullable() }),
  token: z.string(),
});
export type SiteMember = z.infer<typeof signedInSchema>;

/**
 * Registers somebody on a site without mail.
 * @param more of the registration's body
 */
export async function joinSite(
  site: Pick<Site, 'origin'>,
  username: string | null,
  more: object = {},
): Promise<SiteMember> {
  return signedInSchema.parse(await callSite(site, 'register', { ...registration(username), ...more }));
}

/** Signs in once more, as another device. */
export async function logInto(site: Site, { user }: SiteMember): Promise<SiteMember> {
  return signedInSchema.parse(await callSite(site, 'login', { email: user.email, password: PASSWORD }));
}

/** Calls an endpoint and gives the `data` of its answer, if it has any. Fails with the answer when that is a refusal. */
export async function callSite(
  site: Pick<Site, 'origin'>,
  endpoint: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(`${site.origin}/api-proxy.php?endpoint=${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const words = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint} is answered with ${answer.status}: ${words}`);
  return z.object({ data: z.unknown().optional() }).parse(JSON.parse(words)).data;
}

/** Changes the database of a running site, as another process of it would. Gives how many rows. */
export function changeDatabase(site: Site, sql: string, ...values: (string | number | null)[]): number {
  using db = openSiteDatabase(site.databasePath);
  return Number(db.prepare(sql).run(...values).changes);
}

/** Has a member love every song of a site, once there are any: what is on air comes into the lists a while later. */
export async function loveEverySong(site: Site, { user }: SiteMember): Promise<void> {
  const sql = 'insert or ignore into favorite_tracks (user_id, song_id, added_ms) select ?, id, ? from songs';
  while (changeDatabase(site, sql, user.id, Date.now()) === 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** A browser of its own, in which this member is signed in from the first page on; null for a guest. */
export async function openContext(
  visits: SiteVisits,
  member: SiteMember | null,
  options: BrowserContextOptions = DESKTOP,
): Promise<BrowserContext> {
  const context = await visits.newContext({ locale: 'fr-FR', ...options });
  await context.addInitScript((signedIn) => {
    // Once, whatever the tab: a page that follows a logout is a guest's.
    if (signedIn === null || localStorage.getItem('test-signed-in') !== null) return;
    localStorage.setItem('test-signed-in', 'true');
    localStorage.setItem('authToken', signedIn.token);
    localStorage.setItem('authUser', JSON.stringify(signedIn.user));
  }, member);
  return context;
}

/** Signs a member in there, as another tab of the browser would: the others notice. */
export async function signInAt(
  tab: Page,
  { token, user }: Pick<SiteMember, 'token' | 'user'>,
): Promise<void> {
  await tab.evaluate(
    (session) => {
      localStorage.setItem('authUser', JSON.stringify(session.user));
      localStorage.setItem('authToken', session.token);
    },
    { token, user },
  );
}

/**
 * The browser of a new member who reads French, and what it asks of an endpoint from then on: the `action` of each call.
 */
export async function joinWithCalls(
  visits: SiteVisits,
  endpoint: string,
  username: string,
  options: BrowserContextOptions = DESKTOP,
) {
  const theme = options.colorScheme === 'dark' ? 'dark' : 'light';
  const member = await joinSite(visits.site, username, {
    clientPreferences: { ...FRENCH, theme },
  });
  const context = await openContext(visits, member, options);
  return { member, context, calls: callsOf(context, endpoint) };
}

/** What the pages of a browser ask of an endpoint: the `action` of each call. */
export function callsOf(context: BrowserContext, endpoint: string): string[] {
  const calls: string[] = [];
  context.on('request', (request) => {
    const search = new URL(request.url()).searchParams;
    if (search.get('endpoint') === endpoint) calls.push(search.get('action') ?? '');
  });
  return calls;
}

/** Opens a page and waits until it has come to life. */
export async function openPage(context: BrowserContext, site: Site, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.origin}${path}`);
  await isAlive(page);
  return page;
}

/** Opens a page in a browser of its own, in which this member is signed in; null for a guest. */
export async function openAs(
  visits: SiteVisits,
  member: SiteMember | null,
  path: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  return openPage(await openContext(visits, member, options), visits.site, path);
}
