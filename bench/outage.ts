import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CUSHION_MS, ROUND_MS } from '#src/contract/limits.ts';
import { CuttableNetwork } from '../tests/support/cuttable-network.ts';
import type { Result } from './result.ts';
import { capturePage, keptMs, takeHeard, untilFed, untilHeard } from './support/capture-page.ts';
import { percentile } from './support/crowd.ts';
import { compareHeard, type HeardSound } from './support/heard-sound.ts';
import { levelsOf } from './support/level-plot.ts';
import { decodedNoise, writeNoiseStation } from './support/noise-station.ts';
import { onlyChildOf, type RunningOnde, startOnde } from './support/onde.ts';

/** How often the radio is away for ten seconds, and how often broadcast is killed; 100 and 50 for a long look. */
const ROUNDS = Number(process.env.ONDE_OUTAGE_ROUNDS ?? 3);
const KILLS = Number(process.env.ONDE_OUTAGE_KILLS ?? 3);
/** How the sound comes, as the listener has chosen it: `progressive` or `hls`. */
const TRANSPORT = process.env.ONDE_OUTAGE_TRANSPORT ?? 'progressive';
const AWAY_MS = 10_000;
const PORT = 8195;
/** Sound until a listener counts as one who hears the radio in peace. */
const STEADY_SECONDS = 6;
/** Sound after which it is believed to be back. */
const BACK_SECONDS = 4;
/** Longer than this without sound: somebody would have touched the page. */
const PATIENCE_MS = 60_000;
/** Kept between two kills, so that the shell believes each start [W130]. */
const STARTS_APART_MS = 16_000;
/** `network` connections end, none is taken · `tunnel` nothing comes through · `server` broadcast ends and is away. */
const WAYS = ['network', 'tunnel', 'server'] as const;
type Way = (typeof WAYS)[number] | 'kill';

/** `first` whose sound is still the media element's own · `later` whose connection was lost before. */
type Who = 'first' | 'later';

interface Listener {
  readonly who: Who;
  readonly network: CuttableNetwork;
}

interface Round {
  readonly way: Way;
  readonly who: Who;
  /** How long the radio was away, milliseconds. */
  readonly awayMs: number;
  /** Where in what was heard the radio went away and was back; milliseconds. */
  readonly goneAtMs: number;
  readonly backAtMs: number;
  /** Null when it was not heard again. */
  readonly heard: HeardSound | null;
  readonly levels: string;
}

/**
 * The radio away for ten seconds, and broadcast killed, while two listeners hear it in Chromium: the page's own
 * audio, every sample of it, is compared with what was on air.
 */
export async function outage(): Promise<Result[]> {
  // Kept between runs: what is rendered need not be again.
  const home = join(tmpdir(), 'onde-bench-noise');
  writeNoiseStation(home, 'dance');
  await using onde = await startOnde(PORT, {}, home);
  await using first = await CuttableNetwork.open(PORT, PORT + 1);
  await using later = await CuttableNetwork.open(PORT, PORT + 2);
  const sound = await decodedNoise(home);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
  });
  const listeners: Listener[] = [
    { who: 'first', network: first },
    { who: 'later', network: later },
  ];
  const rounds: Round[] = [];
  try {
    for (let at = 0; at < ROUNDS; at += 1) {
      const way = WAYS[at % WAYS.length] ?? 'network';
      rounds.push(...(await playRound(way, { onde, browser, listeners, sound })));
    }
    for (let at = 0; at < KILLS; at += 1)
      rounds.push(...(await playRound('kill', { onde, browser, listeners, sound })));
  } finally {
    await browser.close();
  }
  return report(rounds);
}

interface Stage {
  readonly onde: RunningOnde;
  readonly browser: Browser;
  readonly listeners: readonly Listener[];
  readonly sound: Float32Array;
}

async function playRound(way: Way, { onde, browser, listeners, sound }: Stage): Promise<Round[]> {
  while (!(await fetch(`${onde.origin}/readyz?part=web`).catch(() => null))?.ok) await delay(200);
  const startedMs = performance.now();
  const contexts: BrowserContext[] = [];
  try {
    const pages = await Promise.all(
      listeners.map(async (listener) => {
        const context = await browser.newContext({
          locale: 'fr-FR',
          serviceWorkers: 'block',
          bypassCSP: true,
        });
        contexts.push(context);
        return { page: await tuneIn(context, listener), listener };
      }),
    );
    // Anywhere between two rounds of the server.
    await delay(Math.random() * ROUND_MS);
    if (way === 'kill') await delay(Math.max(0, STARTS_APART_MS - (performance.now() - startedMs)));
    const keptOf = () => Promise.all(pages.map(({ page }) => keptMs(page)));
    const goneAt = await keptOf();
    const awayMs = await strike(way, onde, listeners);
    const backAt = await keptOf();
    return await Promise.all(
      pages.map(async ({ page, listener: { who } }, at) => {
        const isBack = await untilHeard(page, BACK_SECONDS, PATIENCE_MS).then(
          () => true,
          () => false,
        );
        const taken = await takeHeard(page);
        const heard = isBack ? compareHeard(taken, sound) : null;
        const [goneAtMs = 0, backAtMs = 0] = [goneAt[at], backAt[at]];
        const round = { way, who, awayMs, goneAtMs, backAtMs, heard, levels: levelsOf(taken) };
        console.log(lineOf(round));
        return round;
      }),
    );
  } finally {
    for (const context of contexts) await context.close();
  }
}

async function tuneIn(context: BrowserContext, { who, network }: Listener): Promise<Page> {
  await context.addInitScript((wish) => {
    sessionStorage.setItem('signup_modal_shown', 'true');
    localStorage.setItem('onde-transport', JSON.stringify({ wish }));
  }, TRANSPORT);
  const page = await context.newPage();
  await capturePage(page);
  await page.goto(`${network.origin}/fr/dance`);
  await untilHeard(page, STEADY_SECONDS, PATIENCE_MS);
  if (who === 'later') {
    network.hangUp();
    await untilFed(page, PATIENCE_MS);
    await untilHeard(page, 1, PATIENCE_MS);
    await takeHeard(page);
  }
  return page;
}

/** @returns how long the radio was away, milliseconds */
async function strike(way: Way, onde: RunningOnde, listeners: readonly Listener[]): Promise<number> {
  const fromMs = performance.now();
  const networks = listeners.map(({ network }) => network);
  const shell = onde.pid;
  if (way === 'network') for (const network of networks) await network.breakOff();
  else if (way === 'tunnel') for (const network of networks) network.fallSilent();
  else {
    const broadcast = onlyChildOf(shell);
    // The shell would start it again at once.
    if (way === 'server') process.kill(shell, 'SIGSTOP');
    process.kill(broadcast, 'SIGKILL');
  }
  if (way !== 'kill') await delay(AWAY_MS);
  if (way === 'network' || way === 'tunnel') for (const network of networks) await network.mend();
  else {
    process.kill(shell, 'SIGCONT');
    while (!(await fetch(`${onde.origin}/healthz`).catch(() => null))?.ok) await delay(20);
  }
  return performance.now() - fromMs;
}

const silentMs = ({ silences }: HeardSound) => silences.reduce((sum, { ms }) => sum + ms, 0);

/** How long it was still heard, and how soon again after the return; '' where it never stopped. */
function endsOf({ goneAtMs, backAtMs, heard }: Round): string {
  const [first, last] = [heard?.silences[0], heard?.silences.at(-1)];
  if (first === undefined || last === undefined) return '';
  return ` (from ${(first.atMs - goneAtMs).toFixed(0)} ms after it went until ${(last.atMs + last.ms - backAtMs).toFixed(0)} after it was back)`;
}

function lineOf(round: Round): string {
  const { way, who, awayMs, heard, levels } = round;
  const words = heard
    ? `silent ${silentMs(heard).toFixed(0)} ms in ${heard.silences.length}${endsOf(round)}, missing ${heard.missingMs.toFixed(1)}, twice ${heard.doubledMs.toFixed(1)}, wrong ${heard.wrongMs.toFixed(1)} ms`
    : 'NOT BACK by itself';
  const joins = heard?.joins.map(
    ({ atMs, leftMs, wrongMs }) =>
      ` ${(atMs / 1_000).toFixed(1)} s: ${leftMs.toFixed(1)}/${wrongMs.toFixed(1)}`,
  );
  return `  ${way.padEnd(7)} ${who.padEnd(5)} away ${awayMs.toFixed(0).padStart(5)} ms: ${words}${joins?.length ? `; left/wrong at${joins}` : ''}\n    ${levels}`;
}

function report(rounds: readonly Round[]): Result[] {
  const results: Result[] = [];
  for (const [name, of] of [
    [`away for ${AWAY_MS / 1_000} s`, rounds.filter(({ way }) => way !== 'kill')],
    ['broadcast killed', rounds.filter(({ way }) => way === 'kill')],
  ] as const) {
    if (of.length === 0) continue;
    const heard = of.flatMap((round) => (round.heard ? [{ ...round, heard: round.heard }] : []));
    const most = (figure: (one: (typeof heard)[number]) => number) => Math.max(0, ...heard.map(figure));
    const add = (what: string, unit: string, onde: number, goal: Omit<Result['goal'], 'of'>) =>
      results.push({
        what: `${TRANSPORT}, ${name}: ${what}`,
        unit,
        onde,
        peer: null,
        goal: { of: 'figure', ...goal },
      });
    add(`heard again without a touch, of ${of.length}`, '', heard.length, { atLeast: of.length });
    add(
      'music missing, most',
      'ms',
      most((one) => one.heard.missingMs),
      { atMost: 0 },
    );
    add(
      'music heard twice, most',
      'ms',
      most((one) => one.heard.doubledMs),
      { atMost: 0 },
    );
    const silent = heard.map((one) => silentMs(one.heard));
    console.log(
      `  ${TRANSPORT}, ${name}: silent for ${percentile(silent, 0.5).toFixed(0)} ms at the median, ${Math.max(...silent).toFixed(0)} ms at most`,
    );
    if (TRANSPORT === 'hls') add('silent, most', 'ms', Math.max(...silent), { atMost: 0 });
    else if (name.startsWith('away'))
      add(
        `silent beyond the time away less ${CUSHION_MS / 1_000} s of cushion, most`,
        'ms',
        most((one) => silentMs(one.heard) - (one.awayMs - CUSHION_MS)),
        { atMost: 0 },
      );
    else add('silent, median', 'ms', percentile(silent, 0.5), { atMost: 200 });
  }
  return results;
}
