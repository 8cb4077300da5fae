import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CuttableNetwork } from '../support/cuttable-network.ts';
import { goTo, siteVisits } from '../support/site-visits.ts';
import { startSite } from '../support/start-site.ts';
import { hear, soundsOf, watchSound } from '../support/watch-sound.ts';

const visits = siteVisits(
  () => startSite([{ streamId: 'dance', artist: 'Nova Kessler', title: 'Midnight Ferry' }]),
  { autoplay: 'always' },
);

const FRAME_MS = (1152 / 44_100) * 1000;

/** Keeps what scripts hand to media elements, with how much of its beginning is not to be heard. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const handed: { bytes: number[]; offset: number }[] = [];
    Object.assign(window, { handed });
    const append = SourceBuffer.prototype.appendBuffer;
    SourceBuffer.prototype.appendBuffer = function (data) {
      const bytes = ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : data;
      handed.push({
        bytes: Array.from(new Uint8Array(bytes)),
        offset: handed.length === 0 ? this.timestampOffset : 0,
      });
      return append.call(this, data);
    };
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      // The place of the first connection's end: a network that is gone may end it, or leave it standing still.
      for (const type of ['ended', 'waiting'])
        this.addEventListener(type, () => {
          if (!this.src.startsWith('blob:')) Object.assign(window, { endedAt: this.currentTime });
        });
      return play.call(this);
    };
  });
}

async function handedOf(page: Page): Promise<{ frames: Buffer; unheard: number }> {
  const handed: { bytes: number[]; offset: number }[] = await page.evaluate(() =>
    Reflect.get(window, 'handed'),
  );
  const unheard = Math.round((-(handed[0]?.offset ?? 0) * 1000) / FRAME_MS);
  return { frames: Buffer.concat(handed.map(({ bytes }) => Buffer.from(bytes))), unheard };
}

/** A listener whom nothing befalls. */
function record(origin: string) {
  const parts: Buffer[] = [];
  const stop = new AbortController();
  const done = (async () => {
    const answer = await fetch(`${origin}/stream/dance.mp3`, { signal: stop.signal });
    for await (const part of answer.body ?? []) parts.push(Buffer.from(part));
  })().catch(() => {});
  return {
    async all() {
      stop.abort();
      await done;
      return Buffer.concat(parts);
    },
  };
}

test('what a network that is cut twice keeps back is heard to the frame, once, and a short cut is not heard [R165, R168]', async () => {
  await using network = await CuttableNetwork.open(Number(new URL(visits.site.origin).port));
  const page = await (await visits.newContext({ locale: 'fr' })).newPage();
  await watchSound(page);
  await watchFrames(page);
  const recorder = record(visits.site.origin);
  const placed = page.waitForResponse((answer) => answer.url().includes('/stream/dance/session/'));
  await goTo(page, `${network.origin}/fr/dance`);
  await hear(page, 'dance');
  const { first_ms: firstMs } = (await (await placed).json()).data;

  await network.breakOff();
  await page.waitForFunction(() => document.body.textContent.includes('Reconnexion, essai'));
  await network.mend();
  await page.waitForFunction(() => Reflect.get(window, 'handed').length > 0);
  const { address } = await hear(page, 'dance');
  const endMs = firstMs + (await page.evaluate(() => Reflect.get(window, 'endedAt'))) * 1000;
  // It asked for the frame that the first connection ended in: what a browser says of its end is not exact.
  const fromMs = Number(new URL(address).searchParams.get('from'));
  expect(Math.abs(fromMs - endMs)).toBeLessThan(1.5 * FRAME_MS);

  const before = await page.evaluate(() => Reflect.get(window, 'handed').length);
  const [fed] = (await soundsOf(page)).filter(({ isPlaying }) => isPlaying);
  await network.breakOff();
  await page.waitForFunction(() => document.body.textContent.includes('Reconnexion, essai'));
  await network.mend();
  await page.waitForFunction((many) => Reflect.get(window, 'handed').length > many, before);
  const after = await hear(page, 'dance');
  expect(after.element).toBe(fed?.element);

  const { frames } = await handedOf(page);
  const all = await recorder.all();
  // A tone repeats itself: wherever its beginning is found, the rest tells whether it is the place.
  const shared = placesOf(frames.subarray(0, 4_000), all).map((known) => {
    const length = Math.min(frames.length, all.length - known);
    const until = frames.findIndex((byte, at) => at >= length || byte !== all[known + at]);
    return { length, until: until === -1 ? frames.length : until };
  });
  expect(shared).not.toEqual([]);
  // Somewhere they do not part.
  expect(shared.filter(({ length, until }) => length > 100_000 && until >= length)).not.toEqual([]);
});

function placesOf(part: Buffer, all: Buffer): number[] {
  const places: number[] = [];
  for (let at = all.indexOf(part); at !== -1; at = all.indexOf(part, at + 1)) places.push(at);
  return places;
}
