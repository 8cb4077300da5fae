import type { Result } from './result.ts';
import { listen, percentile } from './support/crowd.ts';
import { startIcecast } from './support/icecast.ts';
import { startOnde } from './support/onde.ts';
import { cpuSeconds } from './support/process-cost.ts';

const SECONDS = 45;
/** Until the last of the crowd has its burst behind it. */
const SETTLE_SECONDS = 15;
/** A radio is on the air for months: what a program compiles or caches in its first minute is not counted. */
const WARM_UP_SECONDS = 30;
const CROWDS = [1_000, 4_000];
/** Seconds a listener-hour, on a machine of 2026. */
const CPU_MOST = 0.045;

/** CPU a listener-hour and time to first byte at 1,000 and 4,000 listeners, Onde and Icecast in turn. */
export async function fanOut(): Promise<Result[]> {
  await using onde = await startOnde(8190);
  await using icecast = await startIcecast(8191, onde.origin, ['dance']);
  const results: Result[] = [];
  const [ourStream, theirStream] = [`${onde.origin}/stream/dance.mp3`, `${icecast.origin}/dance.mp3`];
  for (const stream of [ourStream, theirStream]) await warmUp(stream);
  for (const count of CROWDS) {
    const ours = await measure(ourStream, onde.broadcastPid, count);
    const theirs = await measure(theirStream, icecast.pid, count);
    const at = `at ${count.toLocaleString('en')} listeners`;
    const peer = (figure: number) => ({ name: 'Icecast 2.4', figure });
    results.push(
      {
        what: `CPU a listener-hour ${at}`,
        unit: 's',
        onde: ours.cpu,
        peer: peer(theirs.cpu),
        goal: { of: 'ratio', atMost: 0.15 },
      },
      {
        what: `the same without its peer ${at}`,
        unit: 's',
        onde: ours.cpu,
        peer: null,
        // A peer that became cheaper must not hide that Onde became dearer, nor the other way round.
        goal: { of: 'figure', atMost: CPU_MOST },
      },
      {
        what: `first byte, p99, ${at}`,
        unit: 'ms',
        onde: ours.firstByte,
        peer: peer(theirs.firstByte),
        goal: { of: 'figure', atMost: 50 },
      },
      {
        what: `listeners short of a byte ${at}`,
        unit: '',
        onde: ours.short,
        peer: peer(theirs.short),
        goal: { of: 'figure', atMost: 0 },
      },
    );
  }
  return results;
}

async function warmUp(stream: string): Promise<void> {
  const times = { settle: SETTLE_SECONDS, measure: WARM_UP_SECONDS };
  await listen(stream, Math.min(...CROWDS), times, async () => {});
}

async function measure(address: string, pid: number, count: number) {
  let spent = 0;
  const report = await listen(address, count, { settle: SETTLE_SECONDS, measure: SECONDS }, async () => {
    const before = cpuSeconds([pid]);
    await new Promise((done) => setTimeout(done, SECONDS * 1000));
    spent = cpuSeconds([pid]) - before;
  });
  return {
    cpu: spent / report.listenerHours,
    firstByte: percentile(report.firstByteMs, 0.99),
    short: report.short,
  };
}
