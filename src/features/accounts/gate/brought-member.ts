import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { needsUsername } from '#src/page/session/session-storage.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';

/** The id of the member whom a mail's link or a provider's answer has brought to this page [A40, A77]; null without one. */
export const broughtOf = onePerPage(() => new ObservableValue<string | null>(null));

/** Whether a sync follows the sign-in of a member at once, who may have no username yet [A40, A54, A77]. */
export function isSyncedAtOnce(browser: Browser, user: User): boolean {
  return broughtOf(browser).read() === user.id || !needsUsername(user);
}
