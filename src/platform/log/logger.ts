import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from './describe-error.ts';

export type { Logger };

/** One JSON object a line; readable lines when attached to a terminal. `part` names the process (broadcast, web, import). */
export function createLogger(options: { level: string; part: string; to?: DestinationStream }): Logger {
  const destination = options.to ?? (process.stdout.isTTY ? prettyLog() : undefined);
  const base = { part: options.part };
  const settings = {
    level: options.level,
    base,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

/** Turns the log's objects into readable lines, in `destination` or the terminal; plain lines pass through. */
export function prettyLog(destination?: NodeJS.WritableStream): DestinationStream {
  const options = { colorize: true, ignore: 'pid,hostname,part', sync: true };
  return pretty(destination ? { ...options, destination } : options);
}
