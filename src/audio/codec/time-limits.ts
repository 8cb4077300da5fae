import { MINUTE_MS } from '#src/contract/durations.ts';

const LIMIT_MIN_MS = MINUTE_MS;
/** Reading speed below that of any disk or network that music is played from. */
const BYTES_A_MS = 1_000;

/** Returns the time that reading a file through may take, without decoding it. */
export function readingLimitMs(sizeBytes: number): number {
  return LIMIT_MIN_MS + sizeBytes / BYTES_A_MS;
}

/** Returns the time that decoding and encoding this much sound may take: twice its length and a minute. */
export function renderingLimitMs(seconds: number): number {
  return LIMIT_MIN_MS + 2 * seconds * 1000;
}
