/**
 * For `vi.waitFor`, which by itself gives up after a second: a busy machine may take longer for anything.
 * Whoever waits goes on as soon as it is so.
 */
export const PATIENT = { timeout: 60_000, interval: 50 };
