import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ensureBuilt } from '#src/cli/ensure-built.ts';
import { percentile } from './support/crowd.ts';
import { startOnde } from './support/onde.ts';
import { processTree, residentMegabytes } from './support/process-cost.ts';

/**
 * `npm run soak`: thirty minutes with fifty joins a second, of listeners of all manners, and a page a second. Ends with
 * 1 when the memory of broadcast or of the web process was not flat, or anybody was refused.
 */
const MINUTES = Number(process.env.ONDE_SOAK_MINUTES ?? 30);
const JOINS_A_SECOND = 50;
const SAMPLE_EVERY_MS = 5_000;
/** The last quarter may take so much more than the second one; in the first one rings and caches fill. */
const GROWTH_MOST = 0.1;
const PAGES = ['/fr/', '/titre.json', '/api-proxy.php?endpoint=history&version=onde', '/de/dance'];
const PORT = 8198;

const countsSchema = z.object({ joined: z.number(), refused: z.number(), open: z.number() });

await ensureBuilt(() => console.log('Building the pages…'));
process.exitCode = (await soak()) ? 0 : 1;

async function soak(): Promise<boolean> {
  await using onde = await startOnde(PORT);
  const pids = { broadcast: onde.broadcastPid, web: webProcess(onde.broadcastPid) };
  const churn = fork(join(import.meta.dirname, 'support', 'churn-process.ts'), [
    `${onde.origin}/stream/dance.mp3`,
    String(JOINS_A_SECOND),
  ]);
  let counts = { joined: 0, refused: 0, open: 0 };
  churn.on('message', (message) => {
    counts = countsSchema.parse(message);
  });
  let pages = 0;
  const asking = setInterval(() => {
    pages += 1;
    const path = PAGES[pages % PAGES.length] ?? '/';
    fetch(`${onde.origin}${path}`).then(
      (answer) => answer.arrayBuffer(),
      () => {},
    );
  }, 1_000);
  const samples = { broadcast: [] as number[], web: [] as number[] };
  try {
    const endMs = performance.now() + MINUTES * 60_000;
    while (performance.now() < endMs) {
      await delay(SAMPLE_EVERY_MS);
      samples.broadcast.push(residentMegabytes([pids.broadcast]));
      samples.web.push(residentMegabytes([pids.web]));
    }
  } finally {
    clearInterval(asking);
    churn.kill();
  }
  console.log(
    `  ${counts.joined} joined, ${counts.open} of them there at the end, ${counts.refused} refused`,
  );
  const areFlat = (['broadcast', 'web'] as const).map((name) => isFlat(name, samples[name]));
  return areFlat.every(Boolean) && counts.refused === 0 && counts.joined > 0;
}

function webProcess(broadcast: number): number {
  const isWeb = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0web\0');
  const pid = processTree(broadcast).find((one) => one !== broadcast && isWeb(one));
  if (pid === undefined) throw new Error('There is no web process.');
  return pid;
}

/** Prints the memory over time, twelve stretches of it, and whether it grew. */
function isFlat(name: string, megabytes: readonly number[]): boolean {
  const quarter = megabytes.length / 4;
  const [early, late] = [megabytes.slice(quarter, 2 * quarter), megabytes.slice(3 * quarter)].map((part) =>
    percentile(part, 0.5),
  );
  const growth = (late ?? Number.NaN) / (early ?? Number.NaN) - 1;
  const stretch = megabytes.length / 12;
  const over = Array.from({ length: 12 }, (_, at) =>
    percentile(megabytes.slice(at * stretch, (at + 1) * stretch), 0.5).toFixed(0),
  );
  const isWell = growth <= GROWTH_MOST;
  console.log(
    `  ${isWell ? 'ok  ' : 'MISS'} ${name}: ${over.join(' ')} MB; the last quarter ${(growth * 100).toFixed(1)} % above the second (goal: ≤ ${GROWTH_MOST * 100} %)`,
  );
  return isWell;
}
