/** [R166] In a silence each moment is heard; sound that is left is longer than a restart of the server takes. */
const QUICK_SILENT_MS = 250;
const QUICK_SOUNDING_MS = 500;
const QUICK_ATTEMPTS = 40;
const ATTEMPT_CAP_MS = 10_000;

/**
 * How long to wait before attempt `attempt` (from 1) to get the sound back, in milliseconds: half a second
 * while sound is left, a quarter of one in a silence, after forty attempts in it doubling to 10 s [R166]. A quarter
 * of jitter either way keeps the listeners of a restarted server from coming back all at once.
 * @param isSounding whether what was buffered still plays
 * @param random 0 to 1
 * @param heardAttempts how many of the attempts were made while it did
 */
export function reconnectDelayMs(
  attempt: number,
  isSounding: boolean,
  random: number,
  heardAttempts = 0,
): number {
  const quick = isSounding && attempt > 1 ? QUICK_SOUNDING_MS : QUICK_SILENT_MS;
  const doublings = isSounding ? 0 : Math.max(0, attempt - heardAttempts - QUICK_ATTEMPTS);
  const delay = Math.min(quick * 2 ** doublings, ATTEMPT_CAP_MS);
  return delay * (0.75 + random / 2);
}
