import { readdirSync, readFileSync } from 'node:fs';

/** The process and all its descendants. */
export function processTree(rootPid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)) ?? 0);
  }
  const tree = [rootPid];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/**
 * User and system CPU seconds spent so far by the given processes, to the nanosecond: the ticks of
 * `/proc/{pid}/stat` charge a process that wakes with the tick for all of it. Threads that have ended are not
 * counted.
 */
export function cpuSeconds(pids: number[]): number {
  return pids.flatMap(threads).reduce((sum, thread) => sum + runNanoseconds(thread), 0) / 1e9;
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`);
  } catch {
    return [];
  }
}

/** The first field of a thread's `schedstat`: time on a processor. */
function runNanoseconds(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

/** Resident memory in MB; pages that processes share count in each. */
export function residentMegabytes(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + residentKilobytes(pid), 0) / 1024;
}

function residentKilobytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * From `/proc/{pid}/stat` (proc(5)); the command name may hold spaces and parentheses. Null for a process
 * that has ended.
 */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
