import { constants } from 'node:os';
import type { Logger } from '#src/platform/log/logger.ts';

/** Set by src/cli/keep-on-air.sh: how the broadcast before this one ended, as shells write it. */
const NAME = 'ONDE_ENDED_BY';
/** What a signal ended has this and the signal's number as its code. */
const SIGNALS_FROM = 128;

/**
 * Says so when this process takes the place of one that ended in the middle. Children do not inherit it.
 * @param environment changed: what it says is said once
 */
export function tellHowItEnded(environment: NodeJS.ProcessEnv, logger: Pick<Logger, 'error'>): void {
  const code = Number(environment[NAME] || '0');
  delete environment[NAME];
  if (!(code > 0)) return;
  const how = signalOf(code) ?? `exit code ${code}`;
  const remedy =
    how === 'SIGKILL'
      ? '`journalctl -k` says whether the machine had no memory left'
      : 'the lines above say why, and where they do not please report it';
  logger.error({ how }, `broadcast had ended and was started again, and so was the music: ${remedy}`);
}

function signalOf(code: number): string | null {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - SIGNALS_FROM);
  return found?.[0] ?? null;
}

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
