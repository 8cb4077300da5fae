import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BEHIND_MS, BURST_MS, CATCH_UP_RATE } from '#src/contract/limits.ts';
import { CuttableNetwork } from '../support/cuttable-network.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { toastSaid } from '../support/toasts.ts';
import { hear, watchSound } from '../support/watch-sound.ts';

const visits = siteVisits(
  () => startSite([{ streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' }]),
  { autoplay: 'always' },
);

/** So much further back than the listener asks for that it is behind by more than `BEHIND_MS` with what is heard. */
const FURTHER_BACK_MS = BEHIND_MS - BURST_MS + 2_000;
const GONE_MS = 130_000;

async function listen(network: CuttableNetwork, viewport = { width: 1440, height: 720 }): Promise<Page> {
  const page = await (await visits.newContext({ locale: 'fr', viewport })).newPage();
  await watchSound(page);
  const placed = page.waitForResponse((answer) => answer.url().includes('/stream/dance/session/'));
  await goTo(page, `${network.origin}/fr/dance`);
  await hear(page, 'dance');
  await placed;
  return page;
}

/** Waits until the radio has been on air for long enough to go back so far. */
async function untilKept(page: Page, ms: number): Promise<void> {
  await expect
    .poll(async () => {
      const from = Date.now() - ms;
      const head = await fetch(`${visits.site.origin}/stream/dance.mp3?from=${from}`);
      await head.body?.cancel();
      return Math.abs(Number(head.headers.get('x-first-ms')) - from);
    })
    .toBeLessThan(1_000);
  await page.evaluate(() => {});
}

/** Has the next connection begin so much further back than it is asked to. */
async function haveFurtherBack(page: Page): Promise<void> {
  await untilKept(page, FURTHER_BACK_MS + BURST_MS);
  await page.route(
    (url) => url.searchParams.has('from'),
    async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('from', String(Number(url.searchParams.get('from')) - FURTHER_BACK_MS));
      await route.continue({ url: url.href });
    },
    { times: 1 },
  );
}

const untilFed = (page: Page) => page.waitForFunction(() => soundingElement()?.src.startsWith('blob:'));

/** Has a connection lost, and what follows begin further back: the listener is behind from then on. */
async function fallBehind(page: Page, network: CuttableNetwork): Promise<void> {
  await haveFurtherBack(page);
  network.hangUp();
  await untilFed(page);
}

/** Runs in the page. */
declare function soundingElement(): HTMLMediaElement | undefined;

async function nameSoundingElement(page: Page): Promise<void> {
  await page.evaluate(() => {
    const soundingElement = () => {
      const elements: HTMLMediaElement[] = Reflect.get(window, 'watchedElements') ?? [];
      return elements.find((element) => !element.paused && !element.ended);
    };
    Object.assign(window, { soundingElement });
  });
}

const back = (page: Page) =>
  page.getByRole('button', { name: 'Revenir au direct' }).filter({ visible: true }).first();
const LATE = /^1\d s de retard$/;
const pace = (page: Page) =>
  page.evaluate(() => {
    const element = soundingElement();
    return element && { rate: element.playbackRate, keepsPitch: element.preservesPitch };
  });

test('who is behind catches up at the own pitch until a burst is left, and is offered what is live meanwhile [R171, R172]', async () => {
  await using network = await CuttableNetwork.open(Number(new URL(visits.site.origin).port));
  const page = await listen(network);
  await nameSoundingElement(page);
  await fallBehind(page, network);
  await back(page).waitFor();
  await page.getByText(LATE).filter({ visible: true }).waitFor();
  // A narrower screen has the words under the title.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.locator('[data-player-bar]').getByText(LATE).filter({ visible: true }).waitFor();
  await expect.poll(() => pace(page)).toEqual({ rate: CATCH_UP_RATE, keepsPitch: true });
  // What would take minutes: most of what is ahead is left out.
  await page.evaluate((seconds) => {
    const element = soundingElement();
    if (element) element.currentTime = element.buffered.end(0) - seconds;
  }, BURST_MS / 2_000);
  await expect.poll(async () => (await pace(page))?.rate).toBe(1);
  await back(page).waitFor({ state: 'detached' });
  await hear(page, 'dance');
});

/** The radio goes on for so long, while this page's timers and sound stand still: a sleep. */
async function sleep(page: Page, ms: number): Promise<void> {
  await page.route('**/stream/dance/session/*', async (route) => {
    const answer = await route.fetch();
    const { success, data } = await answer.json();
    await route.fulfill({ json: { success, data: { ...data, now_ms: data.now_ms + ms } } });
  });
  await page.evaluate((sleptMs) => {
    const { now } = Date;
    Date.now = () => now() + sleptMs;
  }, ms);
}

test('who wakes their device is offered what is live by a sound that goes on [R171]', async () => {
  await using network = await CuttableNetwork.open(Number(new URL(visits.site.origin).port));
  const page = await listen(network);
  await nameSoundingElement(page);
  await haveFurtherBack(page);
  // The page has looked once at how late it is heard.
  await page.waitForFunction(() => (soundingElement()?.currentTime ?? 0) > 7);
  await sleep(page, FURTHER_BACK_MS);
  await untilFed(page);
  await back(page).waitFor();
  await expect.poll(() => pace(page)).toEqual({ rate: CATCH_UP_RATE, keepsPitch: true });
  await hear(page, 'dance');
});

test('a press on the way back leads to what is live, and nobody is behind any more [R171]', async () => {
  await using network = await CuttableNetwork.open(Number(new URL(visits.site.origin).port));
  const page = await listen(network);
  await nameSoundingElement(page);
  await fallBehind(page, network);
  await back(page).click();
  await back(page).waitFor({ state: 'detached' });
  const { address } = await hear(page, 'dance');
  expect(new URL(address).searchParams.has('from')).toBe(false);
  expect(await pace(page)).toMatchObject({ rate: 1 });
});

test('who is behind on a phone reads by how much, and that it is live only when it is [R171]', async () => {
  await using network = await CuttableNetwork.open(Number(new URL(visits.site.origin).port));
  const page = await listen(network, { width: 390, height: 844 });
  await nameSoundingElement(page);
  await fallBehind(page, network);
  await page.locator('[data-player-bar]').getByText(LATE).filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: 'Agrandir le lecteur' }).click();
  const sheet = page.getByRole('dialog', { name: 'Lecteur' });
  await sheet.getByText(LATE).waitFor();
  expect(await sheet.getByText('En direct', { exact: true }).count()).toBe(0);
  await back(page).click();
  await sheet.getByText('En direct', { exact: true }).waitFor();
  expect(await sheet.getByText(LATE).count()).toBe(0);
});

test('who missed more than the radio keeps hears what is live, and is told so [R169]', async () => {
  await using network = await CuttableNetwork.open(Number(new URL(visits.site.origin).port));
  const page = await listen(network);
  // To the page, what comes next is of two minutes later than what it asked for.
  await page.evaluate((laterMs) => {
    const { fetch } = window;
    window.fetch = async (asked, how) => {
      const answer = await fetch(asked, how);
      const firstMs = answer.headers.get('x-first-ms');
      if (firstMs === null) return answer;
      const headers = { 'x-first-ms': String(Number(firstMs) + laterMs) };
      return new Response(answer.body, { status: answer.status, headers });
    };
  }, GONE_MS);
  network.hangUp();
  await toastSaid(page, 'info', 'La coupure a été longue');
  await hear(page, 'dance');
  // Who reads on in another language is told nothing of it a second time.
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Onde Dance zu meinem Lieblingsstream machen' }).click();
  await toastSaid(page, 'info', 'Melde dich an');
  // The login's dialog draws the message behind which it opens anew.
  const said = await page.evaluate(() => {
    const kept: { words: string }[] = Reflect.get(window, 'keptToasts');
    return [...new Set(kept.map(({ words }) => words))];
  });
  expect(said).toHaveLength(2);
});
