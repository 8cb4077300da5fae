import type { Logger } from '#src/platform/log/logger.ts';

/**
 * From now on an uncaught error is logged and the process lives on: in broadcast a fault of one part must not end the
 * music of all. Every other process may end with one, and is started again.
 */
export function surviveStrayErrors(logger: Logger): void {
  const survive = (error: unknown) =>
    logger.error(
      { err: error },
      'broadcast had an unexpected error and the music plays on: please report this error',
    );
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}
