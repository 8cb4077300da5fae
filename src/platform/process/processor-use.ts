import { readdirSync, readFileSync } from 'node:fs';

/** What a process has had of the processors in a span of time, in ms. */
export interface ProcessorUse {
  /** How long it waited for one: that of the thread that waited longest. */
  waitedMs: number;
  /** How long it ran, all its threads together; null where nothing says. */
  ranMs: number | null;
}

/**
 * Measures, from now on, what a process has of the processors. It says nothing where the process is gone or the
 * system does not tell (proc_pid_schedstat(5), Linux).
 */
export function watchProcessorUse(pid: number): () => ProcessorUse {
  const before = usesOf(pid);
  return () => {
    let [waitedMs, ranMs] = [0, 0];
    const now = usesOf(pid);
    for (const [thread, use] of now) {
      waitedMs = Math.max(waitedMs, use.waitedMs - (before.get(thread)?.waitedMs ?? 0));
      ranMs += use.ranMs - (before.get(thread)?.ranMs ?? 0);
    }
    return { waitedMs, ranMs: now.size === 0 ? null : ranMs };
  };
}

/** What each thread has had so far. */
function usesOf(pid: number): ReadonlyMap<string, { waitedMs: number; ranMs: number }> {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return new Map(threads.map((thread) => [thread, useOf(`/proc/${pid}/task/${thread}/schedstat`)]));
  } catch {
    return new Map();
  }
}

/** Time on a processor, time in the queue for one, both in ns, and how often it came out of it. */
function useOf(schedstat: string): { waitedMs: number; ranMs: number } {
  const [ranNs, waitedNs] = readFileSync(schedstat, 'utf8').split(' ');
  return { waitedMs: Number(waitedNs) / 1e6, ranMs: Number(ranNs) / 1e6 };
}
