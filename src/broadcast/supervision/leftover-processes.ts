import { readdirSync, readFileSync } from 'node:fs';

/**
 * Wait before leftovers are ended. Children leave by themselves within two seconds of their broadcast's end;
 * one that hangs or is stopped does not notice it, and would keep its memory and, worse, the database or the
 * lock of the import.
 */
export const LEFTOVER_GRACE_MS = 5_000;

/** Name in the environment of each child of a broadcast, and of the child's own children. */
const MARK = 'ONDE_CHILD_OF';

/**
 * Returns the environment by which a child is known as this broadcast's.
 * @param folder of the instance's sockets
 */
export function childMark(folder: string): Record<string, string> {
  return { [MARK]: `${process.pid} ${folder}` };
}

/**
 * Ends processes that earlier broadcasts on this socket folder have left behind; only where there is /proc.
 */
export function endLeftovers(folder: string): void {
  for (const pid of pids()) {
    const said = read(`/proc/${pid}/environ`).split('\0');
    const mark = said.find((one) => one.startsWith(`${MARK}=`) && one.endsWith(` ${folder}`));
    if (pid === process.pid || mark === undefined || mark === `${MARK}=${process.pid} ${folder}`) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just left.
    }
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Reads a file of /proc; empty for a process that has ended, or is somebody else's. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
