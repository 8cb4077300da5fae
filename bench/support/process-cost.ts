import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of 10 ms (USER_HZ). */
const TICKS_A_SECOND = 100;

/** The process and all its descendants. */
export function processTree(rootPid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), statFields(Number(name))?.parent ?? 0);
  }
  const tree = [rootPid];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/** User and system CPU seconds spent so far by the given processes. */
export function cpuSeconds(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + (statFields(pid)?.ticks ?? 0), 0) / TICKS_A_SECOND;
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

/** `/proc/{pid}/stat` (proc(5)); the command name may hold spaces and parentheses. Null for a process that has ended. */
function statFields(pid: number): { parent: number; ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}
