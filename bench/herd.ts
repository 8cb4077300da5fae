import type { Result } from './result.ts';
import { listenThrough, percentile } from './support/crowd.ts';
import { firstBytes } from './support/first-bytes.ts';
import { startOnde } from './support/onde.ts';

const LISTENERS = 10_000;
const TIMES = { settle: 15, measure: 30 };

/**
 * 10,000 listeners of one process: how soon each hears something, whether each gets every byte, and how long
 * the last one is without sound once the process has been killed and all come back at once.
 */
export async function herd(): Promise<Result[]> {
  const settings = { MAX_LISTENERS: String(2 * LISTENERS) };
  await using onde = await startOnde(8190, settings);
  const stream = `${onde.origin}/stream/dance.mp3`;
  let beside: number[] = [];
  const report = await listenThrough(stream, LISTENERS, TIMES, {
    during: async () => {
      beside = await firstBytes(stream, TIMES.measure * 1_000);
    },
    strike: () => process.kill(onde.broadcastPid, 'SIGKILL'),
  });
  console.log(
    `  while all joined, their own process was up to ${report.ownDelayMs.toFixed(0)} ms late, 99 of 100`,
  );
  const at = `at ${LISTENERS.toLocaleString('en')} listeners`;
  const ours = (what: string, unit: string, onde: number, atMost: number): Result => ({
    what: `${what} ${at}`,
    unit,
    onde,
    peer: null,
    goal: { of: 'figure', atMost },
  });
  return [
    ours('first byte while all join, p99,', 'ms', percentile(report.firstByteMs, 0.99), 50),
    ours('first byte of one more, p99,', 'ms', percentile(beside, 0.99), 50),
    ours('listeners short of a byte', '', report.short, 0),
    ours('back after a kill, half of them,', 'ms', percentile(report.away, 0.5), 5_000),
    ours('back after a kill, the last one,', 'ms', Math.max(...report.away), 5_000),
  ];
}
