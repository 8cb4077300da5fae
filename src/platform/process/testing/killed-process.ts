import { appendFileSync, readFileSync } from 'node:fs';

/**
 * A process for tests: a signal ends it while it starts, as often as KILLED_STARTS says; KILLED_FILE counts.
 */
const { KILLED_FILE = '', KILLED_STARTS = '0' } = process.env;
appendFileSync(KILLED_FILE, 'x');
if (readFileSync(KILLED_FILE).length <= Number(KILLED_STARTS)) process.kill(process.pid, 'SIGKILL');
process.on('message', () => process.send?.(process.pid));
process.send?.('ready');
