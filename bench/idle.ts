import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Result } from './result.ts';
import { startIcecast } from './support/icecast.ts';
import { startOnde } from './support/onde.ts';
import { cpuSeconds, processTree, residentMegabytes } from './support/process-cost.ts';

/** Two minutes, since robots listen once in each. */
const SECONDS = 120;
/** What a start leaves behind is collected and written ten seconds later, and robots listen first after two minutes. */
const AT_REST_SECONDS = 150;
/** Until what does one thing alone rests. */
const SETTLED_SECONDS = 10;

/** Wakes a second of the process that does nothing else. */
const WAKES = 5;

/**
 * Eight streams on air and nobody listening: memory and CPU of the whole process tree, pages and database
 * included. What a wake costs differs by more than half from hour to hour on a rented machine, so a process that
 * does nothing but wake is measured right after.
 */
export async function idle(): Promise<Result[]> {
  await using onde = await startOnde(8190);
  const ours = await measure(onde.pid, AT_REST_SECONDS);
  using waking = startWaking();
  const empty = await measure(waking.pid, SETTLED_SECONDS);
  await using icecast = await startIcecast(8191, onde.origin, STREAM_IDS);
  const theirs = await measure(icecast.pid, SETTLED_SECONDS);
  const name = 'Icecast 2.4 with 8 sources (no playout, no site)';
  return [
    {
      what: 'resident memory, nobody listening',
      unit: 'MB',
      onde: ours.megabytes,
      peer: { name, figure: theirs.megabytes },
      goal: { of: 'figure', atMost: 270 },
    },
    {
      what: 'CPU of one core, nobody listening',
      unit: '%',
      onde: ours.percent,
      peer: { name, figure: theirs.percent },
      goal: { of: 'figure', atMost: 0.6 },
    },
    {
      what: 'the same beside a process that only wakes',
      unit: '%',
      onde: ours.percent,
      peer: { name: `Node, ${WAKES} empty timers a second`, figure: empty.percent },
      goal: { of: 'ratio', atMost: 6 },
    },
  ];
}

async function measure(rootPid: number, restSeconds: number) {
  await delay(restSeconds * 1000);
  const before = cpuSeconds(processTree(rootPid));
  await delay(SECONDS * 1000);
  const tree = processTree(rootPid);
  return { percent: ((cpuSeconds(tree) - before) / SECONDS) * 100, megabytes: residentMegabytes(tree) };
}

function startWaking(): Disposable & { pid: number } {
  const program = `setInterval(() => {}, ${1_000 / WAKES})`;
  const child: ChildProcess = spawn(process.execPath, ['--eval', program], { stdio: 'ignore' });
  return { pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill() };
}
