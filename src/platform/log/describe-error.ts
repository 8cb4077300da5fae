const DEEPEST_CAUSE = 4;

/** What a log says of an error. */
export interface ErrorDescription {
  type: string;
  message: string;
  stack: string;
  code?: string | number;
  cause?: ErrorDescription;
}

/**
 * Says what went wrong and where, and nothing of what libraries hang on their errors besides: PostgreSQL's `detail`
 * quotes whole rows, an SMTP reply its recipient. Anything but an error stays as it is.
 */
export function describeError(error: unknown, depth = 0): unknown {
  return error instanceof Error ? describe(error, depth) : error;
}

function describe(error: Error, depth: number): ErrorDescription {
  const code: unknown = Reflect.get(error, 'code');
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause instanceof Error && depth < DEEPEST_CAUSE && { cause: describe(error.cause, depth + 1) }),
  };
}
