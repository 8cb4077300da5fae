import { OutsideError } from '#src/platform/errors/outside-error.ts';

const DEEPEST_CAUSE = 4;

/** The part of an error that is logged. */
export interface ErrorDescription {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: ErrorDescription;
}

/**
 * Gives what went wrong and where, and leaves out what libraries add to their errors: PostgreSQL's `detail` quotes
 * whole rows, an SMTP reply its recipient. What the outside did has no stack. Anything but an error stays as it is.
 */
export function describeError(error: unknown, depth = 0): unknown {
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
