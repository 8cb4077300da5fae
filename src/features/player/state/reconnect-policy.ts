const FIRST_MS = 250;
/** [R166] Quick attempts save sound while the buffer still plays, and in an outage that is soon over. */
const QUICK_ATTEMPTS = 20;
const QUICK_CAP_MS = 500;
const ATTEMPT_CAP_MS = 10_000;

/**
 * How long to wait before attempt `attempt` (from 1) to get the sound back, in milliseconds: 0.25 s, half a
 * second for the first twenty, later on doubling to 10 s [R166]. A quarter of jitter either way keeps the
 * listeners of a restarted server from coming back all at once.
 * @param isSounding whether what was buffered still plays
 * @param random 0 to 1
 */
export function reconnectDelayMs(attempt: number, isSounding: boolean, random: number): number {
  const isQuick = isSounding || attempt <= QUICK_ATTEMPTS;
  const delay = isQuick
    ? Math.min(FIRST_MS * 2 ** (attempt - 1), QUICK_CAP_MS)
    : Math.min(QUICK_CAP_MS * 2 ** (attempt - QUICK_ATTEMPTS), ATTEMPT_CAP_MS);
  return delay * (0.75 + random / 2);
}
