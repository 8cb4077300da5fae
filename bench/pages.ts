import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import type { Result } from './result.ts';
import { percentile } from './support/crowd.ts';
import { startOnde } from './support/onde.ts';

const root = resolve(import.meta.dirname, '..');
/**
 * Figures of the peer's public page, taken with the same browser and Lighthouse (it does not run on this
 * machine).
 */
const PEER = {
  name: 'AzuraCast 0.23.7 public player',
  javascriptKb: 295,
  scores: { performance: 64, accessibility: 95, 'best-practices': 100, seo: 83 },
} as const;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const CHROMIUM = '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const lighthouseSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
});
type Report = z.infer<typeof lighthouseSchema>;
const onAirSchema = z.array(z.object({ slug: z.string() }));

/** One run in a busy second says little. */
const RUNS = 9;
/**
 * Lighthouse now and then records no start of the navigation (`NO_NAVSTART`) and asks to be run again itself.
 */
const TRIES = 3;
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

/**
 * Lighthouse (mobile) on a first visit to home, a track and the top 20, each figure the median of nine, and
 * the JavaScript that home transfers before it is interactive.
 */
export async function pages(): Promise<Result[]> {
  await using onde = await startOnde(8190);
  const home = `${onde.origin}/fr/dance`;
  return [
    {
      what: 'JavaScript of a first visit until it is interactive',
      unit: 'KB',
      onde: await scriptKilobytes(home),
      peer: { name: PEER.name, figure: PEER.javascriptKb },
      goal: { of: 'figure', atMost: 100 },
    },
    ...(await scoresOf('home', home, PEER)),
    ...(await scoresOf('a track', `${home}/info-titre/${await slugOnAir(onde.origin)}`, null)),
    ...(await scoresOf('top 20', `${home}/page-top20.html`, null)),
  ];
}

async function scoresOf(page: string, address: string, peer: typeof PEER | null): Promise<Result[]> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run++) reports.push(await lighthouse(address));
  return CATEGORIES.map((category) => ({
    what: `Lighthouse mobile, ${page}, ${category}`,
    unit: '',
    onde: percentile(
      reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)),
      0.5,
    ),
    peer: peer && { name: peer.name, figure: peer.scores[category] },
    goal: { of: 'figure', atLeast: GOALS[category] },
  }));
}

async function slugOnAir(origin: string): Promise<string> {
  const titles = onAirSchema.parse(await (await fetch(`${origin}/titre.json`)).json());
  const slug = titles.find((title) => title.slug !== '')?.slug;
  if (slug === undefined) throw new Error('Nothing is on air.');
  return slug;
}

/** The page gives up the script that plays before it is ready once it is. */
async function scriptKilobytes(address: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    const bytes = await page.waitForFunction(() => {
      if ('ondeEarlyPlay' in window) return false;
      const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      return loaded.reduce(
        (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0),
        0,
      );
    });
    return Number(await bytes.jsonValue()) / 1000;
  } finally {
    await browser.close();
  }
}

async function lighthouse(address: string, tries = TRIES): Promise<Report> {
  const file = join(root, 'node_modules', '.onde-lighthouse.json');
  const words = [
    join(root, 'node_modules', 'lighthouse', 'cli', 'index.js'),
    address,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=--headless=new ${FLAGS.join(' ')}`,
  ];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: CHROMIUM },
  });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0 && tries > 1) return lighthouse(address, tries - 1);
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  return lighthouseSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
