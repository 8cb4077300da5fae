/** Also how soon a server that is away is asked again when a new mail comes. */
export const FIRST_RETRY_MS = 15_000;
const LONGEST_MS = 3_600_000;

/** After that long a mail is out of date. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** How long to wait after a number of failed attempts (1 or more): 15 s, doubled each time, an hour at most. */
export function retryDelayMs(attempts: number): number {
  return Math.min(LONGEST_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}
