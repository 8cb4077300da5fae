import { vi } from 'vitest';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { PATIENT_WITH_IMPORTS } from '#src/platform/testing/patience.ts';
import { findDescendants } from '../../support/process-tree.ts';

/** The command lines of a radio's processes. */
export const BROADCAST_PROCESS = /onde\.ts\0start\0/;
export const WEB_PROCESS = /onde\.ts.*\0web\0/s;
export const IMPORT_PROCESS = /onde\.ts.*\0import\0/s;
export const IMPORT_WORKER = /worker-main/;

/**
 * Kills a process below `root` whose command line fits, as soon as there is one, and gives its id. One that ends by itself
 * meanwhile was none.
 * @throws when none comes in the time that an import may wait
 */
export async function killRunning(
  root: number,
  commandLine: RegExp,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<number> {
  for (;;) {
    const pid = await untilRunning(root, commandLine);
    try {
      process.kill(pid, signal);
      return pid;
    } catch (error) {
      if (!hasErrorCode(error, 'ESRCH')) throw error;
    }
  }
}

export function untilRunning(root: number, commandLine: RegExp): Promise<number> {
  return vi.waitFor(() => {
    const [pid] = findDescendants(root, commandLine);
    if (pid === undefined) throw new Error(`no process of the radio fits ${commandLine}`);
    return pid;
  }, PATIENT_WITH_IMPORTS);
}
