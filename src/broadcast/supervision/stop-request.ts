import { isatty } from 'node:tty';
import type { Logger } from '#src/platform/log/logger.ts';

/** Time for what is under way in a process that is asked to end. */
export const STOP_MAX_MS = 9_000;
/**
 * Pause after which another Ctrl-C counts as a second one: npm passes on the first although the terminal has
 * sent it already.
 */
const SECOND_AFTER_MS = 1_000;

/**
 * Resolves at SIGTERM, Ctrl-C, or when the terminal that this process runs in is closed. What follows has
 * nine seconds (`stopMs`); a second Ctrl-C ends it at once. `onHangUp` is called for a SIGHUP without a terminal.
 */
export function stopRequest(
  logger: Logger,
  onHangUp: () => void = () => {},
  stopMs = STOP_MAX_MS,
): Promise<void> {
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  return new Promise((resolve) => {
    let firstMs: number | null = null;
    const stop = (signal: NodeJS.Signals) => {
      if (firstMs !== null) {
        if (signal === 'SIGINT' && performance.now() - firstMs > SECOND_AFTER_MS) endNow();
        return;
      }
      firstMs = performance.now();
      logger.info({ signal }, 'Onde was asked to stop, and ends what it does');
      setTimeout(() => {
        logger.warn('Onde did not end by itself, as with a disk that does not answer; it is ended now');
        endNow();
      }, stopMs).unref();
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    process.on('SIGHUP', hasTerminal ? stop : onHangUp);
  });
}

/** An exit waits for its threads, of which one may wait for a disk that does not answer [W203]. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}
