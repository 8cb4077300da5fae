import { vi } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { findDescendants } from '../../support/process-tree.ts';

/** The command lines of a radio's processes. */
export const WEB_PROCESS = /onde\.ts.*\0web\0/s;
export const IMPORT_PROCESS = /onde\.ts.*\0import\0/s;
export const IMPORT_WORKER = /worker-main/;

/**
 * Gives the id of a process below `root` whose command line fits, as soon as there is one.
 * @throws after a minute
 */
export function untilRunning(root: number, commandLine: RegExp): Promise<number> {
  return vi.waitFor(() => {
    const [pid] = findDescendants(root, commandLine);
    if (pid === undefined) throw new Error(`no process of the radio fits ${commandLine}`);
    return pid;
  }, PATIENT);
}
