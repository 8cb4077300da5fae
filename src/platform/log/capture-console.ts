import { format } from 'node:util';
import type { Logger } from './logger.ts';

/** Sends what libraries and the runtime print into the log, where every line is one JSON object. */
export function captureConsole(logger: Logger): void {
  console.log = console.info = (...words: unknown[]) => logger.info(format(...words));
  console.debug = console.trace = (...words: unknown[]) => logger.debug(format(...words));
  console.warn = (...words: unknown[]) => logger.warn(format(...words));
  console.error = (...words: unknown[]) => logger.error(format(...words));
  // The runtime's own listener prints plain lines.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node.js warns'));
}
