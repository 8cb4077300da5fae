import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { TRACK_REFRESH_MS } from '#src/contract/limits.ts';
import { CuttableNetwork } from '../tests/support/cuttable-network.ts';
import type { Result } from './result.ts';
import { percentile } from './support/crowd.ts';
import { startOnde } from './support/onde.ts';
import { type Change, type TitleLog, titleLogOf, watchTitles } from './support/title-watch.ts';
import { writeToneStation } from './support/tone-station.ts';

const CHANGES = 50;
const RECONNECTS = 2;
const TRACK_SECONDS = 8;
const TONES = { dance: toneScale(420), hits: toneScale(470), club: toneScale(520) };
const SPOT = 3_400;
const INTERLUDE = 3_900;
/** Half a piece: farther away a title belongs to another change. */
const NEAR_MS = (TRACK_SECONDS * 1_000) / 2;
/** A title that never came counts as wrong for the whole piece. */
const NEVER_MS = TRACK_SECONDS * 1_000;
const PORT = 8193;
const TIME_LIMIT_MS = 15 * 60_000;

interface Listener {
  readonly page: Page;
  readonly transport: Transport;
}

type Transport = 'progressive' | 'hls';

/**
 * Title against sound in Chromium: own tones, told apart in the page's own audio, against the title in the
 * bar; across advert breaks of both variants and connections that are cut. Beside it what a title costs that
 * knows no ear: as it is pushed or polled, and that with the best constant offset.
 */
export async function titles(): Promise<Result[]> {
  const home = mkdtempSync(join(tmpdir(), 'onde-titles-'));
  try {
    writeToneStation(home, {
      tracks: TONES,
      spot: SPOT,
      interlude: INTERLUDE,
      trackSeconds: TRACK_SECONDS,
      spotSeconds: 6,
    });
    await using proxy = await CuttableNetwork.open(PORT + 1, PORT);
    await using onde = await startOnde(PORT + 1, { ORIGIN: proxy.origin }, home);
    void onde;
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
    });
    try {
      return await measure(browser, proxy);
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, proxy: CuttableNetwork): Promise<Result[]> {
  const token = await joinMember(proxy.origin);
  const listeners = [
    await open(browser, proxy.origin, 'dance', 'onde', null),
    await open(browser, proxy.origin, 'hits', 'hitparty', null),
    await open(browser, proxy.origin, 'club', 'club', token),
    await open(browser, proxy.origin, 'hits', 'hitparty', null, 'hls'),
  ];
  const endMs = performance.now() + TIME_LIMIT_MS;
  const heardBy = (transport: Transport) => logs(listeners.filter((one) => one.transport === transport));
  const count = async () => (await heardBy('progressive')).flatMap((log) => errorsOf(log)).length;
  for (let cut = 1; cut <= RECONNECTS + 1; cut += 1) {
    while ((await count()) < (CHANGES * cut) / (RECONNECTS + 1) && performance.now() < endMs)
      await delay(1_000);
    if (cut <= RECONNECTS) proxy.hangUp();
  }
  const all = await heardBy('progressive');
  const inSegments = (await heardBy('hls')).flatMap((log) => errorsOf(log));
  const inBreaks = all.flatMap((log) => errorsOf(log, [INTERLUDE]));
  const ours = all.flatMap((log) => errorsOf(log));
  const pushed = all.flatMap((log) => errorsOf({ ...log, titles: log.pushed }));
  const polled = all.flatMap((log) => errorsOf({ ...log, titles: log.polled }));
  const constant = -percentile(pushed.filter(isKnown), 0.5);
  const pushedLater = pushed.map((error) => (isKnown(error) ? error + constant : error));
  const polledConstant = -percentile(polled.filter(isKnown), 0.5);
  const polledLater = polled.map((error) => (isKnown(error) ? error + polledConstant : error));
  print('the ear', ours);
  print('in breaks, the ear', inBreaks);
  print('in segments, the ear', inSegments);
  print('pushed', pushed);
  print(`pushed + ${constant.toFixed(0)} ms, the best constant`, pushedLater);
  print('polled', polled);
  print(`polled + ${polledConstant.toFixed(0)} ms, the best constant`, polledLater);
  return [
    {
      what: `title against sound, |error| at the 95th percentile of ${ours.length} changes`,
      unit: 'ms',
      onde: percentile(ours.map(Math.abs), 0.95),
      peer: {
        name: `pushed titles with the best constant offset`,
        figure: percentile(pushedLater.map(Math.abs), 0.95),
      },
      goal: { of: 'figure', atMost: 300 },
    },
    {
      what: `the same of ${inBreaks.length} changes into a member's break`,
      unit: 'ms',
      onde: inBreaks.length > 0 ? percentile(inBreaks.map(Math.abs), 0.95) : Number.NaN,
      peer: {
        name: 'polled titles with the best constant offset',
        figure: percentile(polledLater.map(Math.abs), 0.95),
      },
      goal: { of: 'figure', atMost: 300 },
    },
    {
      what: `the same of ${inSegments.length} changes heard in segments (HLS)`,
      unit: 'ms',
      onde: inSegments.length > 0 ? percentile(inSegments.map(Math.abs), 0.95) : Number.NaN,
      peer: null,
      goal: { of: 'figure', atMost: 300 },
    },
  ];
}

/** Pitches that no harmonic and no neighbour of another one comes near. */
function toneScale(from: number): number[] {
  return Array.from({ length: 8 }, (_, at) => from + at * 170);
}

async function open(
  browser: Browser,
  origin: string,
  streamId: keyof typeof TONES,
  version: string,
  member: { token: string; user: object } | null,
  transport: Transport = 'progressive',
): Promise<Listener> {
  const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block' });
  await context.addInitScript(
    (wish) => localStorage.setItem('onde-transport', JSON.stringify({ wish })),
    transport,
  );
  await context.addInitScript((signedIn) => {
    sessionStorage.setItem('signup_modal_shown', 'true');
    if (signedIn === null) return;
    localStorage.setItem('authToken', signedIn.token);
    localStorage.setItem('authUser', JSON.stringify(signedIn.user));
  }, member);
  const page = await context.newPage();
  const tones = [...TONES[streamId], SPOT, INTERLUDE];
  await watchTitles(page, { tones, version, pollMs: TRACK_REFRESH_MS });
  if (member) {
    // The pass comes with the first page; the sound is to have it from its first second on.
    await page.goto(`${origin}/fr/`);
    await page.waitForFunction(() => localStorage.getItem('adFreeToken') !== null);
  }
  await page.goto(`${origin}/fr/${streamId}`);
  await page.waitForFunction(() => Reflect.get(window, 'titleLog')?.sounds.length > 0);
  return { page, transport };
}

async function joinMember(origin: string): Promise<{ token: string; user: object }> {
  const answer = await fetch(`${origin}/api-proxy.php?endpoint=register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Ada',
      lastName: 'Lovelace',
      pseudo: 'ada',
      email: 'ada@example.org',
      password: 'Bench-1234-titles',
      clientPreferences: { language: 'fr', streamId: 'club', theme: 'light', device: 'dev_bench' },
    }),
  });
  const { data } = await answer.json();
  if (typeof data?.token !== 'string') throw new Error(`Nobody could register: ${answer.status}`);
  return data;
}

const logs = (listeners: readonly Listener[]) => Promise.all(listeners.map(({ page }) => titleLogOf(page)));

const isKnown = (error: number) => Math.abs(error) < NEVER_MS;

/**
 * How far each title came from its sound, milliseconds: above 0 it came late. The first sound of a page is no
 * change, and a change that is younger than half a piece may still get its title.
 * @param of the pitches that count; else every track
 */
function errorsOf(log: TitleLog, of?: readonly number[]): number[] {
  const lastMs = Math.max(0, ...log.sounds.map(({ atMs }) => atMs));
  const shownBefore = (at: number) => log.sounds.slice(0, at).findLast(({ hertz }) => hertz !== SPOT);
  return log.sounds.flatMap(({ hertz, atMs }, at): number[] => {
    const isAsked = of ? of.includes(hertz) : hertz !== SPOT && hertz !== INTERLUDE;
    const isChange = at > 0 && shownBefore(at)?.hertz !== hertz;
    if (!isAsked || !isChange || atMs > lastMs - 1) return [];
    return [nearest(log.titles, hertz, atMs)];
  });
}

function nearest(changes: readonly Change[], hertz: number, atMs: number): number {
  const errors = changes.filter((one) => one.hertz === hertz).map((one) => one.atMs - atMs);
  const error = errors.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? NEVER_MS;
  return Math.abs(error) <= NEAR_MS * 2 ? error : NEVER_MS;
}

const BINS = [-8_000, -5_000, -3_000, -1_000, -300, -100, 0, 100, 300, 1_000, 3_000, 5_000, 8_000];

/** A histogram: how many titles came how early (−) or late. */
function print(name: string, errors: readonly number[]): void {
  if (errors.length === 0) return;
  const sizes = errors.map(Math.abs);
  console.log(
    `  ${name}: ${errors.length} changes, median ${percentile(errors, 0.5).toFixed(0)} ms, |error| p50 ${percentile(sizes, 0.5).toFixed(0)}, p95 ${percentile(sizes, 0.95).toFixed(0)}, most ${Math.max(...sizes).toFixed(0)} ms`,
  );
  BINS.slice(0, -1).forEach((from, at) => {
    const to = BINS[at + 1] ?? 0;
    const count = errors.filter((error) => error >= from && error < to).length;
    if (count > 0)
      console.log(
        `    ${String(from).padStart(6)} … ${String(to).padStart(5)} ms ${'█'.repeat(count)} ${count}`,
      );
  });
  const never = errors.filter((error) => !isKnown(error)).length;
  if (never > 0) console.log(`    no title ${'█'.repeat(never)} ${never}`);
}
