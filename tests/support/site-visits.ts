import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { awaitTouch } from './await-touch.ts';
import { isAlive, openBrowser } from './open-browser.ts';
import { beginFirstTry, type FirstTry } from './second-try.ts';
import type { Site } from './start-site.ts';
import { keepToasts } from './toasts.ts';
import { watchSound } from './watch-sound.ts';

/** What a visitor looks through: a desktop in the light when nothing is said. */
export interface Look {
  readonly width?: number;
  readonly dark?: boolean;
  /** Whether what it lets be heard is kept in view; see watchSound. */
  readonly isHeard?: boolean;
}

/** A radio and a browser for all tests of one file. */
export interface SiteVisits {
  readonly site: Site;
  readonly browser: Browser;
  /**
   * A browser of a visitor of its own, closed when the test has ended. Nobody is invited in it, unless the file is
   * about that.
   */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Opens a page in one and waits until its scripts run. */
  visit(path: string, look?: Look): Promise<Page>;
}

/**
 * Starts both before the first test and ends them after the last. Call it once, at the top of a file.
 * @param options.autoplay as openBrowser has it; by default a page sounds once it is touched, see awaitTouch
 * @param options.invites whether guests are invited to register after half a minute, in a dialog over the page
 */
export function siteVisits(
  start: (browser: Browser) => Promise<Site>,
  options: Parameters<typeof openBrowser>[0] & { invites?: boolean } = {},
): SiteVisits {
  const open = new AsyncDisposableStack();
  const contexts: BrowserContext[] = [];
  let both: { site: Site; browser: Browser } | null = null;
  const running = () => {
    if (both === null) throw new Error('The site has not been started yet.');
    return both;
  };
  beforeAll(async () => {
    const browser = await openBrowser(options);
    open.defer(() => browser.close());
    both = { browser, site: open.use(await start(browser)) };
  });
  let firstTry: FirstTry | null = null;
  beforeEach(({ task }) => {
    if (task.result?.retryCount) firstTry?.undo();
    else firstTry = beginFirstTry(running().site.databasePath);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(closeContext));
  });
  afterAll(() => open.disposeAsync());

  const visits: SiteVisits = {
    get site() {
      return running().site;
    },
    get browser() {
      return running().browser;
    },
    async newContext(chosen) {
      // Nothing moves by itself: drawing the waves of each page anew took a sixth of what the suite computes.
      const context = await running().browser.newContext({
        reducedMotion: 'reduce',
        // A worker would come between the pages and what a test has them answered.
        serviceWorkers: 'block',
        ...chosen,
      });
      context.setDefaultTimeout(PATIENT.timeout);
      contexts.push(context);
      await keepToasts(context);
      if (options.autoplay === undefined) await awaitTouch(context);
      if (!options.invites) await context.addInitScript(markInvited);
      return context;
    },
    async visit(path, look = {}) {
      const context = await visits.newContext({
        viewport: { width: look.width ?? 1440, height: 900 },
        colorScheme: look.dark ? 'dark' : 'light',
      });
      const page = await context.newPage();
      if (look.isHeard) await watchSound(page);
      await goTo(page, `${running().site.origin}${path}`);
      return page;
    },
  };
  return visits;
}

/**
 * What a page asked for at the end is no longer answered: the answer of a route would fail with nobody to hear of it.
 */
async function closeContext(context: BrowserContext): Promise<void> {
  const pages = context.pages();
  // Without a page it may be closed already.
  const routed = pages.length === 0 ? [] : [context, ...pages];
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** As if somebody had been invited in this tab before. Runs in the page; those of other sites in it have none of it. */
function markInvited(): void {
  if (location.protocol === 'http:' && window === top) sessionStorage.setItem('signup_modal_shown', 'true');
}

/** Goes there and waits until the page has come to life. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await isAlive(page);
}
