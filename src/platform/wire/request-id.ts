import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-request-id';

/**
 * What proxies make, nginx's digits, Caddy's UUID and the like, is as long as this [W200]: nothing that would be more
 * than a word in a log.
 */
const REQUEST_ID_MIN = 8;
const REQUEST_ID_MAX = 64;
const GIVEN = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{${REQUEST_ID_MIN - 1},${REQUEST_ID_MAX - 1}}$`);

/** Twelve digits of chance: enough to find one request among those that a log holds. */
const MADE_DIGITS = 12;

/** A name for a request that has none. Node makes these ahead, so that it costs next to nothing. */
export function createRequestId(): string {
  return randomUUID().slice(-MADE_DIGITS);
}

/** The id that a request came with, where who sent it may name requests; else a new one [W200]. */
export function requestIdOf(
  given: string | readonly string[] | null | undefined,
  isTrusted: boolean,
): string {
  return isTrusted && typeof given === 'string' && GIVEN.test(given) ? given : createRequestId();
}
