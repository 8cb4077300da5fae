import { readdirSync, readFileSync } from 'node:fs';

/**
 * Measures, from now on, how long a process waits for a processor: that of the thread that waits longest, in
 * ms. 0 where the process is gone or the system does not say (proc_pid_schedstat(5), Linux).
 */
export function watchProcessorWait(pid: number): () => number {
  const before = waitsOf(pid);
  return () =>
    [...waitsOf(pid)].reduce((longest, [thread, ms]) => Math.max(longest, ms - (before.get(thread) ?? 0)), 0);
}

/** What each thread has waited so far, in ms. */
function waitsOf(pid: number): ReadonlyMap<string, number> {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return new Map(threads.map((thread) => [thread, waitOf(`/proc/${pid}/task/${thread}/schedstat`)]));
  } catch {
    return new Map();
  }
}

/** Time on a processor, time in the queue for one, both in ns, and how often it came out of it. */
function waitOf(schedstat: string): number {
  return Number(readFileSync(schedstat, 'utf8').split(' ')[1]) / 1e6;
}
