import { createServer } from 'node:http';
import { AxeBuilder } from '@axe-core/playwright';
import type { FrameLocator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchPage } from '../support/fetch-page.ts';
import { untilStill, watchErrors } from '../support/open-browser.ts';
import { siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { hear, hearNothing, watchSound } from '../support/watch-sound.ts';

const visits = siteVisits(() =>
  startSite([
    { streamId: '90s', artist: 'DJ Comète', title: 'Feel the Tide' },
    { streamId: 'club', artist: 'A'.repeat(60), title: 'Ein Titel, der viel zu lang für diesen Platz ist' },
  ]),
);

/** Another site, whose page has the small player in it: the address, the size and a sandbox are in its query. */
const partner = createServer((request, response) => {
  const asked = new URL(request.url ?? '/', 'http://partner').searchParams;
  const [embed, width, height] = ['embed', 'width', 'height'].map((name) => asked.get(name));
  const sandbox = asked.has('sandbox') ? ` sandbox="${asked.get('sandbox')}"` : '';
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><html lang="en"><title>Partner</title><main><h1>Partner</h1><iframe src="${visits.site.origin}${embed}" title="Radio"${sandbox} width="${width}" height="${height}" style="border:0"></iframe></main>`,
  );
});
beforeAll(() => new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve)));
afterAll(() => void partner.close());

async function partnerPage(
  embed: string,
  size = { width: 480, height: 160 },
  prepare: (page: Page) => Promise<void> = async () => {},
  sandbox: string | null = null,
) {
  const context = await visits.newContext({ viewport: { width: 900, height: 500 } });
  const page = await context.newPage();
  await prepare(page);
  const address = partner.address();
  if (address === null || typeof address === 'string') throw new Error('The partner has no port.');
  const query = new URLSearchParams({ embed, width: String(size.width), height: String(size.height) });
  if (sandbox !== null) query.set('sandbox', sandbox);
  await page.goto(`http://localhost:${address.port}/?${query}`);
  const frame = page.frameLocator('iframe');
  await frame.locator('[data-ready]').waitFor();
  return { page, frame };
}

const playButton = (frame: FrameLocator) => frame.getByRole('button', { name: 'Listen to Onde 90s' });
/** The addresses of the scripts that the small player has fetched. */
const scripts = (page: Page) =>
  page.frames()[1]?.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name, index, names) => name.endsWith('.js') && names.indexOf(name) === index),
  );

test('on a page of another site the stream plays, is muted and shows each new title', async () => {
  const { page, frame } = await partnerPage('/embed/90s?lang=en');
  const errors = watchErrors(page);
  await frame.getByRole('heading', { name: 'Feel the Tide' }).waitFor();
  await frame.getByText('DJ Comète').waitFor();
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  expect(await scripts(page)).toHaveLength(1);
  const play = playButton(frame);
  await play.press('Enter');
  await expect.poll(() => play.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => play.getAttribute('data-busy')).toBe('false');
  const mute = frame.getByRole('button', { name: 'Mute' });
  await mute.click();
  await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('true');
  // Asked for here: the player may ask once more as the test ends.
  const tracks = await (await fetch(`${visits.site.origin}/titre.json`)).json();
  const json = tracks.map((track: object) => ({ ...track, titre: 'Next Wave' }));
  await page.route('**/titre.json', (route) => route.fulfill({ json }));
  await frame.getByRole('heading', { name: 'Next Wave' }).waitFor();
  // What plays and follows a stream comes with the first press, in four files.
  await expect.poll(async () => (await scripts(page))?.length).toBe(5);
  await play.click();
  await expect.poll(() => play.getAttribute('aria-pressed')).toBe('false');
  const inside = page.frames()[1];
  expect(await inside?.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual(
    [0, 0, ''],
  );
  expect(errors).toEqual([]);
});

test('it plays, and follows the titles, in a frame that is given no origin, as editors make one of oEmbed [W106]', async () => {
  const { page, frame } = await partnerPage('/embed/90s?lang=en', undefined, watchSound, 'allow-scripts');
  const errors = watchErrors(page);
  const play = playButton(frame);
  await play.click();
  await expect.poll(() => play.getAttribute('data-busy')).toBe('false');
  await expect.poll(() => play.getAttribute('aria-pressed')).toBe('true');
  const inside = page.frames()[1];
  const seconds = () =>
    inside?.evaluate(() => Reflect.get(window, 'watchedElements')[0].currentTime as number) ?? 0;
  await expect.poll(seconds).toBeGreaterThan(1);
  const tracks = await (await fetch(`${visits.site.origin}/titre.json`)).json();
  const json = tracks.map((track: object) => ({ ...track, titre: 'Next Wave' }));
  const headers = { 'access-control-allow-origin': '*' };
  await page.route('**/titre.json', (route) => route.fulfill({ json, headers }));
  await frame.getByRole('heading', { name: 'Next Wave' }).waitFor();
  await play.click();
  await expect.poll(() => play.getAttribute('aria-pressed')).toBe('false');
  expect(errors).toEqual([]);
});

test('a press before its script has come is heard, and the script goes on with that sound [R51]', async () => {
  const context = await visits.newContext({ viewport: { width: 480, height: 160 } });
  const page = await context.newPage();
  await watchSound(page);
  const come = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.goto(`${visits.site.origin}/embed/90s?lang=en`, { waitUntil: 'commit' });
  const play = page.getByRole('button', { name: 'Listen to Onde 90s' });
  await play.click();
  await expect.poll(() => play.getAttribute('aria-pressed')).toBe('true');
  const before = await hear(page, '90s');
  come.resolve();
  await page.locator('[data-ready]').waitFor();
  await expect.poll(() => play.getAttribute('data-busy')).toBe('false');
  expect(await hear(page, '90s')).toMatchObject({ element: before.element, address: before.address });
  await play.click();
  await hearNothing(page);
  await expect.poll(() => play.getAttribute('aria-pressed')).toBe('false');
});

test('of two small players on a page the one told to play last sounds [R15]', async () => {
  const { page } = await partnerPage('/embed/90s?lang=en');
  await page.evaluate((src) => {
    const second = document.createElement('iframe');
    Object.assign(second, { src, title: 'Second', width: 480, height: 160 });
    document.body.append(second);
  }, `${visits.site.origin}/embed/club?lang=en`);
  const other = page.frameLocator('iframe[title=Second]');
  await other.locator('[data-ready]').waitFor();
  const second = other.getByRole('button', { name: 'Listen to Onde Club' });
  const first = page.frameLocator('iframe[title=Radio]').getByRole('button', { name: 'Listen to Onde 90s' });
  await first.click();
  await expect.poll(() => first.getAttribute('data-busy')).toBe('false');
  await second.click();
  await expect.poll(() => first.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => second.getAttribute('data-busy')).toBe('false');
  await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true');
});

test('the keys of a headset pause it and have it play again, and the lock screen shows the track', async () => {
  const { page, frame } = await partnerPage('/embed/90s?lang=en', undefined, async (page) => {
    await page.addInitScript(() => {
      navigator.mediaSession.setActionHandler = (key, act) => void Reflect.set(window, `key-${key}`, act);
      const elements: HTMLAudioElement[] = [];
      Reflect.set(window, 'elements', elements);
      window.Audio = class extends Audio {
        constructor() {
          super();
          elements.push(this);
        }
      };
    });
  });
  const inside = page.frames()[1];
  const press = (key: string) => inside?.evaluate((name) => Reflect.get(window, name)(), `key-${key}`);
  const lockScreen = () =>
    inside?.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return [metadata?.title, metadata?.artist, metadata?.album, playbackState];
    });
  const play = playButton(frame);
  await play.click();
  await expect.poll(lockScreen).toEqual(['Feel the Tide', 'DJ Comète', 'Onde', 'playing']);
  // A browser takes the keys from a page none of whose elements holds sound [R248].
  const held = () =>
    inside?.evaluate(() => Reflect.get(window, 'elements').map(({ src }: Element & { src: string }) => src));
  for (const pause of [() => press('pause'), () => play.click()]) {
    await pause();
    await expect.poll(() => play.getAttribute('aria-pressed')).toBe('false');
    expect(await lockScreen()).toEqual(['Feel the Tide', 'DJ Comète', 'Onde', 'paused']);
    await expect.poll(held).toContainEqual(expect.stringMatching(/^blob:.*#silence$/));
    await press('play');
    await expect.poll(() => play.getAttribute('data-busy')).toBe('false');
    await expect.poll(() => play.getAttribute('aria-pressed')).toBe('true');
    expect(await held()).not.toContainEqual(expect.stringMatching(/#silence$/));
  }
  await press('pause');
  await expect.poll(() => play.getAttribute('aria-pressed')).toBe('false');
  await press('play');
  await expect.poll(() => play.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => play.getAttribute('data-busy')).toBe('false');
});

test('a cover that got lost on the way comes with the network', async () => {
  const { page, frame } = await partnerPage('/embed/90s?lang=en', undefined, async (opened) => {
    await opened.route('**/covers/**', (route) => route.abort());
  });
  const width = () =>
    frame
      .locator('[data-cover]')
      .evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth);
  await expect.poll(width).toBe(0);
  await page.unroute('**/covers/**');
  await page.frames()[1]?.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(width).toBeGreaterThan(0);
});

test('the script that says what is heard is asked for until it comes [R126, R157]', async () => {
  const { page, frame } = await partnerPage('/embed/90s?lang=en');
  const asked: string[] = [];
  await page.route('**/embed-ear-*.js', (route) => {
    asked.push(route.request().url());
    return asked.length === 1 ? route.abort() : route.continue();
  });
  const marks = page.waitForResponse(/\/stream\/90s\/marks/);
  await playButton(frame).click();
  await marks;
  // Lost, fetched, and imported, by a browser that keeps nothing while its calls are watched.
  expect(asked).toHaveLength(3);
});

test('while an answer about the title is waited for no other is asked for, which would be overtaken', async () => {
  const withClock = (page: Page) => page.clock.install();
  const { page, frame } = await partnerPage('/embed/90s?lang=en', undefined, withClock);
  await playButton(frame).click();
  await expect.poll(() => playButton(frame).getAttribute('data-busy')).toBe('false');
  // Those alone that are held here: one from before may be given up, too.
  const underWay = new Set<Request>();
  page.on('requestfailed', (request) => underWay.delete(request));
  await page.route('**/titre.json', (route) => void underWay.add(route.request()));
  await expect.poll(() => underWay.size).toBe(1);
  await page.clock.runFor(30_000);
  // What was asked before this has been seen once it is answered.
  await page.frames()[1]?.evaluate(() => fetch('/readyz'));
  // One that takes too long is given up.
  await expect.poll(() => underWay.size).toBe(1);
});

test('a clock that is set back holds up no title while nothing is heard', async () => {
  const withClock = (page: Page) => page.clock.install();
  const { page, frame } = await partnerPage('/embed/90s?lang=en', undefined, withClock);
  await frame.getByRole('heading', { name: 'Feel the Tide' }).waitFor();
  const tracks = await (await fetch(`${visits.site.origin}/titre.json`)).json();
  const json = tracks.map((track: object) => ({ ...track, titre: 'Next Wave' }));
  await page.route('**/titre.json', (route) => route.fulfill({ json }));
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  // Until it is asked for, and not until the call is given up.
  await page.clock.runFor(22_000);
  await frame.getByRole('heading', { name: 'Next Wave' }).waitFor();
});

test('a lost connection is opened again by itself, and said in words meanwhile', async () => {
  const { page, frame } = await partnerPage('/embed/90s?lang=en');
  await page.route('**/stream/**', (route) => route.abort());
  await playButton(frame).click();
  await frame.getByText('Tuning in…').first().waitFor();
  await page.unroute('**/stream/**');
  await expect.poll(() => playButton(frame).getAttribute('data-busy')).toBe('false');
  await expect.poll(() => playButton(frame).getAttribute('aria-pressed')).toBe('true');
});

test('of a stream that is full it says so, in the server’s words [R239]', async () => {
  const { page, frame } = await partnerPage('/embed/90s?lang=en');
  const full = { success: false, error: 'This stream is full.', code: 'stream_full' };
  await page.route('**/stream/**', (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '30' }, json: full }),
  );
  await playButton(frame).click();
  await frame.getByText('This stream is full.').first().waitFor();
});

test('it speaks the language and wears the theme that its address asks for', async () => {
  const read = async (path: string, language = '') => {
    const answer = await fetchPage(`${visits.site.origin}${path}`, { 'accept-language': language });
    return { answer, html: await answer.text() };
  };
  const { answer, html } = await read('/embed/90s?lang=de&theme=dark', 'ru');
  expect(html).toMatch(/<html lang="de" class="root" data-theme="dark"/);
  expect(html).toContain('Feel the Tide');
  expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(answer.headers.get('x-frame-options')).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await read('/embed/90s', 'ru')).html).toContain('<html lang="ru"');
  expect((await read('/embed/90s?lang=xx&theme=pink', 'xx')).html).toMatch(
    /<html lang="fr" class="root" style/,
  );
  // As an author of a frame may write it, and as every page is there.
  expect((await read('/embed/90s/?lang=de')).html).toContain('<html lang="de"');
  for (const path of ['/embed', '/embed/disco', '/embed/90s/x'])
    expect([path, (await read(path)).answer.status]).toEqual([path, 404]);
  const home = await read('/en/90s');
  expect(home.answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const oembed = /type="application\/json\+oembed"[^>]*href="([^"]+)"/.exec(home.html)?.[1] ?? '';
  const { pathname, search } = new URL(oembed.replaceAll('&amp;', '&'));
  expect(await (await fetch(`${visits.site.origin}${pathname}${search}`)).json()).toMatchObject({
    html: expect.stringContaining('/embed/90s?lang=en'),
  });
});

test.each(['de', 'ru'])(
  'in %s nothing is cut off but long names, in frames of three sizes',
  async (language) => {
    const { page } = await partnerPage(`/embed/club?lang=${language}`);
    const inside = page.frames()[1];
    for (const size of [
      { width: 480, height: 160 },
      { width: 320, height: 160 },
      { width: 220, height: 110 },
    ]) {
      await page.locator('iframe').evaluate((frame, { width, height }) => {
        Object.assign(frame, { width, height });
      }, size);
      await expect
        .poll(() => inside?.evaluate(() => [innerWidth, innerHeight]))
        .toEqual([size.width, size.height]);
      const [width, height] = (await inside?.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.scrollHeight,
      ])) ?? [0, 0];
      expect(width, `of ${size.width}`).toBeLessThanOrEqual(size.width);
      expect(height, `of ${size.height}`).toBeLessThanOrEqual(size.height);
      const above = await inside?.locator('.title').evaluate((title) => title.getBoundingClientRect().top);
      const below = await inside
        ?.locator('.site .sign')
        .evaluate((sign) => innerHeight - sign.getBoundingClientRect().bottom);
      expect(Math.abs((above ?? 0) - (below ?? 0)), `at ${size.width}`).toBeLessThan(size.height / 4);
    }
  },
);
