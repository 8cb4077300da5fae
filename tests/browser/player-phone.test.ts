import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { STREAM_COLOURS } from '#src/contract/streams.ts';
import { contrast, hexColour } from '#src/platform/colour/colour.ts';
import { isAlive, untilStill } from '../support/open-browser.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';
import { hear, hearNothing, watchSound } from '../support/watch-sound.ts';

const visits = siteVisits(
  () =>
    startSite([
      { streamId: 'lounge', artist: 'Sofia Calder', title: 'Slow Velvet' },
      { streamId: 'lounge', artist: 'Vera Solstrand', title: 'Silver Lanes' },
    ]),
  { autoplay: 'always' },
);

const TITLES = '**/titre.json';

interface Visit {
  readonly locale?: string;
  /** The titles stay those of the document, whatever the radio plays meanwhile. */
  readonly keepsTitles?: boolean;
}

async function visit(
  path: string,
  size: { width: number; height: number },
  { locale = 'fr', keepsTitles = false }: Visit = {},
): Promise<Page> {
  const context = await visits.newContext({ viewport: size, locale, hasTouch: true });
  const page = await context.newPage();
  if (keepsTitles) await page.route(TITLES, (route) => route.abort());
  await watchSound(page);
  await goTo(page, `${visits.site.origin}${path}`);
  return page;
}

const PHONE = { width: 390, height: 844 };
const WINDOW = { width: 400, height: 640 };

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Draws the words of a warning in the player's panel, and their ground where a stream's tint is strongest. */
function warningOn(page: Page, stream: string, colourScheme: 'light' | 'dark') {
  return page.evaluate(
    ([colour, scheme]) => {
      const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const words = document.createElement('p');
      words.style.cssText = `--stream: ${colour}; color-scheme: ${scheme}; color: var(--danger); background: color-mix(in oklab, var(--stream) 40%, var(--bg))`;
      document.querySelector('h1')?.parentElement?.append(words);
      const { color, backgroundColor } = getComputedStyle(words);
      const drawn = [color, backgroundColor].map((one) => {
        Object.assign(brush ?? {}, { fillStyle: one });
        brush?.fillRect(0, 0, 1, 1);
        return `rgb(${brush?.getImageData(0, 0, 1, 1).data.subarray(0, 3).join()})`;
      });
      words.remove();
      return drawn;
    },
    [stream, colourScheme] as const,
  );
}

async function openSheet(page: Page) {
  await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
  const sheet = page.getByRole('dialog', { name: 'Lecteur' });
  await sheet.getByRole('heading', { name: 'Juste avant' }).waitFor();
  return sheet;
}

test.each(['light', 'dark'] as const)(
  'a warning can be read on the colour of each stream, in the %s',
  async (scheme) => {
    const page = await visit('/player/lounge', WINDOW);
    for (const colour of Object.values(STREAM_COLOURS)) {
      const [words = '', ground = ''] = (await warningOn(page, colour, scheme)).map(hexColour);
      expect([colour, contrast(words, ground)]).toEqual([colour, expect.toSatisfy((ratio) => ratio >= 4.5)]);
    }
  },
);

test('the track that a stream shows during its jingle is not also the one just before', async () => {
  const askTitles = async () =>
    nowPlayingListSchema.parse(await (await fetch(`${visits.site.origin}/titre.json`)).json());
  let titles = await askTitles();
  const shown = () => {
    const track = titles.find(({ pochette }) => pochette.includes('/covers/'));
    if (track === undefined) throw new Error('nothing is on air');
    return track;
  };
  const context = await visits.newContext({ viewport: PHONE, locale: 'fr' });
  const page = await context.newPage();
  await page.route('**/api-proxy.php?endpoint=history&*', (route) => {
    const row = { ...shown(), titre: '', artist: 'Vera Solstrand' };
    const rows = [
      { ...row, title: shown().titre },
      { ...row, title: 'Before It', started_at: '2026-01-01T12:00:00.000Z' },
    ];
    return route.fulfill({ json: { success: true, data: rows } });
  });
  // The radio goes on meanwhile, and this page does not hear of it.
  await page.route(TITLES, (route) => route.fulfill({ json: titles }));
  const open = async () => {
    titles = await askTitles();
    await page.goto(`${visits.site.origin}/fr/lounge/page-search.html`);
    return isDeepStrictEqual(await askTitles(), titles);
  };
  // The document shows that track, too: none that began while it was made.
  while (!(await open()));
  await isAlive(page);
  const list = (await openSheet(page)).getByRole('listitem');
  await list.getByText('Before It').waitFor();
  await expect.poll(() => list.count()).toBe(1);
});

test('each of two equal times of the tracks before bears its zone’s name', async () => {
  const page = await visit('/fr/lounge/page-search.html', PHONE);
  // The clock of the station is put back between them.
  const instants = ['2025-10-26T01:30:00.000Z', '2025-10-26T00:30:00.000Z'];
  const [track] = nowPlayingListSchema.parse(await (await fetch(`${visits.site.origin}/titre.json`)).json());
  const rows = instants.map((started_at, at) => ({
    ...track,
    artist: 'Vera Solstrand',
    title: `Before ${at}`,
    started_at,
  }));
  await page.route('**/api-proxy.php?endpoint=history&*', (route) =>
    route.fulfill({ json: { success: true, data: rows } }),
  );
  const times = (await openSheet(page)).getByRole('time');
  await expect.poll(() => times.allTextContents()).toEqual(['02:30 UTC+1', '02:30 UTC+2']);
});

test('a listener on a phone opens the whole player, and comes back to where they were', async () => {
  const page = await visit('/fr/lounge', PHONE);
  const sheet = await openSheet(page);
  await hear(page, 'lounge');
  await sheet.getByText('En direct').waitFor();
  await sheet.locator('button[data-play-stream="lounge"]').click();
  await hearNothing(page);
  await sheet.locator('button[data-play-stream="lounge"]').click();
  await hear(page, 'lounge');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await hear(page, 'lounge');
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Agrandir le lecteur',
  );

  // By the key of a keyboard the search comes in its place.
  await openSheet(page);
  await page.keyboard.press('/');
  await page.waitForURL('**/fr/lounge/page-search.html');
  await sheet.waitFor({ state: 'detached' });
  await hear(page, 'lounge');
});

test('a listener on a phone gets from the whole player to a track and an artist, and hears on [R138]', async () => {
  const page = await visit('/fr/lounge', PHONE, { keepsTitles: true });
  const sheet = await openSheet(page);
  const { element } = await hear(page, 'lounge');
  const title = sheet.getByRole('heading', { level: 2 }).first().getByRole('link');
  await title.click();
  // Whichever it is by then: the radio goes on meanwhile.
  await page.waitForURL('**/fr/lounge/info-titre/*');
  await page.unroute(TITLES);
  await sheet.waitFor({ state: 'detached' });
  expect((await hear(page, 'lounge')).element).toBe(element);
  const before = (await openSheet(page)).getByRole('listitem').first();
  await expect.poll(() => before.getByRole('link').count()).toBe(2);
  await before.getByRole('link').last().click();
  await page.waitForURL(/\/biography\//);
  await sheet.waitFor({ state: 'detached' });
  expect((await hear(page, 'lounge')).element).toBe(element);
});

test('the like above the bar is there while a track is heard, and covers no preview', async () => {
  const page = await visit('/fr/lounge/page-last20.html', PHONE);
  await hear(page, 'lounge');
  const like = page.getByRole('button', { name: 'J’aime ce titre', exact: true }).filter({ visible: true });
  const { x, width } = (await like.boundingBox()) ?? { x: 0, width: 0 };
  const previews = page.getByRole('main').getByRole('listitem').getByRole('button');
  for (const preview of await previews.all()) {
    const box = await preview.boundingBox();
    if (box) expect(box.x).toBeGreaterThan(x + width);
  }
  // Where the bar has room for both votes, nothing floats.
  await page.setViewportSize({ width: 820, height: 1180 });
  const inBar = page.locator('[data-player-bar]');
  for (const name of ['J’aime ce titre', 'Je n’aime pas ce titre']) {
    const votes = { name, exact: true };
    await inBar.getByRole('button', votes).filter({ visible: true }).waitFor();
    expect(await page.getByRole('button', votes).filter({ visible: true }).count()).toBe(1);
  }
  await page.setViewportSize(PHONE);
  await like.focus();
  // As the button of a headset does, which takes no focus.
  await page.locator('[data-player-bar] button[data-play-stream]').dispatchEvent('click');
  await like.waitFor({ state: 'detached' });
  // It stood in the player [R92].
  await page.locator('#player:focus').waitFor();
});

test('nothing on a page stays under the like above the bar, on a phone with a bar of its own neither', async () => {
  const page = await visit('/fr/lounge/page-last20.html', PHONE);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
  await hear(page, 'lounge');
  const like = page.getByRole('button', { name: 'J’aime ce titre', exact: true }).filter({ visible: true });
  await like.waitFor();
  const isClear = async () => {
    const { y } = (await like.boundingBox()) ?? { y: 0 };
    const focused = await page.locator(':focus').boundingBox();
    const last = await page.getByRole('contentinfo').getByRole('button').last().boundingBox();
    return {
      focused: Boolean(focused && focused.y + focused.height <= y),
      last: Boolean(last && last.y + last.height <= y),
    };
  };
  // By the keyboard from link to link, each comes to where it is seen.
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  await links.last().focus();
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await isClear()).focused).toBe(true);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(async () => (await isClear()).last).toBe(true);
});

test('what plays is shared as a moment, and a page, through the programs of the phone', async () => {
  const page = await visit('/fr/lounge', PHONE);
  await page.evaluate(() => {
    const share = async (data: ShareData) => sessionStorage.setItem('shared', JSON.stringify(data));
    Object.defineProperty(navigator, 'share', { value: share });
  });
  const shared = async () => {
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('shared'))).not.toBeNull();
    const data = await page.evaluate(() => sessionStorage.getItem('shared') ?? '');
    await page.evaluate(() => sessionStorage.removeItem('shared'));
    return JSON.parse(data) as { url: string; text: string };
  };
  const sheet = await openSheet(page);
  await sheet.getByRole('button', { name: 'Partager' }).click();
  const { url, text } = await shared();
  expect(text).toMatch(/^J’écoute (Sofia Calder - Slow Velvet|Vera Solstrand - Silver Lanes) sur Onde$/);
  const { pathname } = new URL(url);
  expect(pathname).toMatch(/^\/fr\/lounge\/moment\/[\dT:-]+Z$/);
  const [, titre = ''] = /^J’écoute (.+) sur Onde$/.exec(text) ?? [];
  // What has only just begun is on its way to the database.
  await expect
    .poll(async () => (await fetch(`${visits.site.origin}${pathname}`)).text())
    .toContain(`<title>${titre} · Onde</title>`);

  await page.keyboard.press('Escape');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Partager' }).click();
  await main.getByRole('button', { name: 'Autre application…' }).click();
  expect(new URL((await shared()).url).pathname).toBe('/fr/lounge');
});

test('where browsers keep their clipboard from pages, as without TLS, the whole player copies its link all the same [R219]', async () => {
  const page = await visit('/fr/lounge', PHONE);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => {
    for (const name of ['share', 'canShare']) Object.defineProperty(navigator, name, { value: undefined });
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) });
  });
  const sheet = await openSheet(page);
  const share = sheet.getByRole('button', { name: 'Partager' });
  await share.press('Enter');
  await toastSaid(page, 'success', 'Lien copié');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/fr\/lounge/);
  expect(await share.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('what the phone’s programs are kept from is copied, which the listener is told; who takes sharing back is told nothing [R78]', async () => {
  const page = await visit('/fr/lounge', PHONE);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const refuse = (name: string, copies = true) =>
    page.evaluate(
      ([why, isCopied]) => {
        const share = () => Promise.reject(new DOMException('', String(why)));
        Object.defineProperty(navigator, 'share', { value: share, configurable: true });
        if (isCopied) return;
        Object.defineProperty(navigator.clipboard, 'writeText', {
          value: () => Promise.reject(new Error('no')),
        });
        document.execCommand = () => false;
      },
      [name, copies] as const,
    );
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const toasts = () => page.evaluate(() => JSON.stringify(Reflect.get(window, 'keptToasts')));
  const sheet = await openSheet(page);
  const share = sheet.getByRole('button', { name: 'Partager' });
  // The toast of the refusal below is the first one.
  await refuse('AbortError');
  await share.click();
  await refuse('NotAllowedError');
  await share.click();
  await toastSaid(page, 'success', 'Lien copié');
  expect(await copied()).toMatch(/\/fr\/lounge\/moment\//);
  expect(JSON.parse(await toasts())).toHaveLength(1);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Partager' }).click();
  const device = main.getByRole('button', { name: 'Autre application…' });
  await refuse('DataError');
  await device.click();
  await expect.poll(copied).toMatch(/\/fr\/lounge$/);
  await refuse('NotAllowedError', false);
  await device.click();
  await toastSaid(page, 'refusal', 'Le partage n’a pas abouti');
});

test('a listener on a phone sets a sleep timer, finds it when they come back, and takes it back [R215]', async () => {
  const page = await visit('/fr/lounge', PHONE);
  const sheet = await openSheet(page);
  const timer = sheet.getByRole('combobox', { name: /Minuteur|Arrêt/ });
  await timer.selectOption({ label: '30 min' });
  await sheet.getByText('Arrêt dans 30 min').waitFor();
  await sheet.getByRole('button', { name: 'Réduire le lecteur' }).click();
  await sheet.waitFor({ state: 'detached' });
  await openSheet(page);
  // A list that says "off" already cannot be set to it.
  expect(await timer.inputValue()).toBe('30');
  await timer.selectOption({ label: 'Ne pas arrêter' });
  await sheet.getByText('Minuteur').waitFor();
});

test('a listener on a phone whose timer runs out while it sleeps hears nothing any more, and one whose clock is set hears on [R215]', async () => {
  const page = await visit('/fr/lounge', PHONE);
  const sheet = await openSheet(page);
  await hear(page, 'lounge');
  const marks = '**/stream/dance/marks';
  const setClock = () =>
    page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 15 * 60_000;
    });
  let asked = page.waitForResponse(marks);
  await sheet.getByRole('combobox').selectOption({ label: '15 min' });
  await (await asked).finished();
  asked = page.waitForResponse(marks);
  await setClock();
  await (await asked).finished();
  await hear(page, 'lounge');
  await sheet.getByText(/Arrêt dans 1\d min/v).waitFor();
  // The radio has gone on by as much.
  await page.route(marks, async (route) => {
    const answer = await route.fetch();
    const { success, data } = await answer.json();
    await route.fulfill({ json: { success, data: { ...data, now_ms: data.now_ms + 15 * 60_000 } } });
  });
  await setClock();
  await hearNothing(page);
  await sheet.getByText('Minuteur').waitFor();
});

test('a listener on a phone votes with the floating button', async () => {
  const page = await visit('/fr/lounge', PHONE);
  await page.getByRole('button', { name: 'J’aime ce titre', exact: true }).filter({ visible: true }).click();
  await page.getByRole('dialog').waitFor();
});

test('on phones on their side the button stands in the bar and covers no words', async () => {
  const [larger, smaller] = [
    { width: 740, height: 360 },
    { width: 568, height: 320 },
  ];
  const page = await visit('/fr/lounge', larger);
  for (const size of [larger, smaller]) {
    await page.setViewportSize(size);
    const like = page.getByRole('button', { name: 'J’aime ce titre', exact: true }).filter({ visible: true });
    await like.waitFor();
    const places = await like.evaluate((button) => {
      const inBar = (child: string) =>
        document.querySelector(`[data-player-bar]${child}`)?.getBoundingClientRect() ?? new DOMRect();
      const { top, bottom, left, right } = button.getBoundingClientRect();
      return {
        isInBar: top >= inBar('').top && bottom <= inBar('').bottom,
        isBeside: left >= inBar(' > div:has(a)').right && right <= inBar(' > button[data-play-stream]').left,
      };
    });
    expect({ size, ...places }).toEqual({ size, isInBar: true, isBeside: true });
    await like.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('the bar and the sheet fit phones, the smallest one too, and axe knows no fault of theirs', async () => {
  const page = await visit('/fr/lounge', PHONE);
  for (const size of [PHONE, { width: 320, height: 568 }]) {
    await page.setViewportSize(size);
    expect([size, await scrollsSideways(page)]).toEqual([size, false]);
    await untilStill(page);
    expect([size, await violationsOf(page, '[data-player-bar]')]).toEqual([size, []]);
    const sheet = await openSheet(page);
    const isTooWide = sheet.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect([size, await isTooWide]).toEqual([size, false]);
    await untilStill(page);
    expect([size, await violationsOf(page, 'dialog')]).toEqual([size, []]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
});

test('a listener in the small player hears its stream, then another one, and finds the site', async () => {
  const page = await visit('/player/lounge', WINDOW);
  await hear(page, 'lounge');
  await page.getByRole('heading', { level: 1, name: /Slow Velvet|Silver Lanes/ }).waitFor();
  await page.getByRole('combobox', { name: 'Choisir un flux' }).selectOption('trance');
  await hear(page, 'trance');
  await page.waitForURL('**/player/trance');
  await page.getByRole('link', { name: 'Ouvrir Onde' }).click();
  await page.waitForURL('**/fr/trance');
  // It is read from its beginning, under its title [R91].
  await page.locator('main[aria-label*="Onde Trance"]:focus').waitFor();
  await hear(page, 'trance');
});

test('what goes from a small player leaves the focus in it [R92]', async () => {
  const page = await visit('/player/lounge', WINDOW);
  await hear(page, 'lounge');
  const like = page.getByRole('button', { name: 'J’aime ce titre', exact: true });
  await like.focus();
  // As a jingle takes it away.
  await like.evaluate((button) => button.remove());
  await page.locator('main:focus').waitFor();
});

test('a small player without scripts leaves the browser’s own controls, and none that do nothing [R108]', async () => {
  const context = await visits.newContext({ viewport: WINDOW, locale: 'fr', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${visits.site.origin}/player/lounge`);
  const sound = page.locator('audio[controls]');
  expect(await sound.getAttribute('src')).toBe('/stream/lounge.mp3');
  expect(await sound.isVisible()).toBe(true);
  expect(await page.locator(':is(button, select, input):visible').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Ouvrir Onde' }).isVisible()).toBe(true);
});

test('a small player speaks the visitor’s language and has no fault that axe knows', async () => {
  const page = await visit('/player/hits', WINDOW, { locale: 'de' });
  await page.getByRole('link', { name: 'Onde öffnen' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await scrollsSideways(page)).toBe(false);
  expect(await violationsOf(page)).toEqual([]);
});

test('a small player speaks the visitor’s language also where some of its words were lost on the way [R126]', async () => {
  const page = await visit('/player/lounge', WINDOW);
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  const lost = new Set<string>();
  await page.route('**/assets/de-*.js', (route) => {
    const address = route.request().url();
    if (lost.has(address)) return route.continue();
    lost.add(address);
    return route.abort();
  });
  await page.reload();
  await page.getByRole('link', { name: 'Onde öffnen' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(lost.size).toBeGreaterThan(0);
});

test('a small player speaks the language that was chosen on the site, whatever the browser’s is [A4]', async () => {
  const page = await visit('/player/lounge', WINDOW);
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await hear(page, 'lounge');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Onde öffnen' }).waitFor();
  expect(await page.getByRole('main').textContent()).not.toMatch(/\b(panel|track|player)\.\w/);
});

test('a shared link to the small player shows its own stream, and names its player [R75, R76, W105]', async () => {
  const headOf = async (path: string) => {
    const html = await (await fetch(`${visits.site.origin}${path}`)).text();
    const [origin = ''] = /http[^"]*(?=\/og\/)/.exec(html) ?? [];
    return { html, origin };
  };
  const { html, origin } = await headOf('/player/club');
  expect(html).toContain(`property="og:url" content="${origin}/player/club"`);
  expect(html).toContain(`content="${origin}/og/stream/club.png`);
  expect(html).toContain(`/oembed?url=${encodeURIComponent(`${origin}/player/club`)}"`);
  const status = await headOf('/status');
  expect(status.html).toContain(`property="og:url" content="${status.origin}/status"`);
});

test('a small player for a stream that does not exist says so', async () => {
  const page = await visit('/fr/', WINDOW);
  const response = await page.goto(`${visits.site.origin}/player/jazz`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page introuvable' }).waitFor();
});
