import type { Language } from '#src/contract/languages.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { ObservableValue } from '#src/page/browser/observable.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { syncEndOf } from './sync-end.ts';

/** The session that is on its way to the player: both the sign-in and the page's address send it there. */
const goingWithOf = onePerPage(() => new ObservableValue<string | null>(null));

/**
 * Sends the browser to the external player as the signed-in member, once the sync that follows a sign-in is over [A87]; the
 * way back does not lead there again. Each session goes once; as a guest where what hands it over takes longer than a call.
 */
export async function goToPlayer(browser: Browser, player: URL, language: Language): Promise<void> {
  const session = sessionOf(browser);
  const goingWith = goingWithOf(browser);
  const token = session.getToken();
  if (token === goingWith.read()) return;
  goingWith.set(token);
  await syncEndOf(browser).read();
  const { user } = session.getState();
  if (user === null) return;
  const handOver = async (signal: AbortSignal) =>
    (await import('./hand-over.ts')).handOver(browser, { player, user, language, signal });
  location.replace(await inTime(handOver).catch(() => player.href));
}
