import type { Browser } from '#src/page/browser/browser.ts';
import { keepMailAct, takeMailAct } from './kept-act.ts';
import { pendingActOf } from './pending-act.ts';

/**
 * Keeps what led a guest here until they have followed the link of the mail that was asked for [A121]. A mail that no act
 * led to changes nothing of what waits for another one.
 */
export function keepActForMail(browser: Browser, email: string): void {
  const act = pendingActOf(browser).read();
  // The question of a deletion is a member's.
  if (act === null || act.kind === 'deletion') return;
  const begunOn = `${location.pathname}${location.search}`;
  keepMailAct(browser.storage, { act, begunOn, email: email.trim() }, browser.clock.nowMs());
}

/**
 * Takes up what waited for the mail whose link has been followed. Call it before the sign-in, whose sync leads nowhere
 * then.
 * @returns the page where it was begun; null where nothing waited
 */
export function takeUpMailAct(browser: Browser, email: string): string | null {
  const kept = takeMailAct(browser.storage, email, browser.clock.nowMs());
  if (kept !== null) pendingActOf(browser).set(kept.act);
  return kept?.begunOn ?? null;
}
