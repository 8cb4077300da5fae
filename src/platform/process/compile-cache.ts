import { join } from 'node:path';

/**
 * The environment in which a process of Onde keeps its compiled code from run to run: it starts in half the
 * time and is 12 to 20 MB smaller. Where the folder cannot be written, the process works without. A process
 * that does not end by itself writes by `flushCompileCache` (./settle-after-start.ts).
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'onde'),
};
