import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { unavailableAnswer } from '#src/broadcast/front-door/unavailable-answer.ts';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { openBrowser, watchErrors } from '../support/open-browser.ts';
import { violationsOf } from '../support/violations-of.ts';

const ASK_EVERY_MS = 5_000;
/** Longer than the slowest test takes: the sound must not end by itself. */
const sound = Buffer.concat(Array(90).fill(Buffer.concat(toneFrames(20, 220))));
const unavailable = unavailableAnswer({ config: () => stationConfig({ name: 'Onde' }), mediaBaseUrl: '' });

let isAway = true;
const server = createServer((request, response) => {
  const exchange = openExchange(request, response);
  if (exchange.path.startsWith('/stream/')) {
    response.setHeader('content-type', 'audio/mpeg');
    response.on('error', () => undefined).end(sound);
  } else if (isAway) unavailable(exchange);
  else {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Site</title><h1>The site</h1>');
  }
});
let browser: Browser;
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  browser = await openBrowser({ autoplay: 'always' });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

async function newPage(viewport?: { width: number; height: number }): Promise<Page> {
  const page = await browser.newPage(viewport && { viewport });
  page.setDefaultTimeout(PATIENT.timeout);
  return page;
}

test('while the pages are away a stream is heard on, whatever becomes of the pages; then the page comes by itself [R105]', async () => {
  const page = await newPage({ width: 320, height: 640 });
  const errors = watchErrors(page);
  isAway = true;
  await page.clock.install();
  await page.goto(`${origin}/en/dance`);
  await page.getByText('This one reloads by itself').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  const sounds = page.locator('audio');
  const isHeard = () =>
    sounds.evaluateAll((all) => all.map((one) => one instanceof HTMLMediaElement && !one.paused));
  const play = (at: number) =>
    sounds.nth(at).evaluate(async (one) => {
      if (one instanceof HTMLMediaElement) await one.play();
    });
  await play(0);
  await play(2);
  await expect.poll(isHeard).toEqual([false, false, true, false, false, false, false, false]);

  const asked = page.waitForResponse((reply) => reply.request().method() === 'HEAD');
  await page.clock.runFor(ASK_EVERY_MS);
  expect((await asked).status()).toBe(503);
  isAway = false;
  await expect
    .poll(async () => {
      await page.clock.runFor(ASK_EVERY_MS);
      return page.getByRole('status').textContent();
    })
    .toContain('The pages are back');
  expect((await isHeard())[2]).toBe(true);

  await sounds.nth(2).evaluate((one) => {
    if (one instanceof HTMLMediaElement) one.pause();
  });
  await page.getByRole('heading', { name: 'The site' }).waitFor();
  expect(errors.filter((error) => !error.includes('503'))).toEqual([]);
});

test('while nothing is heard the page comes as soon as it is there', async () => {
  isAway = true;
  const page = await newPage();
  await page.clock.install();
  await page.goto(`${origin}/en/dance`);
  isAway = false;
  await page.clock.runFor(ASK_EVERY_MS);
  await page.getByRole('heading', { name: 'The site' }).waitFor();
});

test('in place of a small player the sound stands first', async () => {
  isAway = true;
  const page = await newPage({ width: 480, height: 160 });
  await page.goto(`${origin}/embed/90s?lang=en`);
  const box = await page.locator('audio').boundingBox();
  expect(box && box.y + box.height).toBeLessThan(160);
});
