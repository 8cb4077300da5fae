import { format } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { OutsideError } from '#src/platform/errors/operator-error.ts';
import { currentRequestId } from './request-context.ts';
import { standardOutput, TerminalStream } from './standard-output.ts';

export type { Logger };

/** 29 modules that a start in the background does without. */
const prettyLog = process.stdout.isTTY ? (await import('./pretty-log.ts')).prettyLog : null;

/**
 * One JSON object a line; readable lines when attached to a terminal. `part` names the process (broadcast,
 * web, import); `requestId` the request that a line is about.
 */
export function createLogger(options: { level: string; part: string; to?: DestinationStream }): Logger {
  const destination = options.to ?? prettyLog?.(new TerminalStream()) ?? standardOutput;
  const base = { part: options.part };
  const settings = {
    level: options.level,
    base,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { requestId };
    },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return pino(settings, destination);
}

const DEEPEST_CAUSE = 4;

/** The part of an error that is logged. */
interface ErrorDescription {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: ErrorDescription;
}

/**
 * Gives what went wrong and where, and leaves out what libraries add to their errors: PostgreSQL's `detail`
 * quotes whole rows, an SMTP reply its recipient. What the outside did has no stack. Anything but an error
 * stays as it is.
 */
function describeError(error: unknown, depth = 0): unknown {
  return error instanceof Error ? describe(error, depth) : error;
}

function describe(error: Error, depth: number, isCaused = false): ErrorDescription {
  const isOutside = isCaused || error instanceof OutsideError;
  const code: unknown = Reflect.get(error, 'code');
  return {
    type: error.name,
    message: error.message,
    ...(!isOutside && { stack: error.stack ?? '' }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause instanceof Error &&
      depth < DEEPEST_CAUSE && {
        cause: describe(error.cause, depth + 1, isOutside),
      }),
  };
}

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
