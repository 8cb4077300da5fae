import { CALL_TIMEOUT_MS } from '#src/contract/limits.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { ObservableValue } from '#src/page/browser/observable.ts';
import type { User } from '#src/page/session/user.wire.ts';

/**
 * Ends when the server has answered the sync that follows a sign-in, or has not, within the time of a call [A87]; at once
 * where no sign-in was here.
 */
export const syncEndOf = onePerPage(() => new ObservableValue<Promise<void>>(Promise.resolve()));

/**
 * Notes that a sign-in here is followed by a sync of the preferences [A54]; without a username none is.
 * @param at where the sync says how it went
 */
export function expectSync(
  browser: Browser,
  { pseudo: username }: Pick<User, 'pseudo'>,
  at: EventTarget = window,
): void {
  if (!username) return;
  const end = new Promise<void>((resolve) => {
    const over = () => resolve();
    for (const said of ['preferences-synced', 'preferences-unsynced'])
      at.addEventListener(said, over, { once: true });
    // Its script may not come.
    AbortSignal.timeout(CALL_TIMEOUT_MS).addEventListener('abort', over);
  });
  syncEndOf(browser).set(end);
}
