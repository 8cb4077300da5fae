import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';

export type { Logger };

/** 29 modules that a start in the background does without. */
const prettyLog = process.stdout.isTTY ? (await import('./pretty-log.ts')).prettyLog : null;

/** One JSON object a line; readable lines when attached to a terminal. `part` names the process (broadcast, web, import). */
export function createLogger(options: { level: string; part: string; to?: DestinationStream }): Logger {
  const destination = options.to ?? prettyLog?.();
  const base = { part: options.part };
  const settings = {
    level: options.level,
    base,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return destination ? pino(settings, destination) : pino(settings);
}
