/** As shells report a program that Ctrl-C ended. */
export const STOPPED_EXIT_CODE = 130;

/**
 * A failure that the person running the radio can mend. `message` says what happened, `remedy` what to do
 * next; the command line prints both and exits with 1 (unless it has a code of its own), without a stack.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly remedy: string;
  /** With which a command that it ends exits. */
  readonly exitCode: number = 1;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}

/**
 * What something outside of the program did, or did not do. The log says what, not where: its stack is worth
 * nothing.
 */
export class OutsideError extends Error {}
