import type { DestinationStream } from 'pino';
import pretty from 'pino-pretty';

/**
 * Turns the log's objects into readable lines, in `destination` or the terminal; plain lines pass through.
 */
export function prettyLog(destination?: NodeJS.WritableStream): DestinationStream {
  // Where a problem of the station folder stands is said by its message.
  const options = { colorize: true, ignore: 'pid,hostname,part,file,line', sync: true };
  return pretty(destination ? { ...options, destination } : options);
}
