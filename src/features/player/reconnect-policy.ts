/** Until the old connection's buffer has run dry a quick attempt can still save every second of sound. */
const CAP_WHILE_SOUNDING_MS = 2_000;
const CAP_MS = 10_000;
const FIRST_MS = 250;

/**
 * How long to wait before attempt `attempt` (from 1) to get the sound back, in milliseconds. Doubles from 0.25 s up to
 * 2 s while what was buffered still sounds and 10 s afterwards; a quarter of jitter either way keeps the listeners of a
 * restarted server from coming back all at once.
 * @param random 0 to 1
 */
export function reconnectDelayMs(attempt: number, isSounding: boolean, random: number): number {
  const cap = isSounding ? CAP_WHILE_SOUNDING_MS : CAP_MS;
  return Math.min(FIRST_MS * 2 ** (attempt - 1), cap) * (0.75 + random / 2);
}
