const LIMIT_MIN_MS = 60_000;
/** Slower than any disk or network that music is played from. */
const BYTES_A_MS = 1_000;

/** How long reading a file through, without decoding it, may take. */
export function readingLimitMs(sizeBytes: number): number {
  return LIMIT_MIN_MS + sizeBytes / BYTES_A_MS;
}

/** How long decoding and encoding so many seconds of sound may take: twice their time and a minute. */
export function renderingLimitMs(seconds: number): number {
  return LIMIT_MIN_MS + 2 * seconds * 1000;
}
