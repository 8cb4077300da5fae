import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const reportSchema = z.object({
  /** Milliseconds from connecting to the first byte of audio, one a listener. */
  firstByteMs: z.array(z.number()),
  /** How late the crowd's own process was while it joined, 99 of 100 looks, milliseconds: `firstByteMs` has that in it. */
  ownDelayMs: z.number(),
  /** Listeners whose connection ended or that got less than the time they listened is worth. */
  short: z.number(),
  listenerHours: z.number(),
});
export type CrowdReport = z.infer<typeof reportSchema>;

const SETTLE_MS = 5_000;

interface CrowdSeconds {
  settle: number;
  measure: number;
}

/**
 * `count` listeners on one stream in a process of their own, so that their cost is not the server's: once all
 * have joined and `settle` seconds have passed, they are watched for `measure` seconds, and `during` runs
 * meanwhile.
 */
export async function listen(
  address: string,
  count: number,
  seconds: CrowdSeconds,
  during: () => Promise<void>,
): Promise<CrowdReport> {
  const { report, child } = await gather(address, count, seconds, during);
  child.kill();
  return report;
}

const returnSchema = z.object({
  /** Milliseconds from the loss of the connection to the next byte of audio, one a listener. */
  away: z.array(z.number()),
});

/** As `listen`, and then has the server end by `strike`: waits until everybody hears it again. */
export async function listenThrough(
  address: string,
  count: number,
  seconds: CrowdSeconds,
  { during, strike }: { during: () => Promise<void>; strike: () => void },
): Promise<CrowdReport & { away: number[] }> {
  const { report, child } = await gather(address, count, seconds, during);
  child.send('come-back');
  await delay(100);
  const back = messageOf(child);
  strike();
  const { away } = returnSchema.parse(await back);
  child.kill();
  return { ...report, away };
}

const sampleSchema = z.object({
  /** Listeners whose connection is there. */
  hearing: z.number(),
  /** Listeners who would have nothing left to play if they had begun with their first byte. */
  starved: z.number(),
});

/** A crowd that listens until it is disposed of. */
export interface Crowd extends Disposable {
  sample(): Promise<z.infer<typeof sampleSchema>>;
}

/** `count` listeners on one stream, once all have joined and heard for some seconds. */
export async function openCrowd(address: string, count: number): Promise<Crowd> {
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'), [address, String(count)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await messageOf(child);
  await delay(SETTLE_MS);
  return {
    async sample() {
      const told = messageOf(child);
      child.send('sample');
      return sampleSchema.parse(await told);
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** Starts a crowd, which goes on listening, and gives what it measured. */
async function gather(
  address: string,
  count: number,
  { settle, measure }: CrowdSeconds,
  during: () => Promise<void>,
): Promise<{ report: CrowdReport; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'), [address, String(count)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await messageOf(child);
  await delay(settle * 1000);
  child.send('measure');
  const measured = during();
  await delay(measure * 1000);
  await measured;
  child.send('report');
  return { report: reportSchema.parse(await messageOf(child)), child };
}

function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((done) => child.once('message', done));
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
