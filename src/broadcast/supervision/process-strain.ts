import { readFileSync } from 'node:fs';

/** Linux's figures of a process's main thread. */
export interface ProcessStrain {
  /** One letter of proc(5): R runs or wants to, S waits for something, D waits for the disk, T is stopped. */
  state: string;
  /**
   * Time that it has waited for a processor since it began, milliseconds; null where the kernel does not
   * count it.
   */
  waitedMs: number | null;
}

/**
 * Reads a process's figures; null where there is no /proc, the process is gone, or no file can be opened now.
 */
export function readProcessStrain(pid: number | undefined): ProcessStrain | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in brackets and may hold anything.
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    return { state, waitedMs: readWaitedMs(pid) };
  } catch {
    return null;
  }
}

function readWaitedMs(pid: number | undefined): number | null {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6;
  } catch {
    return null;
  }
}
