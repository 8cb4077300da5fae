/**
 * For `vi.waitFor`, which by itself gives up after a second: a busy machine may take longer for anything.
 * Whoever waits goes on as soon as it is so.
 */
export const PATIENT = { timeout: 60_000, interval: 50 };

/**
 * An import runs at low priority: beside other suites it gets what they leave, which on a busy machine is next to
 * nothing.
 */
export const PATIENT_WITH_IMPORTS = { timeout: 480_000, interval: 50 };
