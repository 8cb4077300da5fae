import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import type { Result } from './result.ts';
import { percentile } from './support/crowd.ts';
import { startOnde } from './support/onde.ts';

const root = resolve(import.meta.dirname, '..');
/** Figures of the peer's public page, taken with the same browser and Lighthouse (it does not run on this machine). */
const PEER = {
  name: 'AzuraCast 0.23.7 public player',
  javascriptKb: 295,
  scores: { performance: 64, accessibility: 95, 'best-practices': 100, seo: 83 },
} as const;

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

/** One run in a busy second says little. */
const RUNS = 9;
/** Lighthouse now and then records no start of the navigation (`NO_NAVSTART`) and asks to be run again itself. */
const TRIES = 3;

/** Lighthouse (mobile) on the home page's first visit, the median of nine, and the JavaScript it transfers before it is interactive. */
export async function homePage(): Promise<Result[]> {
  await using onde = await startOnde(8190);
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run++) reports.push(await lighthouse(`${onde.origin}/fr/dance`));
  const scores = Object.entries(PEER.scores).map(
    ([category, figure]): Result => ({
      what: `Lighthouse mobile, ${category}`,
      unit: '',
      onde: percentile(
        reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)),
        0.5,
      ),
      peer: { name: PEER.name, figure },
      goal: { of: 'figure', atLeast: category === 'performance' ? 95 : 100 },
    }),
  );
  return [
    {
      what: 'JavaScript of a first visit until it is interactive',
      unit: 'KB',
      onde: await scriptKilobytes(`${onde.origin}/fr/dance`),
      peer: { name: PEER.name, figure: PEER.javascriptKb },
      goal: { of: 'figure', atMost: 130 },
    },
    ...scores,
  ];
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
