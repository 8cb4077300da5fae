import { format } from 'node:util';
import type { Logger } from './logger.ts';

/** What libraries and the runtime print goes into the log: every line of it is one JSON object. */
export function captureConsole(logger: Logger): void {
  console.log = console.info = (...words: unknown[]) => logger.info(format(...words));
  console.debug = console.trace = (...words: unknown[]) => logger.debug(format(...words));
  console.warn = (...words: unknown[]) => logger.warn(format(...words));
  console.error = (...words: unknown[]) => logger.error(format(...words));
  // The runtime's own listener prints plain lines.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node.js warns'));
}
