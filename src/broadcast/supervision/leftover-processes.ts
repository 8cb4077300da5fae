import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Web processes leave by themselves within two seconds of their broadcast's end. One that hangs or is stopped does not
 * notice it, and would keep its memory and, worse, what it holds in the database.
 */
export const LEFTOVER_GRACE_MS = 5_000;

/** Ends the web processes of broadcasts that ran on this socket folder before. Only where there is /proc. */
export function endLeftovers(folder: string): void {
  const anyWeb = `\0--socket\0${join(folder, 'web-')}`;
  const ours = `${anyWeb}${process.pid}-`;
  for (const pid of pids()) {
    const commandLine = read(`/proc/${pid}/cmdline`);
    if (!commandLine.includes(anyWeb) || commandLine.includes(ours)) continue;
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

/** Empty for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
