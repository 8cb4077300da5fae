import { RESERVED_DESCRIPTORS } from '#src/broadcast/connections/descriptors.ts';

/** Pages, events and downloads beside the listeners, and what the process has open without anybody. */
const READERS = 1_024;

/**
 * The warning when the system allows fewer open files than the settings admit listeners; null when it allows enough.
 * @param limit Infinity when the system does not say
 */
export function tooFewOpenFiles(streams: number, maxListeners: number, limit: number): string | null {
  const wanted = streams * maxListeners + READERS + RESERVED_DESCRIPTORS;
  if (limit >= wanted) return null;
  return `the system allows ${limit} open files, too few for ${streams} streams of ${maxListeners} listeners each: past that, listeners and readers get 503. Start with ulimit -n ${wanted} (systemd: LimitNOFILE=${wanted}), or lower MAX_LISTENERS`;
}
