/** Bytes of sound a second: 128 kbit/s. */
export const BYTES_A_SECOND = 16_000;

/** Bytes as they came, `atMs` of the monotonic clock. */
export interface Arrival {
  readonly atMs: number;
  readonly bytes: Buffer;
}

/**
 * How long a player that began to play with the first byte would have been without sound, in milliseconds: the most
 * that it had to wait beyond what it had.
 */
export function gapOf(arrivals: readonly Arrival[], untilMs: number): number {
  const [first] = arrivals;
  if (first === undefined) return 0;
  let receivedMs = 0;
  let gapMs = 0;
  for (const { atMs, bytes } of [...arrivals, { atMs: untilMs, bytes: Buffer.alloc(0) }]) {
    gapMs = Math.max(gapMs, atMs - first.atMs - receivedMs);
    receivedMs += (bytes.length / BYTES_A_SECOND) * 1000;
  }
  return Math.round(gapMs);
}
