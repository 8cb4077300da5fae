import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Result } from './result.ts';
import { startOnde } from './support/onde.ts';

const root = resolve(import.meta.dirname, '..');
/** Figures of the peer's public page, taken with the same browser and Lighthouse (it does not run on this machine). */
const PEER = {
  name: 'AzuraCast 0.23.7 public player',
  javascriptKb: 295,
  scores: { performance: 64, accessibility: 95, 'best-practices': 100, seo: 83 },
} as const;

const lighthouseSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.object({
    'network-requests': z.object({
      details: z.object({
        items: z.array(
          z.object({ resourceType: z.string().optional(), transferSize: z.number().optional() }),
        ),
      }),
    }),
  }),
});

/** Lighthouse (mobile) on the home page's first visit, and the JavaScript it transfers. */
export async function homePage(): Promise<Result[]> {
  await using onde = await startOnde(8190);
  const report = await lighthouse(`${onde.origin}/fr/dance`);
  const scripts = report.audits['network-requests'].details.items.filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  const javascriptKb = scripts.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0) / 1024;
  const scores = Object.entries(PEER.scores).map(
    ([category, figure]): Result => ({
      what: `Lighthouse mobile, ${category}`,
      unit: '',
      onde: Math.round((report.categories[category]?.score ?? 0) * 100),
      peer: { name: PEER.name, figure },
      goal: { of: 'figure', atLeast: category === 'performance' ? 95 : 100 },
    }),
  );
  return [
    {
      what: 'JavaScript of the first visit',
      unit: 'KB',
      onde: javascriptKb,
      peer: { name: PEER.name, figure: PEER.javascriptKb },
      goal: { of: 'figure', atMost: 130 },
    },
    ...scores,
  ];
}

async function lighthouse(address: string) {
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const file = join(root, 'node_modules', '.onde-lighthouse.json');
  const words = [
    join(root, 'node_modules', 'lighthouse', 'cli', 'index.js'),
    address,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${flags.join(' ')}`,
  ];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: '/usr/bin/chromium' },
  });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  return lighthouseSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
