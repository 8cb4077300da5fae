import { hasErrorCode } from '#src/platform/errors/error-code.ts';

/** As shells report a program that a closed pipe ended. */
export const BROKEN_PIPE_EXIT_CODE = 141;

/** Ends a command without a word once nobody reads what it prints any more, as behind `onde check | head -1`. */
export function endWithItsReader(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: Error) => {
      if (!hasErrorCode(error, 'EPIPE')) throw error;
      process.exit(BROKEN_PIPE_EXIT_CODE);
    });
  }
}
