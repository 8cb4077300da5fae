import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { workerDocument } from '#src/web/documents/installed-site.ts';
import { isAlive, watchErrors } from '../support/open-browser.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { FERRY, startSite } from '../support/start-site.ts';
import { stopClock } from '../support/stop-clock.ts';
import { toastSaid } from '../support/toasts.ts';

const visits = siteVisits(() => startSite([FERRY]), { autoplay: 'always' });

/** The radio behind an address of its own, where the test says which worker it has. */
let changeWorker: (text: string) => string | Promise<string> = (text) => text;
let isAway = false;
const front = createServer((request, response) => {
  if (isAway) {
    request.socket.destroy();
    return;
  }
  const { host: _, ...headers } = request.headers;
  const isWorker = request.url === '/service-worker.js';
  const onward = httpRequest(`${visits.site.origin}${request.url}`, {
    method: request.method,
    headers: isWorker ? {} : headers,
  });
  onward.on('error', () => response.destroy());
  onward.on('response', (answer) => {
    if (!isWorker) {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
      return;
    }
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    answer.on('end', async () => {
      const { 'content-length': __, ...kept } = answer.headers;
      response.writeHead(200, kept).end(await changeWorker(text));
    });
  });
  response.on('close', () => onward.destroy());
  request.pipe(onward);
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  front.closeAllConnections();
  front.close();
});

/** The same worker of another build. */
const ofBuild =
  (version: string, more = '') =>
  (text: string) =>
    text
      .replace(/version:`\w+`/, `version:\`${version}\``)
      .replace(/addresses:\[[^\]]*\]/, `addresses:[${more}]`);

/** For a page that comes within a second on a quiet machine. */
const FORGOTTEN_AFTER_MS = 15_000;

const openContext = () => visits.newContext({ serviceWorkers: 'allow', locale: 'fr-FR' });

async function visitWithWorker(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await goTo(page, `${origin}${path}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  return page;
}

/** Their names alone: who opens a cache that a worker is just removing makes it again. */
function cachesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

/** The states of its workers, the names of all caches, and what the page has said. */
function workersOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const said = [...document.querySelectorAll('[data-toast]')].map(({ textContent }) => textContent);
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    const states = [installing, waiting, active].map((worker) => worker?.state ?? 'none');
    const kept = await caches.keys();
    return `installing, waiting, active: ${states.join(', ')}; caches: ${kept.join(', ')}; said: ${said.join(', ')}`;
  });
}

/** What the worker keeps: paths by cache. */
function keptBy(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const kept: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      kept[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return kept;
  });
}

test('who loses the network is told so in their language, sees the last titles, and is brought back [R87]', async () => {
  const context = await openContext();
  const page = await visitWithWorker(context, '/de/dance');
  await goTo(page, `${origin}/de/dance`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // Sound is the browser's own business: the worker asks for none, and for no call.
  const byWorker: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker() !== null) byWorker.push(new URL(request.url()).pathname);
  });
  // The address names a stream, which plays by itself [R6]: a press might come after that, and stop it.
  await page.waitForFunction(() => document.querySelector('[data-play-stream="dance"][aria-pressed="true"]'));
  await expect.poll(async () => Object.keys(await keptBy(page)).length).toBe(3);
  expect(
    byWorker.filter((path) => /^\/(stream|previews|videos|now-playing|api-proxy|titre)/.test(path)),
  ).toEqual([]);
  for (const paths of Object.values(await keptBy(page)))
    for (const path of paths)
      expect(path).toMatch(/^\/(assets\/[\w.-]+|offline\.html|titre\.json|de\/dance)$/);

  await context.setOffline(true);
  // A page that is gone to by a link waits, and says so [R89].
  await page.getByRole('link', { name: 'Programm', exact: true }).click();
  await toastSaid(page, 'info', 'Keine Verbindung');
  await page.goto(`${origin}/de/dance/page-top20.html`);
  await expect.poll(() => page.locator('h1').textContent()).toBe('Keine Verbindung');
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
  await expect
    .poll(() => page.locator('[data-version="onde"]').textContent())
    .toBe('Nova Kessler - Midnight Ferry');
  await expect.poll(() => page.locator('[data-words="noTitles"]').textContent()).toContain('Stand:');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('Noch immer keine Verbindung');
  await context.setOffline(false);
  await page.waitForFunction(() => document.title.startsWith('Top 20'));
  await page.waitForURL('**/de/dance/page-top20.html');
});

test('a page that waits for a radio out of reach says so where the device believes that it is online, too [R89]', async () => {
  const context = await openContext();
  // What says so comes with what keeps the worker, later than the page.
  const page = await visitWithWorker(context, '/de/dance');
  isAway = true;
  onTestFinished(() => {
    isAway = false;
  });
  front.closeAllConnections();
  await page.getByRole('link', { name: 'Programm', exact: true }).click();
  await toastSaid(page, 'info', 'Keine Verbindung');
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  isAway = false;
  await page.waitForURL('**/de/dance/page-grille.html');
});

test('workers of other builds come and go, and only the visitor reloads a page [R88]', async () => {
  const context = await openContext();
  changeWorker = ofBuild('older');
  const page = await visitWithWorker(context, '/fr/dance');
  const errors = watchErrors(page);
  await goTo(page, `${origin}/fr/dance`);
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      // One at a time: a worker that comes is given its time.
      if (registration?.installing || registration?.waiting) return;
      await registration?.update().catch(() => {});
    });
  /** Asked while it still asks for the one before, the browser gives the same answer once more. */
  const giveWorker = async (change: typeof changeWorker) => {
    let isGiven = false;
    changeWorker = (text) => {
      isGiven = true;
      return change(text);
    };
    await expect.poll(() => update().then(() => isGiven)).toBe(true);
  };
  const builds = async () => (await cachesOf(page)).filter((name) => name.startsWith('onde-files'));
  expect(await builds()).toEqual(['onde-files-older']);

  /**
   * Opens the page anew. On a busy machine Chromium now and then asks a worker that it is just ending for it, and no
   * other one: the page never comes, and a visitor would ask again.
   */
  const comeAgain = async () => {
    const come = () => page.goto(`${origin}/fr/dance`, { timeout: FORGOTTEN_AFTER_MS });
    await come().catch(come);
    await isAlive(page);
  };

  /** A worker that could not have all of its files, on a busy machine too, is given once more. */
  const giveUntil = async (change: typeof changeWorker, isThere: () => Promise<boolean>) => {
    await giveWorker(change);
    // Where it never comes, the failure says how far it has come.
    await expect
      .poll(async () => {
        await update();
        return (await isThere()) ? 'there' : workersOf(page);
      })
      .toBe('there');
  };

  // The worker of the page's own build takes over by itself. A browser that lets the older one finish what it has
  // begun may take minutes on a busy machine: another page ends what was begun for the one before. Each has the time
  // to ask for the worker, which comes late in its life.
  await giveUntil(
    (text) => text,
    async () => {
      const hasGone = await page.evaluate(async () => {
        for (let asked = 0; asked < 200; asked += 1) {
          if (!(await caches.keys()).includes('onde-files-older')) return true;
          await new Promise((asAgain) => setTimeout(asAgain, 50));
        }
        return false;
      });
      if (!hasGone) await comeAgain();
      return hasGone;
    },
  );
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  expect(await page.locator('[data-toast]').count()).toBe(0);

  // One that cannot have its files changes nothing.
  const before = await builds();
  await giveWorker(ofBuild('broken', '`/assets/none.js`'));
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === 'activated' && !registration.installing && !registration.waiting;
  });
  expect(await builds()).toEqual(expect.arrayContaining(before));

  // A newer one waits for the visitor. Its message goes after some seconds, which pass by hand.
  await stopClock(page);
  await giveUntil(ofBuild('newer'), () =>
    page.getByText('Une nouvelle version du site est prête.').first().isVisible(),
  );
  expect(await builds()).toContain('onde-files-newer');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  await page.getByRole('button', { name: 'Recharger' }).click();
  await page.clock.resume();
  await page.waitForFunction(() => !('isSame' in window));
  await expect.poll(builds).toEqual(['onde-files-newer']);

  // The operator's switch ends them all.
  const leaving = await workerDocument({ isOn: false, built: async () => new Response() });
  const text = await leaving.text();
  // A page of the site would ask for the worker once more, in the midst of its leaving.
  await page.goto(`${origin}/robots.txt`);
  await giveWorker(() => text);
  await expect.poll(() => cachesOf(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  expect(errors).toEqual([]);
});

test('where the browser offers to install the site there is a button, on an iPhone there are words [R85]', async () => {
  const page = await visits.visit('/fr/dance/page-ecoute.html');
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const userChoice = Promise.resolve({ outcome: 'accepted' });
    dispatchEvent(
      Object.assign(offer, { prompt: async () => dispatchEvent(new Event('appinstalled')), userChoice }),
    );
    // The browser's own banner stays away.
    if (!offer.defaultPrevented) throw new Error('The offer was not kept.');
  });
  await page.getByRole('button', { name: 'Installer Onde' }).click();
  await page.getByRole('status').getByText('Onde est sur votre appareil.').waitFor();

  const context = await visits.newContext();
  await context.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
  const apple = await context.newPage();
  const errors = watchErrors(apple);
  await goTo(apple, `${visits.site.origin}/de/dance/page-ecoute.html`);
  await apple.getByText('Zum Home-Bildschirm').waitFor();
  expect(errors).toEqual([]);
});
