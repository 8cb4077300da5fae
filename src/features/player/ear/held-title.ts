import { BURST_MS } from '#src/contract/limits.ts';

/**
 * Says how long a title that is on air is to be held back, so that it is shown when it is heard, where nobody
 * knows the instant heard [R161]. A clock that is wrong here makes it no later than the whole time.
 * @param startedMs when it began on the air, milliseconds since the Unix epoch
 * @param nowMs the time by this device
 */
export function heldBackMs(startedMs: number, nowMs: number): number {
  const leftMs = startedMs + BURST_MS - nowMs;
  return Number.isNaN(leftMs) ? 0 : Math.min(BURST_MS, Math.max(0, leftMs));
}
