import { readFileSync, writeFileSync } from 'node:fs';

/**
 * From -1000 to 1000: what is added to a process's share of the memory, in thousandths
 * (proc_pid_oom_score_adj(5)).
 */
const FIRST = '900';

/**
 * Has the kernel end this process before any other when memory runs out. Needs no right, and does nothing
 * where there is no such thing.
 */
export function dieFirst(pid: number | 'self' = 'self'): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, FIRST);
  } catch {
    // Another system, or the process is gone.
  }
}

/** Memory that a process holds at this moment; 0 where it is gone or the system does not say. */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
