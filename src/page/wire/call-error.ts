/** A call that the server answered without success [W11], or that got no readable answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /**
   * Stable and in snake_case; our own are `offline`, `timed_out` and `no_answer`, `unreadable_answer` and, of
   * a server that gives no code, `refused`.
   */
  readonly code: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Which field broke which rule. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    message: string,
    facts: { code: string; status: number; fields?: Readonly<Record<string, string>> | undefined },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = facts.code;
    this.status = facts.status;
    this.fields = facts.fields ?? {};
  }
}

/**
 * Whether the server understood and refused: asking again would not help. What is no answer of its own, such as a page
 * of something in between, says nothing of that.
 */
export function isRefusal(error: unknown): error is CallError {
  const isAnswer = error instanceof CallError && error.code !== 'unreadable_answer';
  return isAnswer && error.status >= 400 && error.status < 500;
}

/** Whether a call that failed may be made again: not one that was refused, took its whole time, or had no network. */
export function isWorthRetrying(error: Error): boolean {
  const isOver = error instanceof CallError && ['offline', 'timed_out'].includes(error.code);
  return !isOver && !isRefusal(error);
}

/** The failure of a call that has no answer at all. */
export function noAnswer(code: 'offline' | 'timed_out' | 'no_answer', cause?: unknown): CallError {
  return new CallError(code, { code, status: 0 }, { cause });
}
