import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SCRUB_PATIENCE_MS } from '#src/features/track/track-video.tsx';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { watchErrors } from '../support/open-browser.ts';
import { pageTitle } from '../support/page-title.ts';
import { recordVideo } from '../support/record-video.ts';
import { type Look, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { toastSaid } from '../support/toasts.ts';
import { violationsOf } from '../support/violations-of.ts';
import { hear, hearNothing, soundsOf, watchSound } from '../support/watch-sound.ts';

const FERRY = '/dance/info-titre/nova-kessler-midnight-ferry';
/** Played long ago, their files are gone: they have no preview. */
const GONE = Array.from({ length: 11 }, (_, at) => `Tide ${at + 1}`);
const FIRST_MS = Date.UTC(2024, 2, 14, 12);
const ENGLISH = 'The daughter of a **Hamburg** harbour pilot.';

const visits = siteVisits(
  async (browser) => {
    const video = await recordVideo(browser, 3);
    return startSite(
      [
        { streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' },
        { streamId: 'dance', artist: 'Vera Solstrand', title: 'Ebbe' },
        { streamId: 'dance', artist: 'Nova Kessler', title: 'Harbour Lights' },
      ],
      {},
      [
        ...GONE.map((title, at) =>
          journalEntry(mediaRecord(100 + at, 'Nova Kessler', title), 'dance', FIRST_MS + at * 300_000),
        ),
        journalEntry(mediaRecord(150, 'Nova Kessler', 'Harbour Lights'), 'dance', Date.now() - 3_600_000),
        journalEntry(mediaRecord(200, 'Trio Pluvier', 'Pluie'), 'dance', FIRST_MS),
        journalEntry(mediaRecord(200, 'Trio Pluvier', 'Pluie'), 'hits', FIRST_MS + 600_000),
      ],
      (stationDir) => writeContent(stationDir, video),
    );
  },
  { autoplay: 'always' },
);

beforeAll(async () => {
  await until(async () => (await detailsOf('trio-pluvier-pluie')).includes('"nb_diff":2'));
  await until(async () => (await detailsOf('nova-kessler-midnight-ferry')).includes('"dl_vid":1'));
  for (const slug of ['nova-kessler-midnight-ferry', 'nova-kessler-harbour-lights', 'vera-solstrand-ebbe'])
    await until(async () => (await detailsOf(slug)).includes('/previews/'));
});

async function writeContent(stationDir: string, video: Buffer): Promise<void> {
  const files = {
    'videos/Nova Kessler - Midnight Ferry.mp4': video,
    'biographies/Nova Kessler/en.md': ENGLISH,
    'biographies/Nova Kessler/fr.md': 'Fille d’un pilote du port.\n\n## Débuts\n\nSur les ferries de nuit.',
    'biographies/Silent Bay/en.md': 'A duo that has yet to be heard.',
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(stationDir, dirname(path)), { recursive: true });
    await writeFile(join(stationDir, path), content);
  }
}

const detailsOf = async (slug: string) =>
  (await fetch(`${visits.site.origin}/api-proxy.php?endpoint=track-details&title=${slug}`)).text();

/** The journal and the station folder are read beside the start. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200));
}

const visit = (path: string, look: Look = {}): Promise<Page> =>
  visits.visit(path, { ...look, isHeard: true });

const main = (page: Page): Locator => page.getByRole('main');
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Lecteur' });
const preview = (page: Page, track: string): Locator =>
  main(page).getByRole('button', { name: `Extrait : ${track}` });
const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** The address names the stream, which plays by itself. */
const listen = (page: Page) => hear(page, 'dance');

/** Waits until that preview sounds and nothing else does. It lasts 20 seconds, and what follows may take longer. */
async function hearPreview(page: Page, file: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
    const sounding = elements.filter((element) => !element.paused);
    const [only] = sounding;
    if (sounding.length !== 1 || only === undefined || !only.src.endsWith(wanted)) return false;
    only.loop = true;
    return only.currentTime > 0.3;
  }, `/previews/${file}.mp3`);
}

/** Lets that long pass on the page, for what is not to come. */
const pass = (page: Page, ms: number) =>
  page.evaluate((forMs) => new Promise((resolve) => setTimeout(resolve, forMs)), ms);

/** The page of a track, with the radio on; what a key of the headset does is kept as `key-pause` and the like. */
async function listenWithHeadset(): Promise<Page> {
  const page = await visit(`/fr${FERRY}`);
  await page.addInitScript(() => {
    navigator.mediaSession.setActionHandler = (key, act) => void Reflect.set(window, `key-${key}`, act);
  });
  await page.reload();
  await listen(page);
  await page.waitForFunction(() => Reflect.has(window, 'key-pause'));
  return page;
}

describe('the page of a track', () => {
  test('says in the document what the radio knows of it', async () => {
    const answer = await fetch(`${visits.site.origin}/en${FERRY}`);
    const html = await answer.text();
    const origin = `http://localhost:${new URL(visits.site.origin).port}`;
    expect(answer.status).toBe(200);
    expect(html).toContain('<title>Nova Kessler - Midnight Ferry · Onde</title>');
    expect(html).toContain(`<link rel="canonical" href="${origin}/en${FERRY}"/>`);
    expect(html.match(/<link rel="alternate" hrefLang=/g)).toHaveLength(9);
    expect(html).toContain(`content="${origin}/og/track/nova-kessler-midnight-ferry.png"`);
    expect(html).toContain('"@type":"MusicRecording","name":"Midnight Ferry"');
    const elsewhere = await fetch(`${visits.site.origin}/en/club/info-titre/nova-kessler-midnight-ferry`);
    const facts = `"@type":"MusicRecording","name":"Midnight Ferry","url":"${origin}/en${FERRY}"`;
    expect(await elsewhere.text()).toContain(facts);
    expect(html).toContain('More from Nova Kessler');
    expect(html).toContain(`/oembed?url=${encodeURIComponent(`${origin}/en${FERRY}`)}"`);
    const artist = await (await fetch(`${visits.site.origin}/en/dance/biography/Nova%20Kessler`)).text();
    expect(artist).toContain(`content="${origin}/og/artist/nova-kessler.png"`);
    expect(artist).toContain('type="application/json+oembed"');
    const unknown = await fetch(`${visits.site.origin}/en/dance/info-titre/nothing`);
    expect(await unknown.text()).not.toContain('json+oembed');
  });

  test('counts its plays and says the day of the first one', async () => {
    const page = await visit('/fr/dance/info-titre/trio-pluvier-pluie');
    const errors = watchErrors(page);
    await page.getByRole('heading', { level: 1, name: 'Trio Pluvier - Pluie' }).waitFor();
    await main(page).getByText('14 mars 2024').waitFor();
    expect(await main(page).locator('dl > div').first().textContent()).toBe('diffusions2');
    await main(page).getByText('C’est le seul titre de Trio Pluvier à l’antenne').waitFor();
    expect(await main(page).getByRole('button', { name: 'Extrait' }).count()).toBe(0);
    expect(await main(page).getByRole('heading', { name: 'Vidéo' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('leads to ten others of the artist, and to the biography', async () => {
    const page = await visit(`/fr${FERRY}`);
    const more = page.getByRole('region', { name: 'D’autres titres de Nova Kessler' });
    expect(await more.getByRole('listitem').count()).toBe(10);
    await more.getByText('Pas d’extrait : Nova Kessler - Tide 11').waitFor({ state: 'attached' });
    await more.getByRole('link', { name: 'Tide 11' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nova Kessler - Tide 11' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/fr/dance/info-titre/nova-kessler-tide-11');
    await main(page).getByRole('link', { name: 'Nova Kessler', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Nova Kessler', exact: true }).waitFor();
    await expect.poll(() => pageTitle(page)).toBe('Nova Kessler · Onde');
  });

  test('has dates of others that are whole in two lines, too [R94]', async () => {
    const page = await visit(`/de${FERRY}`, { width: 320 });
    const details = page
      .getByRole('listitem')
      .filter({ hasText: 'gespielt' })
      .first()
      .locator('span > span > span');
    await details.nth(1).waitFor();
    // A day whose name is longer than that of the plays here, as beside a member's heart.
    const lines = await details.nth(1).evaluate((element) => {
      element.textContent = '· 27. September 2024, 27. September 2024';
      const words = document.createRange();
      words.selectNodeContents(element);
      return Array.from(words.getClientRects(), ({ left }) => left);
    });
    const { left } = await details.first().evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect();
    });
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(1)) expect(line).toBeGreaterThanOrEqual(left - 0.5);
  });

  test('holds any number of blocks beside the comments, one below the other', async () => {
    const page = await visit(`/fr${FERRY}`);
    const more = page.getByRole('region', { name: 'D’autres titres de Nova Kessler' });
    await more.evaluate((block) => block.after(block.cloneNode(true), block.cloneNode(true)));
    const boxOf = async (block: Locator) => {
      const { x, y, width, height } = (await block.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { left: x, right: x + width, top: y, bottom: y + height };
    };
    const comments = await boxOf(page.getByRole('region', { name: 'Commentaires' }));
    let above = await boxOf(page.getByRole('region', { name: 'Vidéo' }));
    expect(above.top).toBe(comments.top);
    for (const block of await more.all()) {
      const box = await boxOf(block);
      expect(box.left).toBeGreaterThan(comments.right);
      expect(box.top - above.bottom).toBeGreaterThan(0);
      expect(box.top - above.bottom).toBeLessThan(100);
      above = box;
    }
    expect(await more.count()).toBe(3);
  });

  test('has one address: a full title is sent there', async () => {
    const answer = await fetch(
      `${visits.site.origin}/de/club/info-titre/NOVA%20kessler%20-%20Midnight%20Ferry`,
      {
        redirect: 'manual',
      },
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      '/de/club/info-titre/nova-kessler-midnight-ferry',
    ]);
  });

  test('has an artist whose page is found without the guests', async () => {
    const name = encodeURIComponent('NOVA Kessler feat. Silent Bay');
    const answer = await fetch(`${visits.site.origin}/de/club/biography/${name}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      '/de/club/biography/Nova%20Kessler',
    ]);
  });

  test('says with status 404 that the radio knows no such track', async () => {
    const page = await visit('/en/dance/info-titre/nobody-nothing');
    await page.getByRole('heading', { level: 1, name: 'Track not found' }).waitFor();
    expect((await fetch(page.url())).status).toBe(404);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('keeps its place while it loads, says when it cannot, and tries again', async () => {
    const page = await visit('/fr/dance');
    await page.route(/endpoint=track-details/, async (route) => {
      await main(page).locator('[aria-busy=true]').first().waitFor();
      await route.fulfill({ status: 503, json: { success: false, error: 'x', code: 'unavailable' } });
    });
    const latest = page.getByRole('region', { name: 'Derniers ajouts' });
    await latest.getByRole('link', { name: 'Harbour Lights' }).click();
    await main(page).getByRole('alert').getByText('Erreur lors du chargement des données').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute(/endpoint=track-details/);
    await main(page).getByRole('button', { name: 'Réessayer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nova Kessler - Harbour Lights' }).waitFor();
  });

  test('has its focus under its own title once that is known [R91]', async () => {
    const page = await visit('/fr/dance');
    const latest = page.getByRole('region', { name: 'Derniers ajouts' });
    await latest.getByRole('link', { name: 'Harbour Lights' }).click();
    await page.locator('main[aria-label="Nova Kessler - Harbour Lights · Onde"]:focus').waitFor();
  });
});

describe('a preview', () => {
  test('takes the place of the radio, fills its ring, and gives the radio back [R217]', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    const button = preview(page, 'Nova Kessler - Midnight Ferry');
    await button.click();
    await hearPreview(page, 'nova_kessler_midnight_ferry');
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
    await bar(page).getByText('Extrait : Nova Kessler - Midnight Ferry').waitFor();
    // What the bar shows is all the preview's [R138].
    const ways = bar(page).locator('a[href*="/info-titre/"]');
    await expect
      .poll(() => ways.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual([`/fr${FERRY}`, `/fr${FERRY}`]);
    expect(await bar(page).locator('img').getAttribute('src')).toContain('nova_kessler_midnight_ferry');
    await page.waitForFunction(() => navigator.mediaSession.metadata?.album === '');
    expect(
      await page.evaluate(() => {
        const { title, artist, artwork } = navigator.mediaSession.metadata ?? {};
        return { title, artist, cover: artwork?.[0]?.src };
      }),
    ).toEqual({
      title: 'Midnight Ferry',
      artist: 'Nova Kessler',
      cover: expect.stringContaining('nova_kessler_midnight_ferry'),
    });
    await button.getByText(/^Extrait, 1\d s$/).waitFor();
    await page.waitForFunction(
      () => Number(document.querySelector('[data-share]')?.getAttribute('data-share')) > 0,
    );
    await button.click();
    await hear(page, 'dance');
    await page.waitForFunction(() => navigator.mediaSession.metadata?.album === 'Onde Dance');
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false');
  });

  test('gives way to another one', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    await preview(page, 'Nova Kessler - Midnight Ferry').click();
    await hearPreview(page, 'nova_kessler_midnight_ferry');
    await preview(page, 'Nova Kessler - Harbour Lights').click();
    await hearPreview(page, 'nova_kessler_harbour_lights');
    await preview(page, 'Nova Kessler - Midnight Ferry').and(page.locator('[aria-pressed=false]')).waitFor();
    await bar(page).getByRole('button', { name: 'Arrêter l’extrait' }).click();
    await hear(page, 'dance');
  });

  test('ends at a pause of the headset, and the radio does not come back [R216]', async () => {
    const page = await listenWithHeadset();
    await preview(page, 'Nova Kessler - Midnight Ferry').click();
    await hearPreview(page, 'nova_kessler_midnight_ferry');
    await page.evaluate(() => Reflect.get(window, 'key-pause')());
    await hearNothing(page);
    await bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed: false }).waitFor();
  });

  test('is played and stopped with the keyboard', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    await preview(page, 'Nova Kessler - Midnight Ferry').focus();
    await page.keyboard.press('Enter');
    await hearPreview(page, 'nova_kessler_midnight_ferry');
    await page.keyboard.press('Space');
    await hear(page, 'dance');
  });

  test('that does not load says so and gives the radio back; it may be tried again', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    await page.route(/\/previews\//, (route) => route.abort());
    const button = preview(page, 'Nova Kessler - Midnight Ferry');
    await button.click();
    await toastSaid(page, 'refusal', 'Impossible de lire l’extrait');
    await hear(page, 'dance');
    await page.unroute(/\/previews\//);
    await button.click();
    await hearPreview(page, 'nova_kessler_midnight_ferry');
  });
});

describe('the video', () => {
  test('pauses the radio while it plays, and a preview while it plays takes its place', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    const video = page.locator('video');
    const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
    // It lasts three seconds, and this may take longer.
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = true;
      return element.play();
    });
    await page.waitForFunction(() => {
      const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
      return elements.every((element) => element instanceof HTMLVideoElement || element.paused);
    });
    await preview(page, 'Nova Kessler - Harbour Lights').click();
    await hearPreview(page, 'nova_kessler_harbour_lights');
    await expect.poll(isPaused).toBe(true);
    await preview(page, 'Nova Kessler - Harbour Lights').click();
    await page.waitForFunction(() => {
      const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
      return elements.some((element) => element.src.includes('/stream/dance.mp3') && !element.paused);
    });
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed: false }).waitFor();
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    await bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed: true }).waitFor();
  });

  test('whose page is loaded again while it plays leaves the radio on, as it was before it [R6]', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    await page.locator('video').evaluate((element: HTMLVideoElement) => {
      element.loop = true;
      return element.play();
    });
    // The radio, which waits, is silent as one that its listener has paused.
    await page.waitForFunction(() => sessionStorage.getItem('onde-paused') === 'dance');
    await page.reload();
    await hear(page, 'dance');
  });

  test('keeps the radio silent while its position bar is held, and until it pauses [R26]', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    const video = page.locator('video');
    const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
    await video.evaluate((element: HTMLVideoElement) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      element.loop = true;
      return element.play();
    });
    const play = (pressed: boolean) => bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed });
    await play(false).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/stream/')) asked.push(request.url());
    });
    const { x, y, width, height } = (await video.boundingBox()) ?? expect.unreachable();
    // Chromium draws its position bar there, and pauses the video for as long as it is held.
    await page.mouse.move(x + width * 0.3, y + height - 20);
    await page.mouse.down();
    await expect.poll(isPaused).toBe(true);
    await page.mouse.move(x + width * 0.5, y + height - 20);
    await pass(page, 4 * SCRUB_PATIENCE_MS);
    expect(await isPaused()).toBe(true);
    await page.mouse.up();
    await expect.poll(isPaused).toBe(false);
    expect(asked).toEqual([]);
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    await play(true).waitFor();
  });

  test('that the device pauses, as for a call, leaves the radio silent until somebody presses something [R26]', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    const video = page.locator('video');
    const play = (pressed: boolean) => bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed });
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = true;
      return element.play();
    });
    await play(false).waitFor();
    const press = (isActive: boolean) =>
      page.evaluate(
        (value) => Object.defineProperty(navigator, 'userActivation', { value, configurable: true }),
        { isActive },
      );
    await press(false);
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    await pass(page, 2 * SCRUB_PATIENCE_MS);
    expect((await soundsOf(page)).filter(({ isPlaying }) => isPlaying)).toEqual([]);
    await play(false).waitFor();
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await press(true);
    await video.evaluate((element: HTMLVideoElement) => element.pause());
    await play(true).waitFor();
    // A player of the system's own over the whole screen, as an iPhone has, tells the page of no press.
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await play(false).waitFor();
    await press(false);
    await video.evaluate((element: HTMLVideoElement) => {
      Object.defineProperty(element, 'webkitDisplayingFullscreen', { value: true, configurable: true });
      element.pause();
    });
    await play(true).waitFor();
    // It may have gone by the time that the pause is told.
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await play(false).waitFor();
    await video.evaluate((element: HTMLVideoElement) => {
      Object.defineProperty(element, 'webkitDisplayingFullscreen', { value: false });
      element.dispatchEvent(new Event('webkitendfullscreen'));
      element.pause();
    });
    await play(true).waitFor();
  });

  test('that has just paused leaves the sound to a preview, and the radio comes after that', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    await page.locator('video').evaluate((element: HTMLVideoElement) => {
      // It lasts three seconds, and this may take longer.
      element.loop = true;
      return element.play();
    });
    await bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed: false }).waitFor();
    await preview(page, 'Nova Kessler - Harbour Lights').evaluate((button: HTMLElement) => {
      const video = document.querySelector('video');
      video?.addEventListener('pause', () => setTimeout(() => button.click()), { once: true });
      video?.pause();
    });
    await hearPreview(page, 'nova_kessler_harbour_lights');
    await pass(page, 2 * SCRUB_PATIENCE_MS);
    await hearPreview(page, 'nova_kessler_harbour_lights');
    await preview(page, 'Nova Kessler - Harbour Lights').click();
    await bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed: true }).waitFor();
  });

  test('silences the other tabs, and is silenced by them [R15]', async () => {
    const page = await visit(`/fr${FERRY}`);
    await listen(page);
    const other = await page.context().newPage();
    await watchSound(other);
    await other.goto(`${visits.site.origin}/fr/dance`);
    await listen(other);
    const video = page.locator('video');
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = true;
      return element.play();
    });
    await hearNothing(other);
    await bar(other).getByRole('button', { name: 'Écouter Onde Dance' }).click();
    await listen(other);
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    expect((await soundsOf(page)).filter(({ isPlaying }) => isPlaying)).toEqual([]);
  });

  test('ends at a pause of the headset, and the radio does not come back [R216]', async () => {
    const page = await listenWithHeadset();
    const video = page.locator('video');
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = true;
      return element.play();
    });
    await bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed: false }).waitFor();
    await page.evaluate(() => Reflect.get(window, 'key-pause')());
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    await bar(page).getByRole('button', { name: 'Écouter Onde Dance', pressed: false }).waitFor();
    // The silence that keeps the lock screen plays for a moment.
    await expect.poll(async () => (await soundsOf(page)).filter(({ isPlaying }) => isPlaying)).toEqual([]);
  });

  test('that cannot be shown is hidden', async () => {
    const context = await visits.newContext();
    const page = await context.newPage();
    await page.route(/\/videos\//, (route) => route.abort());
    await page.goto(`${visits.site.origin}/fr${FERRY}`);
    await page.getByRole('heading', { name: 'Vidéo' }).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'D’autres titres de Nova Kessler' }).waitFor();
  });
});

describe('the page of an artist', () => {
  const ARTIST = '/dance/biography/Nova%20Kessler';

  test('has the biography in the language of the page, and ten tracks', async () => {
    const page = await visit(`/fr${ARTIST}`);
    await main(page).getByText('Fille d’un pilote du port.').waitFor();
    await main(page).getByRole('heading', { level: 3, name: 'Débuts' }).waitFor();
    expect(await page.getByRole('region', { name: 'Derniers titres' }).getByRole('listitem').count()).toBe(
      10,
    );
    expect(await violationsOf(page)).toEqual([]);
  });

  test('has it in English where the language has none, and says so', async () => {
    const page = await visit(`/de${ARTIST}`);
    await main(page).locator('[lang=en]').getByText('The daughter of a Hamburg harbour pilot.').waitFor();
    await main(page).getByText('Diesen Text gibt es nur auf Englisch.').waitFor();
  });

  test('says when there are tracks but no biography', async () => {
    const page = await visit('/fr/dance/biography/Vera%20Solstrand');
    await main(page).getByText('Aucune biographie disponible pour cet artiste').waitFor();
    await main(page).getByRole('link', { name: 'Ebbe' }).waitFor();
  });

  test('says when there is a biography but no track', async () => {
    const page = await visit('/fr/dance/biography/Silent%20Bay');
    await main(page).getByText('A duo that has yet to be heard.').waitFor();
    await main(page).getByText('La radio ne diffuse encore aucun titre de cet artiste.').waitFor();
    const additions = main(page).getByRole('link', { name: 'Derniers ajouts' });
    expect(await additions.getAttribute('href')).toBe('/fr/dance/page-last20.html');
  });

  test('says with status 404 that the radio knows nothing of the artist', async () => {
    const page = await visit('/fr/dance/biography/Nobody');
    await page
      .getByRole('heading', { level: 1, name: 'Aucune information disponible pour cet artiste' })
      .waitFor();
    expect((await fetch(page.url())).status).toBe(404);
  });

  test('says when it cannot be loaded, and tries again', async () => {
    const page = await visit(`/fr${FERRY}`);
    await page.route(/endpoint=artist-biography/, (route) => route.abort());
    await main(page).getByRole('link', { name: 'Biographie' }).click();
    await main(page).getByRole('alert').getByText('Erreur lors du chargement des données').waitFor();
    await page.unroute(/endpoint=artist-biography/);
    await main(page).getByRole('button', { name: 'Réessayer' }).click();
    await main(page).getByText('Fille d’un pilote du port.').waitFor();
  });
});

test('the page of a track with a video can be read by everybody on a phone', async () => {
  const page = await visit(`/ru${FERRY}`, { width: 390, dark: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
});

test.each([
  ['preview', '/previews/nova_kessler_midnight_ferry.mp3'],
  ['video', '/videos/nova_kessler_midnight_ferry.mp4'],
])('a %s that is opened by its own address plays there [W131]', async (_kind, path) => {
  const context = await visits.newContext();
  const page = await context.newPage();
  const errors = watchErrors(page);
  await page.goto(`${visits.site.origin}${path}`);
  const playing = page.locator('video').evaluate(async (media: HTMLVideoElement) => {
    await media.play();
    return media.readyState > 0;
  });
  expect(await playing).toBe(true);
  expect(errors).toEqual([]);
});
