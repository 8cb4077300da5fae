const FIRST_MS = 250;
/** Quick attempts save sound while the buffer still plays, and while a restart of the server may last. */
const QUICK_ATTEMPTS = 6;
const QUICK_CAP_MS = 2_000;
const CAP_MS = 10_000;

/**
 * How long to wait before attempt `attempt` (from 1) to get the sound back, in milliseconds: doubling from
 * 0.25 s to 2 s, later on to 10 s. A quarter of jitter either way keeps the listeners of a restarted server
 * from coming back all at once.
 * @param isSounding whether what was buffered still plays
 * @param random 0 to 1
 */
export function reconnectDelayMs(attempt: number, isSounding: boolean, random: number): number {
  const quick = Math.min(FIRST_MS * 2 ** (attempt - 1), QUICK_CAP_MS);
  const isQuick = isSounding || attempt <= QUICK_ATTEMPTS;
  const delay = isQuick ? quick : Math.min(QUICK_CAP_MS * 2 ** (attempt - QUICK_ATTEMPTS), CAP_MS);
  return delay * (0.75 + random / 2);
}
