import { constants } from 'node:os';
import type { Logger } from '#src/platform/log/logger.ts';

/** Variable set by src/cli/keep-on-air.sh: how the broadcast before this one ended, as shells write it. */
const NAME = 'ONDE_ENDED_BY';
/** Exit code of a process that a signal ended: this and the signal's number. */
const SIGNALS_FROM = 128;

const REMEDIES: Readonly<Record<string, string>> = {
  SIGKILL: '`journalctl -k` says whether the machine had no memory left',
  // src/cli/web.ts ends it so.
  SIGALRM: 'it hung, and its web process ended it; please report it where nothing outside had stopped it',
};

/**
 * Logs how the broadcast before this one ended, when it did so in the middle. Children do not inherit the
 * variable.
 * @param environment changed, so that it is said once
 */
export function tellHowItEnded(environment: NodeJS.ProcessEnv, logger: Pick<Logger, 'error'>): void {
  const code = Number(environment[NAME] || '0');
  delete environment[NAME];
  if (!(code > 0)) return;
  const how = signalOf(code) ?? `exit code ${code}`;
  const remedy = REMEDIES[how] ?? 'the lines above say why, and where they do not please report it';
  logger.error({ how }, `broadcast had ended and was started again, and so was the music: ${remedy}`);
}

function signalOf(code: number): string | null {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - SIGNALS_FROM);
  return found?.[0] ?? null;
}

/**
 * Logs uncaught errors from now on and lets the process live: in broadcast a fault of one part must not end
 * the music of all. Every other process may end with one, and is started again.
 */
export function surviveStrayErrors(logger: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event);
  const survive = (error: unknown) =>
    logger.error(
      { err: error },
      'broadcast had an unexpected error and the music plays on: please report this error',
    );
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}
