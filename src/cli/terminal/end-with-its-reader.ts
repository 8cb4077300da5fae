import { hasErrorCode } from '#src/platform/errors/error-code.ts';

/** As shells report a program that a closed pipe ended. */
export const BROKEN_PIPE_EXIT_CODE = 141;

/**
 * Ends a command without a word once nobody reads what it prints any more, as behind `onde check | head -1`,
 * and with one when it cannot be written, as behind `onde legal > legal.fr.md` on a full disk.
 */
export function endWithItsReader(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: Error) => {
      if (hasErrorCode(error, 'EPIPE')) process.exit(BROKEN_PIPE_EXIT_CODE);
      const told = `What this command prints cannot be written: ${error.message}.\nFree some space where it goes, then try again.\n`;
      if (output === process.stdout) process.stderr.write(told);
      process.exit(1);
    });
  }
}

/** What is on air goes on, whatever becomes of what it prints [W233]. */
export function playOnWithoutReader(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
