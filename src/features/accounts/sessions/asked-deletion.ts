import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Browser } from '#src/page/browser/browser.ts';

/** For all tabs: whichever finds the session dead says what became of the account. */
const ASKED_KEY = 'deletion_asked';
/**
 * How long a session that turns out to be dead tells that the account is gone; later it may have ended otherwise
 * [A134].
 */
const TELLING_MS = DAY_MS;
/** By then the server has done, or left, what it was asked for before the account was seen [A134]. */
const SEEN_SINCE_MS = MINUTE_MS;

/** Notes that a member asks for the deletion of the account: the answer may get lost [A134]. */
export function noteDeletion({ storage, clock }: Browser, userId: string): void {
  storage.write(ASKED_KEY, JSON.stringify({ userId, untilMs: clock.nowMs() + TELLING_MS }));
}

/** An account whose deletion was asked for is still there: a call that was cut off may yet be carried out, but soon. */
export function noteAccountSeen(browser: Browser, userId: string): void {
  const { storage, clock } = browser;
  const soonMs = clock.nowMs() + SEEN_SINCE_MS;
  if (askedUntilMs(browser, userId) > soonMs)
    storage.write(ASKED_KEY, JSON.stringify({ userId, untilMs: soonMs }));
}

/** The server has answered, or it has been said what became of the account. */
export function forgetDeletion({ storage }: Browser): void {
  storage.remove(ASKED_KEY);
}

/** Whether this member has asked for a deletion that was not answered: their dead session tells that it was done. */
export function hasAskedDeletion(browser: Browser, userId: string): boolean {
  const leftMs = askedUntilMs(browser, userId) - browser.clock.nowMs();
  // A note that would tell for longer than any does is of a clock that was set back since.
  return leftMs > 0 && leftMs <= TELLING_MS;
}

/** Returns 0 where nothing was asked for. */
function askedUntilMs({ storage }: Browser, userId: string): number {
  const noted: unknown = storage.readJson(ASKED_KEY);
  if (typeof noted !== 'object' || noted === null || !('userId' in noted) || !('untilMs' in noted)) return 0;
  return noted.userId === userId ? Number(noted.untilMs) : 0;
}
