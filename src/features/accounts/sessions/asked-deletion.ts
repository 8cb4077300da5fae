import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Browser } from '#src/page/browser/browser.ts';

/** For all tabs: whichever finds the session dead says what became of the account. */
const ASKED_KEY = 'deletion_asked';
/** How long a session that turns out to be dead tells that the account is gone; later it may have ended otherwise [A134]. */
const TELLING_MS = DAY_MS;
/** By then the server has done, or left, what it was asked for before the account was seen [A134]. */
const SEEN_SINCE_MS = MINUTE_MS;

/** Notes that a member asks for the deletion of the account: the answer may get lost [A134]. */
export function noteDeletion({ storage, clock }: Browser, userId: string): void {
  storage.write(ASKED_KEY, JSON.stringify({ userId, untilMs: clock.nowMs() + TELLING_MS }));
}

/** The account is still there: a call that was cut off may yet be carried out, but not for long. */
export function noteAccountSeen({ storage, clock }: Browser, userId: string): void {
  storage.write(ASKED_KEY, JSON.stringify({ userId, untilMs: clock.nowMs() + SEEN_SINCE_MS }));
}

/** The server has answered, or it has been said what became of the account. */
export function forgetDeletion({ storage }: Browser): void {
  storage.remove(ASKED_KEY);
}

/** Whether this member has asked for a deletion that was not answered: their dead session tells that it was done. */
export function hasAskedDeletion({ storage, clock }: Browser, userId: string | undefined): boolean {
  const noted: unknown = storage.readJson(ASKED_KEY);
  if (typeof noted !== 'object' || noted === null || !('userId' in noted) || !('untilMs' in noted))
    return false;
  return noted.userId === userId && typeof noted.untilMs === 'number' && clock.nowMs() < noted.untilMs;
}
