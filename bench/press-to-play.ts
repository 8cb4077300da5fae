import { createServer } from 'node:http';
import { type Browser, chromium } from 'playwright-core';
import type { Result } from './result.ts';
import { percentile } from './support/crowd.ts';
import { startIcecast } from './support/icecast.ts';
import { startOnde } from './support/onde.ts';

const ROUNDS = 15;
const PEER_ROUNDS = 5;
/** A listener looks before pressing; the page is still by then. */
const SETTLE_MS = 1_500;
const PLAYING_TIMEOUT_MS = 20_000;

/** From the press on play to the element's `playing` event in Chromium on loopback. */
export async function pressToPlay(): Promise<Result[]> {
  await using onde = await startOnde(8190);
  await using icecast = await startIcecast(8191, onde.origin, ['dance']);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const ours = await rounds(ROUNDS, () => pressOnde(browser, `${onde.origin}/fr/`, 'progressive'));
    const inSegments = await rounds(ROUNDS, () => pressOnde(browser, `${onde.origin}/fr/`, 'hls'));
    const theirs = await withPlainPage(`${icecast.origin}/dance.mp3`, (page) =>
      rounds(PEER_ROUNDS, () => pressPlain(browser, page)),
    );
    return [
      {
        what: 'press on play to `playing`, median',
        unit: 'ms',
        onde: percentile(ours, 0.5),
        peer: { name: 'an audio element on Icecast 2.4', figure: percentile(theirs, 0.5) },
        goal: { of: 'figure', atMost: 50 },
      },
      {
        what: 'the same in segments (HLS), median',
        unit: 'ms',
        onde: percentile(inSegments, 0.5),
        peer: null,
        goal: { of: 'figure', atMost: 250 },
      },
    ];
  } finally {
    await browser.close();
  }
}

async function rounds(count: number, round: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) times.push(await round());
  return times;
}

/**
 * Times every media element of a page from the pointer's press to `playing`; runs before the page's own
 * scripts.
 */
function watchMedia(): void {
  let pressedMs = 0;
  addEventListener(
    'click',
    () => {
      pressedMs ||= performance.now();
    },
    true,
  );
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    const onPlaying = () => console.log(`playing after ${performance.now() - pressedMs}`);
    this.addEventListener('playing', onPlaying, { once: true });
    return play.call(this);
  };
}

async function press(
  browser: Browser,
  address: string,
  selector: string,
  transport: 'progressive' | 'hls' = 'progressive',
): Promise<number> {
  const context = await browser.newContext({ locale: 'fr-FR' });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchMedia);
    await page.addInitScript((wish) => {
      if (location.protocol === 'http:') localStorage.setItem('onde-transport', JSON.stringify({ wish }));
    }, transport);
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLE_MS);
    const playing = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('playing after '),
      timeout: PLAYING_TIMEOUT_MS,
    });
    await page.locator(selector).first().click();
    return Number((await playing).text().slice('playing after '.length));
  } finally {
    await context.close();
  }
}

const pressOnde = (browser: Browser, address: string, transport: 'progressive' | 'hls') =>
  press(browser, address, '[data-player-toggle], [data-play-stream]', transport);
const pressPlain = (browser: Browser, address: string) => press(browser, address, 'button');

/** What most radio sites are: a button and an audio element on the stream's address. */
async function withPlainPage<T>(stream: string, use: (address: string) => Promise<T>): Promise<T> {
  const html = `<!doctype html><title>peer</title><button onclick="document.querySelector('audio').play()">play</button><audio preload="none" src="${stream}"></audio>`;
  const server = createServer((_, reply) => reply.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((listening) => server.listen(8192, '127.0.0.1', listening));
  try {
    return await use('http://127.0.0.1:8192/');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
