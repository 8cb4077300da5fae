import type { DestinationStream } from 'pino';
import pretty from 'pino-pretty';

/** Turns the log's objects into readable lines; plain lines pass through. */
export function prettyLog(destination: NodeJS.WritableStream): DestinationStream {
  // Where a problem of the station folder stands is said by its message.
  return pretty({ colorize: true, ignore: 'pid,hostname,part,file,line', destination });
}
